import { brought, type PlaceInTown } from '@twende/contract/bookings/price-of-extras.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { MOST_ADDITIONAL_DRIVERS, MOST_CHILD_SEATS } from '@twende/contract/prices/extra-limits.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Checkbox, Field, FieldError, Select } from '@twende/ui/controls/field.tsx'
import { TextField } from '@twende/ui/form/fields.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useId } from 'react'
import { useCatalogNames } from '../../content/catalog-name.ts'
import type { Choices } from './booking-choices.ts'
import type { Places } from './dates-step.tsx'
import type { PeriodCheck } from './use-period-check.ts'
import { bindChoice, type WizardFields } from './wizard-fields.ts'

type ExtrasPartProps = { fields: WizardFields; places: Places; check: PeriodCheck }

/** What can be booked with the car; nothing where nothing is offered. */
export function ExtrasPart({ fields, places, check }: ExtrasPartProps) {
  const heading = useId()
  const refused = check.state === 'refused' && check.refusal.code === 'extra_not_offered'
  // Asked for again when something chosen is offered no longer.
  const { answer, retry } = useAnswer(`extras ${refused}`, async (signal) => {
    const { data } = await call('GET /api/extras', {}, { signal })
    return data
  })
  const offered = answer.value ?? []
  const { pickupLocation, dropoffLocation } = fields.choices
  const delivery = brought(offered, 'delivery', placeNamed(places, pickupLocation), true)
  const collection = brought(offered, 'collection', placeNamed(places, dropoffLocation), true)
  const isOffered = delivery || collection || offered.some(({ place, kind }) => !place && kind !== 'one_way')
  if (answer.state !== 'refused' && !isOffered) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand among the columns of the grid
    <div
      role="group"
      aria-labelledby={heading}
      className="grid gap-x-4 gap-y-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2"
    >
      <div className="sm:col-span-2">
        <h3 id={heading} className="font-display text-lg font-bold tracking-tight">
          {m.book_extras()}{' '}
          <span className="font-text text-base font-normal text-soft">{m.common_optional()}</span>
        </h3>
        {refused && <FieldError>{check.refusal.message}</FieldError>}
      </div>
      {answer.state === 'refused' && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-clay-deep sm:col-span-2">
          {m.book_extras_failed()}
          <Button variant="secondary" size="sm" onClick={retry}>
            {m.common_try_again()}
          </Button>
        </p>
      )}
      <Chauffeur fields={fields} offered={offered} free={check.quote?.chauffeursFree ?? undefined} />
      <CountChoice fields={fields} offered={offered} kind="additional_driver" name="additionalDrivers" />
      <CountChoice
        fields={fields}
        offered={offered}
        kind="child_seat"
        name="childSeats"
        free={check.quote?.childSeatsFree ?? undefined}
      />
      <Kilometres fields={fields} offered={offered} />
      {delivery && <AddressChoice fields={fields} extra={delivery} name="delivery" />}
      {collection && <AddressChoice fields={fields} extra={collection} name="collection" />}
    </div>
  )
}

function placeNamed({ answer }: Places, name: string): PlaceInTown | undefined {
  const place = answer.value?.find((one) => one.name === name)
  return place && { name, town: place.town ?? name }
}

type OfferedProps = { fields: WizardFields; offered: readonly OfferedExtra[] }

type ChauffeurProps = OfferedProps & {
  /** How many there are at that time; undefined while it is not known. */
  free: number | undefined
}

function Chauffeur({ fields: { choices, change }, offered, free }: ChauffeurProps) {
  const chauffeur = offered.find(({ kind }) => kind === 'chauffeur')
  if (!chauffeur && !choices.chauffeur) return null
  return (
    <Checkbox
      className="sm:col-span-2"
      checked={choices.chauffeur === 'yes'}
      disabled={free === 0 && choices.chauffeur !== 'yes'}
      onChange={({ target }) => change({ chauffeur: target.checked ? 'yes' : '' })}
      label={
        <Named name={m.book_extras_chauffeur()}>
          {free === 0
            ? m.book_extras_no_chauffeur()
            : chauffeur && m.book_extras_chauffeur_hint({ price: showKsh(chauffeur.price) })}
        </Named>
      }
    />
  )
}

function Named({ name, children }: { name: string; children: string | undefined }) {
  return (
    <>
      <span className="font-semibold">{name}</span>
      <span className="figures block text-sm text-soft">{children}</span>
    </>
  )
}

const counts = {
  additional_driver: { most: MOST_ADDITIONAL_DRIVERS, label: m.book_extras_drivers_label },
  child_seat: { most: MOST_CHILD_SEATS, label: m.book_extras_seats_label },
} as const

type CountProps = OfferedProps & {
  kind: keyof typeof counts
  name: 'additionalDrivers' | 'childSeats'
  /** How many there are at that time; undefined while it is not known. */
  free?: number | undefined
}

/** How many of something; of child seats no more than are free. */
function CountChoice({ fields: { choices, change }, offered, kind, name, free }: CountProps) {
  const extra = offered.find((one) => one.kind === kind)
  if (!extra) return null
  const chosen = Number(choices[name])
  const most = Math.max(chosen, Math.min(counts[kind].most, free ?? counts[kind].most))
  const isShort = free !== undefined && chosen > free
  return (
    <Field
      label={counts[kind].label()}
      hint={most === 0 ? m.book_extras_no_seats() : m.book_extras_each({ price: showKsh(extra.price) })}
      error={isShort ? shortOfSeats(free) : undefined}
    >
      <Select
        value={choices[name]}
        disabled={most === 0}
        onChange={({ target }) => change({ [name]: target.value })}
      >
        <option value="">{m.book_extras_none()}</option>
        {Array.from({ length: most }, (_, before) => (
          <option key={before + 1} value={String(before + 1)}>
            {before + 1}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function shortOfSeats(free: number): string {
  return free === 0 ? m.book_extras_no_seats() : m.book_extras_seats_short({ free })
}

function Kilometres({ fields: { choices, change }, offered }: OfferedProps) {
  const packages = offered.filter(({ kind }) => kind === 'extra_km')
  if (packages.length === 0 && !choices.extraKm) return null
  return (
    <Field label={m.book_extras_km_label()} hint={m.book_extras_km_hint()}>
      <Select value={choices.extraKm} onChange={({ target }) => change({ extraKm: target.value })}>
        <option value="">{m.book_extras_none()}</option>
        {packages.map(({ km, price }) => (
          <option key={km} value={String(km)}>
            {m.book_extras_km_option({ km: (km ?? 0).toLocaleString('en-KE'), price: showKsh(price) })}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type AddressProps = { fields: WizardFields; extra: OfferedExtra; name: 'delivery' | 'collection' }

/** Bringing the car to an address, or collecting it from one. */
function AddressChoice({ fields, extra, name }: AddressProps) {
  const nameOf = useCatalogNames()
  const { choices, change } = fields
  const where = { place: nameOf('location', extra.place ?? '') }
  const isChosen = choices[name] === 'yes'
  const label = name === 'delivery' ? m.book_extras_delivery(where) : m.book_extras_collection(where)
  const chosen = (yes: boolean): Partial<Choices> => ({ [name]: yes ? 'yes' : '' })
  return (
    <div className="grid gap-3 sm:col-span-2">
      <Checkbox
        checked={isChosen}
        onChange={({ target }) => change(chosen(target.checked))}
        label={<Named name={label}>{showKsh(extra.price)}</Named>}
      />
      {isChosen && (
        <TextField
          {...bindChoice(fields, `${name}Address`)}
          required
          maxLength={200}
          autoComplete="street-address"
          hint={m.book_extras_address_hint()}
          className="sm:ml-8"
        />
      )}
    </div>
  )
}
