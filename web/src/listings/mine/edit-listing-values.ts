import { editsToReview, type ReviewedField } from '@twende/contract/listings/edit-review.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { readShillings } from '@twende/contract/money.ts'
import { normaliseKenyanPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import { type ListingValues, listingBody } from '../listing-form/listing-values.ts'

/** A listing as its form shows it: with what was refused, so that it can be put right. */
export function valuesOf(own: OwnListing): ListingValues {
  const listing = own.edit?.state === 'refused' ? { ...own, ...own.edit.proposed } : own
  const { specs, contactInfo } = listing
  return {
    name: listing.name,
    category: listing.category,
    price: String(listing.price),
    description: listing.description,
    year: String(listing.year),
    mileage: String(listing.mileage),
    location: listing.location,
    color: listing.color,
    seats: String(listing.seats),
    transmission: listing.transmission,
    fuelType: listing.fuelType,
    rating: String(listing.rating),
    condition: listing.condition,
    ownership: listing.ownership,
    serviceHistory: listing.serviceHistory,
    engine: specs.engine ?? '',
    power: specs.power ?? '',
    acceleration: specs.acceleration ?? '',
    topSpeed: specs.topSpeed ?? '',
    range: specs.range ?? '',
    towingCapacity: specs.towingCapacity ?? '',
    contactPhone: showPhone(contactInfo.phone),
    contactEmail: contactInfo.email,
    available: String(listing.available),
    features: listing.features,
  }
}

/** Features as typed in one field, apart by commas; blanks are dropped. */
export function readFeatures(text: string): readonly string[] {
  return text
    .split(',')
    .map((feature) => feature.trim().replace(/\s+/g, ' '))
    .filter((feature) => feature !== '')
}

/** What was changed from `before`, laid over `now`: somebody else's changes of other fields are kept. */
export function rebase(typed: ListingValues, before: ListingValues, now: ListingValues): ListingValues {
  return { ...now, ...changes(typed, before) }
}

export function isChanged(typed: ListingValues, before: ListingValues): boolean {
  return Object.keys(changes(typed, before)).length > 0
}

function changes(typed: ListingValues, before: ListingValues): Partial<ListingValues> {
  const old = new Map<string, unknown>(Object.entries(before))
  const same = (field: string, value: unknown) => JSON.stringify(old.get(field)) === JSON.stringify(value)
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => !same(field, value)))
}

/** What `/api/sell/update` takes; refused when the listing has moved on from `updatedAt`. */
export function editOf({ _id: id, updatedAt }: OwnListing, values: ListingValues) {
  return { ...listingBody(values), id, updatedAt }
}

/** Which of the facts would wait for staff before buyers see them, as far as the page can tell. */
export function reviewOf(
  listing: OwnListing,
  values: ListingValues,
  replaced: ReadonlyMap<number, Blob>,
): ReviewedField[] {
  if (!listing.verified) return []
  const { contactInfo, pictures, ...seen } = listing.edit?.published ?? listing
  const photos = pictures.map(({ address }) => address)
  const shown = listing.pictures.map(({ address }) => address)
  const { engine, power, acceleration, topSpeed, range, towingCapacity } = values
  return editsToReview(
    { ...seen, ...contactInfo, photos },
    {
      ...values,
      year: Number(values.year),
      mileage: Number(values.mileage),
      seats: Number(values.seats),
      price: readShillings(values.price) ?? seen.price,
      phone: normaliseKenyanPhone(values.contactPhone) ?? values.contactPhone,
      email: values.contactEmail.trim(),
      specs: { engine, power, acceleration, topSpeed, range, towingCapacity },
      photos: [...shown, ...[...replaced.keys()].map((place) => `new ${place}`)],
    },
  )
}
