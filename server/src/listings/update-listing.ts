import { readCarName } from '@twende/contract/listings/car-name.ts'
import { editsToReview, type ReviewedField } from '@twende/contract/listings/edit-review.ts'
import { availabilityMove } from '@twende/contract/listings/listing-status.ts'
import type { ListingEdit } from '@twende/contract/listings/sell-submission.ts'
import * as z from 'zod/mini'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { keepPictures } from '../media/keep-picture.ts'
import { distinct, filled, placeOf, refuseWrongYear } from './add-listing.ts'
import { findListing, findPictureHashes } from './listing-read-store.ts'
import {
  changeListing,
  type KeptListing,
  type ListingChange,
  listingToChange,
  moveListing,
  replacePictures,
} from './listing-store.ts'
import { listingWarnings } from './listing-warnings.ts'

type UpdateDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type Asked = { accountId: string; edit: ListingEdit; pictures: ReadonlyMap<string, Buffer> }

const IMAGES = ['image1', 'image2', 'image3', 'image4']

/** Changes a seller's own listing; answers which changes staff has to look at before it is shown again. */
export async function updateListing(deps: UpdateDeps, asked: Asked): Promise<string[]> {
  const { accountId, edit } = asked
  const now = deps.clock.now()
  const found = await findListing(deps.db, edit.id, now)
  if (found?.account_id !== accountId) throw new Refusal('listing_not_found')
  if (edit.year !== undefined) refuseWrongYear(edit.year, now)
  const kept = await keepNamed(deps, asked.pictures)
  return inTransaction(deps.db, async (tx) => {
    const listing = await listingToChange(tx, edit.id, accountId)
    if (edit.updatedAt !== undefined && edit.updatedAt !== listing.updated_at.toISOString()) {
      throw new Refusal('listing_wrong_state')
    }
    const named = { category: edit.category ?? found.category, location: edit.location ?? found.location }
    const place = await placeOf(tx, named, listing)
    const before = await findPictureHashes(tx, listing.id)
    const hashes = merged(before, kept)
    const changed = changedFields(listing, edit, { before, after: hashes })
    const reviewed = listing.verified_at === null ? [] : changed
    if (kept.size > 0) await replacePictures(tx, listing.id, hashes)
    const set = { ...wordsOf(edit), category_id: place.categoryId, location_id: place.locationId }
    const looked = await withReview(tx, listing, edit, { changed, reviewed, hashes, now })
    await save(tx, listing, edit, { set: { ...set, ...looked }, reviewed, now, accountId })
    return reviewed
  })
}

type Saving = { set: ListingChange; reviewed: readonly string[]; now: Date; accountId: string }

/** Saves the words and, where the car is marked as sold or available, makes the move that belongs to it. */
async function save(
  tx: Db,
  listing: KeptListing,
  edit: ListingEdit,
  { set, reviewed, now, accountId }: Saving,
): Promise<void> {
  const note = reviewed.length > 0 ? `To be checked again: ${reviewed.join(', ')}` : ''
  const saved = await changeListing(tx, listing, set, { by: 'owner', accountId, now, what: 'Edited', note })
  if (edit.available === undefined || edit.available === listing.available) return
  await setAvailability(tx, saved, { available: edit.available, now, accountId })
}

/** Flips the flag, and with it the status of a listing that is live. */
export async function setAvailability(
  tx: Db,
  listing: KeptListing,
  { available, now, accountId }: { available: boolean; now: Date; accountId: string },
): Promise<KeptListing> {
  const move = availabilityMove(
    { listingStatus: listing.status, listingExpiresAt: listing.expires_at?.toISOString() ?? null },
    available,
    now,
  )
  const happening = {
    by: 'owner',
    accountId,
    now,
    what: available ? 'Marked as available' : 'Marked as sold',
  } as const
  const set = { available, sold_at: available ? null : now }
  return move === undefined
    ? changeListing(tx, listing, set, happening)
    : moveListing(tx, listing, move, { ...happening, set })
}

function wordsOf(edit: ListingEdit): ListingChange {
  const { name, specs, features, contactInfo } = edit
  const given: ListingChange = {
    ...(name === undefined ? {} : { name, ...readCarName(name) }),
    ...(specs === undefined ? {} : { specs: JSON.stringify(filled(specs)) }),
    ...(features === undefined ? {} : { features: distinct(features) }),
    ...(contactInfo === undefined
      ? {}
      : { contact_phone: contactInfo.phone, contact_email: contactInfo.email }),
    description: edit.description,
    price: edit.price,
    seats: edit.seats,
    transmission: edit.transmission,
    fuel_type: edit.fuelType,
    seller_rating: edit.rating,
    year: edit.year,
    mileage: edit.mileage,
    color: edit.color,
    condition: edit.condition,
    ownership: edit.ownership,
    service_history: edit.serviceHistory,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const Specs = z.record(z.string(), z.string())

/** Of what staff looked at, that which is no longer so. */
function changedFields(
  listing: KeptListing,
  edit: ListingEdit,
  photos: { before: readonly string[]; after: readonly string[] },
): ReviewedField[] {
  const seen = {
    name: listing.name,
    year: listing.year,
    phone: listing.contact_phone,
    email: listing.contact_email,
    price: listing.verified_price ?? listing.price,
    photos: photos.before,
    description: listing.description,
    features: listing.features,
    specs: Specs.parse(listing.specs),
    serviceHistory: listing.service_history,
    color: listing.color,
  }
  return editsToReview(seen, {
    name: edit.name ?? seen.name,
    year: edit.year ?? seen.year,
    phone: edit.contactInfo?.phone ?? seen.phone,
    email: edit.contactInfo?.email ?? seen.email,
    price: edit.price ?? listing.price,
    photos: photos.after,
    description: edit.description ?? seen.description,
    features: edit.features ?? seen.features,
    specs: edit.specs ?? seen.specs,
    serviceHistory: edit.serviceHistory ?? seen.serviceHistory,
    color: edit.color ?? seen.color,
  })
}

type Look = { changed: readonly string[]; reviewed: readonly string[]; hashes: string[]; now: Date }

/** What the edit means for staff: a verified listing is hidden until they looked again, an unverified one waits. */
async function withReview(
  tx: Db,
  listing: KeptListing,
  edit: ListingEdit,
  { changed, reviewed, hashes, now }: Look,
): Promise<ListingChange> {
  const { make, model } = edit.name === undefined ? listing : readCarName(edit.name)
  const warnings = await listingWarnings(
    tx,
    {
      accountId: listing.account_id,
      description: edit.description ?? listing.description,
      price: edit.price ?? listing.price,
      year: edit.year ?? listing.year,
      mileage: edit.mileage ?? listing.mileage,
      make,
      model,
      pictureHashes: hashes,
    },
    now,
  )
  if (listing.verified_at !== null && reviewed.length === 0) return { warnings }
  const waits = listing.verified_at !== null || listing.months > 0
  return {
    warnings,
    verified_at: null,
    changed_fields: [...new Set([...listing.changed_fields, ...changed])],
    review_since: waits ? (listing.review_since ?? now) : null,
  }
}

async function keepNamed(
  deps: UpdateDeps,
  pictures: ReadonlyMap<string, Buffer>,
): Promise<ReadonlyMap<number, string>> {
  const sent = [...pictures].map(([name, bytes]) => ({ position: IMAGES.indexOf(name), bytes }))
  if (sent.some(({ position }) => position === -1)) throw new Refusal('invalid')
  const kept = await keepPictures(
    deps,
    sent.map(({ bytes }) => bytes),
  )
  return new Map(sent.map(({ position }, place) => [position, kept[place]?.hash ?? '']))
}

/** New pictures in their places, the others where they were, without gaps. */
function merged(before: readonly string[], kept: ReadonlyMap<number, string>): string[] {
  return IMAGES.flatMap((_, position) => kept.get(position) ?? before[position] ?? [])
}
