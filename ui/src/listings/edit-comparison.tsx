import type { ReviewedField } from '@twende/contract/listings/edit-review.ts'
import type { ListingFacts, PendingEdit } from '@twende/contract/listings/listing.ts'
import { SPEC_LABELS } from '@twende/contract/listings/listing-choices.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { ReactNode } from 'react'
import { fuelLabels, transmissionLabels } from '../cars/car-labels.ts'
import { Picture } from '../pictures/picture.tsx'
import { conditionLabels, ownershipLabels, showKm } from './sale-labels.ts'

type EditComparisonProps = {
  edit: Pick<PendingEdit, 'fields' | 'published' | 'proposed'>
  /** What the two versions are called. */
  names: readonly [published: string, proposed: string]
}

/** The two versions of an edited listing, field by field, as far as they differ. */
export function EditComparison({ edit: { fields, published, proposed }, names }: EditComparisonProps) {
  return (
    <ul className="grid gap-4">
      {fields.map((field) => (
        <li key={field}>
          <p className="font-semibold">{reviewedFieldLabels[field]()}</p>
          <dl className="grid grid-cols-2 gap-x-4">
            <Version name={names[0]}>{shown[field](published, proposed)}</Version>
            <Version name={names[1]}>{shown[field](proposed, published)}</Version>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="figures whitespace-pre-line">{children || m.listing_compare_nothing()}</dd>
    </div>
  )
}

/** What a form and a comparison call the facts of a listing. */
export const reviewedFieldLabels: Readonly<Record<ReviewedField, () => string>> = {
  name: m.common_car_name,
  category: m.common_category,
  price: m.common_price,
  year: m.common_year,
  mileage: m.common_mileage,
  condition: m.common_condition,
  ownership: m.common_ownership,
  transmission: m.common_transmission,
  fuelType: m.common_fuel_type,
  seats: m.common_seats,
  color: m.common_color,
  location: m.common_location,
  photos: m.common_pictures,
  description: m.common_description,
  serviceHistory: m.listing_compare_service_history,
  features: m.common_features,
  specs: m.listing_compare_specs,
  phone: m.listing_compare_phone,
  email: m.listing_compare_email,
}

/** A fact of one version; the other version tells which of many specifications differ. */
const shown: Readonly<Record<ReviewedField, (facts: ListingFacts, other: ListingFacts) => ReactNode>> = {
  name: ({ name }) => name,
  category: ({ category }) => category,
  price: ({ price }) => showKsh(price),
  year: ({ year }) => String(year),
  mileage: ({ mileage }) => showKm(mileage),
  condition: ({ condition }) => conditionLabels[condition](),
  ownership: ({ ownership }) => ownershipLabels[ownership](),
  transmission: ({ transmission }) => transmissionLabels[transmission](),
  fuelType: ({ fuelType }) => fuelLabels[fuelType](),
  seats: ({ seats }) => String(seats),
  color: ({ color }) => color,
  location: ({ location }) => location,
  photos: ({ pictures }) => <Pictures pictures={pictures} />,
  description: ({ description }) => description,
  serviceHistory: ({ serviceHistory }) => serviceHistory,
  features: ({ features }) => features.join(', '),
  specs: ({ specs }, other) => differingSpecs(specs, other.specs),
  phone: ({ contactInfo }) => showPhone(contactInfo.phone),
  email: ({ contactInfo }) => contactInfo.email,
}

function differingSpecs(specs: ListingFacts['specs'], other: ListingFacts['specs']): string {
  return Object.entries(SPEC_LABELS)
    .filter(([name]) => specs[name] !== other[name])
    .map(([name, label]) => `${label()}: ${specs[name] ?? m.listing_compare_nothing()}`)
    .join('\n')
}

/** Each opens in its full size, since what was changed may be small. */
function Pictures({ pictures }: Pick<ListingFacts, 'pictures'>) {
  return (
    <span className="grid grid-cols-2 gap-2">
      {pictures.map(({ address, placeholder }, place) => (
        <a key={address} href={address} target="_blank" rel="noopener noreferrer">
          <Picture
            address={address}
            placeholder={placeholder}
            alt={m.picture_full_size({ place: place + 1 })}
            sizes="(min-width: 768px) 200px, 25vw"
            ratio="4/3"
            className="rounded-md"
          />
        </a>
      ))}
    </span>
  )
}
