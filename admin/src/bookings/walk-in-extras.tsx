import { extraKindLabel } from '@twende/contract/bookings/extra-format.ts'
import { brought, type PlaceInTown } from '@twende/contract/bookings/price-of-extras.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { MOST_ADDITIONAL_DRIVERS, MOST_CHILD_SEATS } from '@twende/contract/prices/extra-limits.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { CheckboxField, SelectField, TextField } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { extraPrice } from '../prices/price-format.ts'
import type { WalkInValues } from './walk-in-values.ts'

type Location = Reply<'GET /api/location/list'>['data'][number]

type WalkInExtrasProps = {
  form: AppForm<WalkInValues>
  places: readonly Location[]
  pickup: string
  dropoff: string
}

/** What can be booked with the car; nothing where nothing is offered. */
export function WalkInExtras({ form, places, pickup, dropoff }: WalkInExtrasProps) {
  const { answer } = useAnswer('extras', () => call('GET /api/extras', {}))
  const offered = answer.value?.data ?? []
  const only = (kind: OfferedExtra['kind']) => offered.find((extra) => extra.kind === kind)
  const [chauffeur, driver, seat] = [only('chauffeur'), only('additional_driver'), only('child_seat')]
  const packages = offered.filter(({ kind }) => kind === 'extra_km')
  const delivery = brought(offered, 'delivery', placeNamed(places, pickup), true)
  const collection = brought(offered, 'collection', placeNamed(places, dropoff), true)
  if (!chauffeur && !driver && !seat && packages.length === 0 && !delivery && !collection) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{m.admin_menu_extras()}</legend>
      {chauffeur && <CheckboxField form={form} name="extras.chauffeur" label={offerLabel(chauffeur)} />}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {driver && (
          <SelectField
            form={form}
            name="extras.additionalDrivers"
            label={offerLabel(driver)}
            empty={m.admin_bookings_extras_none()}
            options={upTo(MOST_ADDITIONAL_DRIVERS)}
          />
        )}
        {seat && (
          <SelectField
            form={form}
            name="extras.childSeats"
            label={offerLabel(seat)}
            empty={m.admin_bookings_extras_none()}
            options={upTo(MOST_CHILD_SEATS)}
          />
        )}
        {packages.length > 0 && (
          <SelectField
            form={form}
            name="extras.extraKm"
            label={extraKindLabel('extra_km')}
            empty={m.admin_bookings_extras_none()}
            options={packages.map(({ km, price }) => ({
              value: String(km),
              label: m.admin_bookings_extras_km({
                km: (km ?? 0).toLocaleString('en-KE'),
                price: showKsh(price),
              }),
            }))}
          />
        )}
      </div>
      {delivery && <AddressFields form={form} extra={delivery} names={deliveryFields} />}
      {collection && <AddressFields form={form} extra={collection} names={collectionFields} />}
    </fieldset>
  )
}

const deliveryFields = {
  chosen: 'extras.deliveryToAddress',
  address: 'extras.deliveryAddress',
  label: m.admin_bookings_extras_delivery,
  addressLabel: m.admin_bookings_extras_delivery_address,
  isChosen: ({ extras }: WalkInValues) => extras.deliveryToAddress,
} as const

const collectionFields = {
  chosen: 'extras.collectionFromAddress',
  address: 'extras.collectionAddress',
  label: m.admin_bookings_extras_collection,
  addressLabel: m.admin_bookings_extras_collection_address,
  isChosen: ({ extras }: WalkInValues) => extras.collectionFromAddress,
} as const

type AddressFieldsProps = {
  form: AppForm<WalkInValues>
  extra: OfferedExtra
  names: typeof deliveryFields | typeof collectionFields
}

/** Bringing the car to an address, or collecting it from one. */
function AddressFields({ form, extra, names }: AddressFieldsProps) {
  const offer = { place: extra.place ?? '', price: showKsh(extra.price) }
  return (
    <>
      <CheckboxField form={form} name={names.chosen} label={names.label(offer)} />
      {names.isChosen(form.watch()) && (
        <TextField
          form={form}
          name={names.address}
          label={names.addressLabel()}
          required
          maxLength={200}
          autoComplete="off"
        />
      )}
    </>
  )
}

function placeNamed(places: readonly Location[], name: string): PlaceInTown | undefined {
  const place = places.find((one) => one.name === name)
  return place && { name, town: place.town ?? name }
}

const offerLabel = (extra: OfferedExtra) =>
  m.admin_bookings_extras_offer({ extra: extraKindLabel(extra.kind), price: extraPrice(extra) })

const upTo = (most: number) =>
  Array.from({ length: most }, (_, before) => ({ value: String(before + 1), label: String(before + 1) }))
