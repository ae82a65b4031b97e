import { FUEL_TYPES, OLDEST_MODEL_YEAR, TRANSMISSIONS } from '@twende/contract/business-constants.ts'
import { CONDITIONS, OWNERSHIPS, SELL_SEATS } from '@twende/contract/listings/listing-choices.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import type { ReactNode } from 'react'
import { LongText, MoneyInput, NumberInput, SelectInput, TextInput } from './listing-inputs.tsx'
import type { ListingForm } from './listing-values.ts'

/** The groups of fields that the sell form and the edit form have in common. */

type GroupProps = { form: ListingForm }

const named = (name: string) => ({ value: name, label: name })
const capital = (word: string) => ({ value: word, label: word.charAt(0).toUpperCase() + word.slice(1) })
const pair = 'grid grid-cols-1 gap-5 sm:grid-cols-2'

type BasicProps = GroupProps & {
  categories: readonly string[]
  /** What stands under the price, such as what similar cars cost. */
  priceNote?: ReactNode
}

export function BasicFields({ form, categories, priceNote }: BasicProps) {
  return (
    <div className="grid gap-5">
      <TextInput
        form={form}
        name="name"
        required
        placeholder="Toyota Vitz F 1.3"
        autoCapitalize="words"
        hint="Make and model, as buyers search for them."
      />
      <div className={pair}>
        <SelectInput
          form={form}
          name="category"
          required
          empty="Choose a category"
          options={categories.map(named)}
        />
        <MoneyInput form={form} name="price" required placeholder="1,250,000" hint={priceNote} />
      </div>
      <LongText
        form={form}
        name="description"
        required
        rows={5}
        placeholder="How it drives, what was done to it, why you sell it."
      />
    </div>
  )
}

type CarDetailsProps = GroupProps & { locations: readonly string[]; thisYear: number }

export function CarDetailsFields({ form, locations, thisYear }: CarDetailsProps) {
  return (
    <div className="grid grid-cols-2 gap-5">
      <NumberInput
        form={form}
        name="year"
        required
        min={OLDEST_MODEL_YEAR}
        max={thisYear}
        placeholder={String(thisYear - 7)}
      />
      <NumberInput form={form} name="mileage" required min={0} placeholder="75000" />
      <SelectInput
        form={form}
        name="location"
        required
        empty="Choose a place"
        options={locations.map(named)}
        className="col-span-2 sm:col-span-1"
      />
      <TextInput
        form={form}
        name="color"
        required
        placeholder="Silver"
        className="col-span-2 sm:col-span-1"
      />
    </div>
  )
}

export function SpecificationFields({ form }: GroupProps) {
  return (
    <div className="grid grid-cols-2 gap-5">
      <SelectInput
        form={form}
        name="seats"
        required
        options={SELL_SEATS.map((seats) => ({ value: String(seats), label: `${seats} seats` }))}
      />
      <SelectInput form={form} name="transmission" required options={TRANSMISSIONS.map(capital)} />
      <SelectInput form={form} name="fuelType" required options={FUEL_TYPES.map(capital)} />
      <NumberInput
        form={form}
        name="rating"
        required
        inputMode="decimal"
        min={0}
        max={5}
        step={0.1}
        hint="From 0 to 5, in steps of 0.1."
      />
    </div>
  )
}

const ownershipWords = {
  first: 'First owner',
  second: 'Second owner',
  third: 'Third owner',
  'fourth+': 'Fourth owner or later',
} as const

export function AdditionalFields({ form }: GroupProps) {
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-5">
        <SelectInput form={form} name="condition" required options={CONDITIONS.map(capital)} />
        <SelectInput
          form={form}
          name="ownership"
          required
          options={OWNERSHIPS.map((value) => ({ value, label: ownershipWords[value] }))}
        />
      </div>
      <LongText
        form={form}
        name="serviceHistory"
        rows={3}
        placeholder="Serviced every 5,000 km, last in March; records at hand."
      />
    </div>
  )
}

export function TechnicalFields({ form }: GroupProps) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
      <TextInput form={form} name="engine" required placeholder="1.3 L" />
      <TextInput form={form} name="power" required placeholder="98 hp" />
      <TextInput form={form} name="acceleration" required placeholder="0 to 100 in 12.4 s" />
      <TextInput form={form} name="topSpeed" placeholder="170 km/h" />
      <TextInput form={form} name="range" placeholder="700 km a tank" />
      <TextInput form={form} name="towingCapacity" placeholder="900 kg" />
    </div>
  )
}

export function ContactFields({ form }: GroupProps) {
  return (
    <div className={pair}>
      <TextInput
        form={form}
        name="contactPhone"
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        placeholder="0712 345 678"
        hint="Buyers call or write to this number."
      />
      <TextInput
        form={form}
        name="contactEmail"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        placeholder="you@example.com"
      />
    </div>
  )
}

export function AvailabilityChoice({ form }: GroupProps) {
  return (
    <Choices
      legend="Availability"
      value={form.values.available === 'false' ? 'false' : 'true'}
      onChange={(available) => form.change({ available })}
      choices={[
        { value: 'true', label: 'Available' },
        { value: 'false', label: 'Sold' },
      ]}
      look="segments"
    />
  )
}
