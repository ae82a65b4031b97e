import { FUEL_TYPES, OLDEST_MODEL_YEAR, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { CONDITIONS, OWNERSHIPS, SELL_SEATS } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { NumberField, SelectField, TextareaField, TextField, useBound } from '@twende/ui/form/fields.tsx'
import type { AppForm } from '@twende/ui/form/use-app-form.ts'
import { conditionLabels, ownershipLabels } from '@twende/ui/listings/sale-labels.ts'
import type { ReactNode } from 'react'
import { useCatalogNames } from '../../content/catalog-name.ts'
import { type ListingTextField, type ListingValues, listingLabels } from './listing-values.ts'

/** The groups of fields that the sell form and the edit form have in common. */

type GroupProps = { form: AppForm<ListingValues> }

const bind = (form: AppForm<ListingValues>, name: ListingTextField) => ({
  form,
  name,
  label: listingLabels()[name],
})
const line = { autoComplete: 'off', maxLength: 60 } as const
const number = { type: 'number', inputMode: 'numeric', autoComplete: 'off', figures: true } as const
const pair = 'grid grid-cols-1 gap-5 sm:grid-cols-2'

type BasicProps = GroupProps & {
  categories: readonly string[]
  /** What stands under the price, such as what similar cars cost. */
  priceNote?: ReactNode
}

export function BasicFields({ form, categories, priceNote }: BasicProps) {
  const nameOf = useCatalogNames()
  return (
    <div className="grid gap-5">
      <TextField
        {...bind(form, 'name')}
        required
        {...line}
        maxLength={100}
        placeholder="Toyota Vitz F 1.3"
        autoCapitalize="words"
        hint={m.sell_field_name_hint()}
      />
      <div className={pair}>
        <SelectField
          {...bind(form, 'category')}
          required
          empty={m.sell_field_category_empty()}
          options={categories.map((value) => ({ value, label: nameOf('vehicle', value) }))}
        />
        <NumberField
          {...bind(form, 'price')}
          required
          maxLength={40}
          placeholder="1,250,000"
          hint={priceNote}
        />
      </div>
      <TextareaField
        {...bind(form, 'description')}
        required
        rows={5}
        maxLength={4000}
        placeholder={m.sell_field_description_placeholder()}
      />
    </div>
  )
}

type CarDetailsProps = GroupProps & { locations: readonly string[]; thisYear: number }

export function CarDetailsFields({ form, locations, thisYear }: CarDetailsProps) {
  const nameOf = useCatalogNames()
  return (
    <div className="grid grid-cols-2 gap-5">
      <TextField
        {...bind(form, 'year')}
        required
        {...number}
        min={OLDEST_MODEL_YEAR}
        max={thisYear}
        placeholder={String(thisYear - 7)}
      />
      <TextField {...bind(form, 'mileage')} required {...number} min={0} placeholder="75000" />
      <SelectField
        {...bind(form, 'location')}
        required
        empty={m.sell_field_location_empty()}
        options={locations.map((value) => ({ value, label: nameOf('location', value) }))}
        className="col-span-2 sm:col-span-1"
      />
      <TextField
        {...bind(form, 'color')}
        required
        {...line}
        maxLength={40}
        placeholder={m.sell_field_color_placeholder()}
        className="col-span-2 sm:col-span-1"
      />
    </div>
  )
}

/** A new listing chooses its seats from a list, an edit takes any number of them (specification, sections 5 and 9). */
export function SpecificationFields({ form, anySeats = false }: GroupProps & { anySeats?: boolean }) {
  const seats = { ...bind(form, 'seats'), required: true }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {anySeats ? (
        <TextField {...seats} {...number} min={1} />
      ) : (
        <SelectField
          {...seats}
          options={SELL_SEATS.map((count) => ({ value: String(count), label: m.sell_seats({ count }) }))}
        />
      )}
      <SelectField
        {...bind(form, 'transmission')}
        required
        options={TRANSMISSIONS.map((value) => ({ value, label: transmissionLabels[value]() }))}
      />
      <SelectField
        {...bind(form, 'fuelType')}
        required
        options={FUEL_TYPES.map((value) => ({ value, label: fuelLabels[value]() }))}
      />
      <TextField
        {...bind(form, 'rating')}
        required
        {...number}
        inputMode="decimal"
        min={0}
        max={5}
        step={0.1}
        hint={m.sell_field_rating_hint()}
      />
    </div>
  )
}

export function AdditionalFields({ form }: GroupProps) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...bind(form, 'condition')}
          required
          options={CONDITIONS.map((value) => ({ value, label: conditionLabels[value]() }))}
        />
        <SelectField
          {...bind(form, 'ownership')}
          required
          options={OWNERSHIPS.map((value) => ({ value, label: ownershipLabels[value]() }))}
        />
      </div>
      <TextareaField
        {...bind(form, 'serviceHistory')}
        optional
        rows={3}
        maxLength={1000}
        placeholder={m.sell_field_service_history_placeholder()}
      />
    </div>
  )
}

/** A new listing needs the first three; an edit needs none (specification, section 5). */
export function TechnicalFields({ form, required }: GroupProps & { required: boolean }) {
  const need = required ? { required } : { optional: true }
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
      <TextField {...bind(form, 'engine')} {...need} {...line} placeholder="1.3 L" />
      <TextField {...bind(form, 'power')} {...need} {...line} placeholder="98 hp" />
      <TextField
        {...bind(form, 'acceleration')}
        {...need}
        {...line}
        placeholder={m.sell_field_acceleration_placeholder()}
      />
      <TextField {...bind(form, 'topSpeed')} optional {...line} placeholder="170 km/h" />
      <TextField {...bind(form, 'range')} optional {...line} placeholder={m.sell_field_range_placeholder()} />
      <TextField {...bind(form, 'towingCapacity')} optional {...line} placeholder="900 kg" />
    </div>
  )
}

export function ContactFields({ form }: GroupProps) {
  return (
    <div className={pair}>
      <TextField
        {...bind(form, 'contactPhone')}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        placeholder="0712 345 678"
        hint={m.sell_field_contact_phone_hint()}
      />
      <TextField
        {...bind(form, 'contactEmail')}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        placeholder={m.sell_field_email_placeholder()}
      />
    </div>
  )
}

export function AvailabilityChoice({ form }: GroupProps) {
  const { control } = useBound<ListingValues>(bind(form, 'available'))
  return (
    <Choices
      legend={m.sell_field_available()}
      value={control.value === 'false' ? 'false' : 'true'}
      onChange={control.onChange}
      choices={[
        { value: 'true', label: m.sell_available() },
        { value: 'false', label: m.sell_sold() },
      ]}
      look="segments"
    />
  )
}
