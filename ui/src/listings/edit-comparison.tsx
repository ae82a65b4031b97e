import type { ReviewedField } from '@twende/contract/listings/edit-review.ts'
import type { ListingFacts, PendingEdit } from '@twende/contract/listings/listing.ts'
import { SPEC_LABELS } from '@twende/contract/listings/listing-choices.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { ReactNode } from 'react'
import { capitalised } from '../cars/car-words.ts'
import { Picture } from '../pictures/picture.tsx'
import { showKm } from './sale-words.ts'

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
          <p className="font-semibold">{labels[field]}</p>
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
      <dd className="figures break-words whitespace-pre-line">{children || 'Nothing'}</dd>
    </div>
  )
}

const labels: Readonly<Record<ReviewedField, string>> = {
  name: 'Car name',
  category: 'Category',
  price: 'Price',
  year: 'Year',
  mileage: 'Mileage',
  condition: 'Condition',
  ownership: 'Ownership',
  transmission: 'Transmission',
  fuelType: 'Fuel type',
  seats: 'Seats',
  color: 'Color',
  location: 'Location',
  photos: 'Pictures',
  description: 'Description',
  serviceHistory: 'Service history',
  features: 'Features',
  specs: 'Technical specifications',
  phone: 'Contact phone',
  email: 'Contact email',
}

/** A fact of one version; the other version tells which of many specifications differ. */
const shown: Readonly<Record<ReviewedField, (facts: ListingFacts, other: ListingFacts) => ReactNode>> = {
  name: ({ name }) => name,
  category: ({ category }) => category,
  price: ({ price }) => showKsh(price),
  year: ({ year }) => String(year),
  mileage: ({ mileage }) => showKm(mileage),
  condition: ({ condition }) => capitalised(condition),
  ownership: ({ ownership }) => `${capitalised(ownership)} owner`,
  transmission: ({ transmission }) => capitalised(transmission),
  fuelType: ({ fuelType }) => capitalised(fuelType),
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
    .map(([name, label]) => `${label}: ${specs[name] ?? 'nothing'}`)
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
            alt={`Picture ${place + 1} in full size`}
            sizes="(min-width: 768px) 200px, 25vw"
            ratio="4/3"
            className="rounded-md"
          />
        </a>
      ))}
    </span>
  )
}
