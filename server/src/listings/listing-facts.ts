import { carSpecsDocument } from '@twende/contract/cars/car.ts'
import { readCarName } from '@twende/contract/listings/car-name.ts'
import {
  REVIEWED_FIELDS,
  type ReviewedFacts,
  type ReviewedField,
} from '@twende/contract/listings/edit-review.ts'
import type { ListingEdit } from '@twende/contract/listings/sell-submission.ts'
import { storedDocument } from '@twende/contract/stored-document.ts'
import * as z from 'zod/mini'
import type { ListingChange, ListingRecord } from './listing-store.ts'

/** Some of a listing's facts: category and location by id, photos by hash. */
export type PartialFacts = Partial<ReviewedFacts>

const Specs = z.record(z.string(), z.string())
const text = z.optional(z.string())
const whole = z.optional(z.int())

/** The proposed values of an edit; category, location and photos have columns with foreign keys. */
const Proposal = z.object({
  name: text,
  price: whole,
  year: whole,
  mileage: whole,
  condition: text,
  ownership: text,
  transmission: text,
  fuelType: text,
  seats: whole,
  color: text,
  description: text,
  serviceHistory: text,
  features: z.optional(z.array(z.string())),
  specs: z.optional(Specs),
  phone: text,
  email: text,
})
const proposalDocument = storedDocument('proposed changes of a listing', Proposal)

type Referenced = { categoryId: string | null; locationId: string | null; photos: readonly string[] }

/** Reads what `storedProposal` wrote. */
export function readProposal(stored: unknown, { categoryId, locationId, photos }: Referenced): PartialFacts {
  return withoutMissing({
    ...proposalDocument.read(stored),
    category: categoryId ?? undefined,
    location: locationId ?? undefined,
    photos: photos.length > 0 ? photos : undefined,
  })
}

/** The JSON of proposed facts, without category, location and photos. */
export function storedProposal({ category: _, location: __, photos: ___, ...facts }: PartialFacts): string {
  return proposalDocument.write(withoutMissing(facts))
}

/** The facts of a listing as staff compares them. */
export function factsOf(listing: ListingRecord, photos: readonly string[]): ReviewedFacts {
  return {
    name: listing.name,
    category: listing.category_id,
    price: listing.price,
    year: listing.year,
    mileage: listing.mileage,
    condition: listing.condition,
    ownership: listing.ownership,
    transmission: listing.transmission,
    fuelType: listing.fuel_type,
    seats: listing.seats,
    color: listing.color,
    location: listing.location_id,
    photos,
    description: listing.description,
    serviceHistory: listing.service_history,
    features: listing.features,
    specs: carSpecsDocument.read(listing.specs),
    phone: listing.contact_phone,
    email: listing.contact_email,
  }
}

/** The facts given in an edit, without category, location and photos, which are looked up first. */
export function givenFacts(edit: ListingEdit): PartialFacts {
  return withoutMissing({
    name: edit.name,
    price: edit.price,
    year: edit.year,
    mileage: edit.mileage,
    condition: edit.condition,
    ownership: edit.ownership,
    transmission: edit.transmission,
    fuelType: edit.fuelType,
    seats: edit.seats,
    color: edit.color,
    description: edit.description,
    serviceHistory: edit.serviceHistory,
    features: edit.features && distinctFeatures(edit.features),
    specs: edit.specs && withoutEmptySpecs(edit.specs),
    phone: edit.contactInfo?.phone,
    email: edit.contactInfo?.email,
  })
}

/** Facts as columns of `listings`; photos are rows of `listing_pictures`. */
export function columnsOf(facts: PartialFacts): ListingChange {
  const { name, specs, features } = facts
  return withoutMissing({
    name,
    ...(name === undefined ? {} : readCarName(name)),
    category_id: facts.category,
    price: facts.price,
    year: facts.year,
    mileage: facts.mileage,
    condition: facts.condition,
    ownership: facts.ownership,
    transmission: facts.transmission,
    fuel_type: facts.fuelType,
    seats: facts.seats,
    color: facts.color,
    location_id: facts.location,
    description: facts.description,
    service_history: facts.serviceHistory,
    features: features && [...features],
    specs: specs && carSpecsDocument.write(specs),
    contact_phone: facts.phone,
    contact_email: facts.email,
  })
}

/** Only these fields of the facts. */
export function pickFacts(facts: ReviewedFacts, fields: readonly ReviewedField[]): PartialFacts {
  return pick(facts, (field) => fields.includes(field))
}

/** The facts without these fields. */
export function omitFacts(facts: ReviewedFacts, fields: readonly ReviewedField[]): PartialFacts {
  return pick(facts, (field) => !fields.includes(field))
}

/** Whether two sets of facts are equal in every field. */
export function sameFacts(some: PartialFacts, others: PartialFacts): boolean {
  return REVIEWED_FIELDS.every((field) => JSON.stringify(some[field]) === JSON.stringify(others[field]))
}

function pick(facts: ReviewedFacts, wanted: (field: ReviewedField) => boolean): PartialFacts {
  const entries = REVIEWED_FIELDS.filter(wanted).map((field) => [field, facts[field]] as const)
  return Object.fromEntries(entries)
}

/** Specs that are not blank. */
export function withoutEmptySpecs(specs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(specs).filter(([, value]) => value !== ''))
}

/** Features that are not blank, each once. */
export function distinctFeatures(features: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const feature of features) {
    const key = feature.toLowerCase()
    if (feature !== '' && !seen.has(key)) seen.set(key, feature)
  }
  return [...seen.values()]
}

function withoutMissing(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
