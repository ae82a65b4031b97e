import { readCarName } from '@twende/contract/listings/car-name.ts'
import {
  editsToReview,
  type ReviewedFacts,
  type ReviewedField,
} from '@twende/contract/listings/edit-review.ts'
import type { ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import type { ListingEdit } from '@twende/contract/listings/sell-submission.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { findSelectableCategoryId, findSelectableLocationId } from '../../db/selectable-catalog-items.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { withUploadedPictures } from '../../media/upload-pictures.ts'
import { deleteEdit, findEdit, type PendingEditRow, replaceEdit } from '../listing-edit-store.ts'
import { columnsOf, factsOf, givenFacts, omitFacts, pickFacts, sameFacts } from '../listing-facts.ts'
import { findListing, findPictureHashes } from '../listing-read-store.ts'
import {
  changeListing,
  type ListingChange,
  type ListingRecord,
  lockListingToChange,
  replacePictures,
} from '../listing-store.ts'
import { requirePastYear } from './add-listing.ts'
import { setAvailability } from './listing-availability.ts'
import { editWarnings, listingWarnings } from './listing-warnings.ts'

type UpdateDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type UpdateInput = { accountId: string; edit: ListingEdit; pictures: ReadonlyMap<string, Buffer> }

const IMAGES = ['image1', 'image2', 'image3', 'image4']

/** Changes a seller's own listing; answers which changed facts wait for staff before buyers see them. */
export async function updateListing(deps: UpdateDeps, input: UpdateInput): Promise<readonly ReviewedField[]> {
  const { accountId, edit } = input
  const now = deps.clock.now()
  const found = await findListing(deps.db, edit.id, now)
  if (found?.account_id !== accountId) throw new AppError('listing_not_found')
  if (edit.year !== undefined) requirePastYear(edit.year, now)
  // Checked here before pictures are uploaded, and again in the transaction.
  requireCurrent(edit, found)
  return withNamedPictures(deps, input, (uploaded) => applyUpdate(deps, input, uploaded, now))
}

function applyUpdate(
  deps: UpdateDeps,
  { accountId, edit }: UpdateInput,
  uploaded: ReadonlyMap<number, string>,
  now: Date,
): Promise<readonly ReviewedField[]> {
  return inTransaction(deps.db, async (tx) => {
    const listing = await lockListingToChange(tx, edit.id, accountId)
    requireCurrent(edit, listing)
    const pending = await findEdit(tx, listing.id)
    const before = factsOf(listing, await findPictureHashes(tx, listing.id))
    const proposed = pending?.refusedAt === null ? pending.proposed : {}
    const latest = { ...before, ...proposed }
    const edited = {
      ...latest,
      ...givenFacts(edit),
      ...(await categoryAndLocation(tx, edit, [before, latest])),
      photos: mergePictures(latest.photos, uploaded),
    }
    const update = { listing, edit, before, edited, pending, now, accountId }
    return listing.verified_at === null ? saveUnverified(tx, update) : saveVerified(tx, update)
  })
}

function requireCurrent({ updatedAt }: ListingEdit, listing: { updated_at: Date }): void {
  if (updatedAt !== undefined && updatedAt !== listing.updated_at.toISOString()) {
    throw new AppError('listing_wrong_state')
  }
}

type Update = {
  listing: ListingRecord
  edit: ListingEdit
  /** The facts before and after the update. */
  before: ReviewedFacts
  edited: ReviewedFacts
  pending: PendingEditRow | undefined
  now: Date
  accountId: string
}

/** An unverified listing is not public: every change is made at once, and staff reviews the whole listing. */
async function saveUnverified(tx: Db, update: Update): Promise<readonly ReviewedField[]> {
  const { listing, edit, before, edited, now } = update
  const changed = editsToReview(before, edited)
  await savePictures(tx, update)
  await save(tx, update, {
    ...columnsOf(edited),
    seller_rating: edit.rating ?? listing.seller_rating,
    warnings: await warningsOf(tx, update),
    changed_fields: [...new Set([...listing.changed_fields, ...changed])],
    review_since: listing.months > 0 ? (listing.review_since ?? now) : null,
  })
  return []
}

/** A verified listing may be public: reviewed facts stay as they are, and changes of them wait as an edit. */
async function saveVerified(tx: Db, update: Update): Promise<readonly ReviewedField[]> {
  const { listing, edit, before, edited, pending, now } = update
  const verified = { ...before, price: listing.verified_price ?? listing.price }
  const changed = editsToReview(verified, edited)
  const proposed = pickFacts(edited, changed)
  const isWaiting = pending?.refusedAt === null
  const warnings = await warningsOf(tx, update)
  if (changed.length === 0) {
    if (isWaiting) await deleteEdit(tx, listing.id)
  } else if (!isWaiting || !sameFacts(pending.proposed, proposed)) {
    warnings.push(...editWarnings(verified, edited))
    await replaceEdit(tx, { id: uuidv7(), listingId: listing.id, fields: changed, proposed, warnings, now })
  }
  if (!changed.includes('photos')) await savePictures(tx, update)
  const set: ListingChange = {
    ...columnsOf(omitFacts(edited, changed)),
    ...(changed.length === 0 ? { warnings } : {}),
    seller_rating: edit.rating ?? listing.seller_rating,
    review_since: changed.length > 0 ? (listing.review_since ?? now) : null,
  }
  await save(tx, update, set, changed)
  return changed
}

async function savePictures(tx: Db, { listing, before, edited }: Update): Promise<void> {
  if (sameFacts({ photos: before.photos }, { photos: edited.photos })) return
  await replacePictures(tx, listing.id, edited.photos)
}

/** Saves columns and, if the car is marked as sold or available, the status that belongs to it. */
async function save(
  tx: Db,
  { listing, edit, now, accountId }: Update,
  set: ListingChange,
  fields: ReviewedField[] = [],
): Promise<void> {
  const saved = await changeListing(tx, listing, set, {
    by: 'owner',
    accountId,
    now,
    what: { code: 'edited', fields },
  })
  if (edit.available === undefined || edit.available === listing.available) return
  await setAvailability(tx, saved, { available: edit.available, now, accountId })
}

/** The ids of the given category and location; those that the listing or its edit already has need not be on offer. */
async function categoryAndLocation(
  tx: Db,
  { category, location }: ListingEdit,
  has: readonly ReviewedFacts[],
): Promise<Partial<ReviewedFacts>> {
  const facts: Partial<ReviewedFacts> = {}
  if (category !== undefined) {
    const find = (currentId: string) =>
      findSelectableCategoryId(tx, { kind: 'vehicle', name: category, currentId })
    const found = await firstFound(
      has.map((one) => one.category),
      find,
    )
    if (found === undefined) throw new AppError('category_unknown')
    facts.category = found
  }
  if (location !== undefined) {
    const find = (currentId: string) => findSelectableLocationId(tx, { name: location, currentId })
    const found = await firstFound(
      has.map((one) => one.location),
      find,
    )
    if (found === undefined) throw new AppError('location_unknown', { message: m.validation_location() })
    facts.location = found
  }
  return facts
}

async function firstFound(
  ids: readonly string[],
  find: (id: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const id of new Set(ids)) {
    const found = await find(id)
    if (found !== undefined) return found
  }
  return undefined
}

async function warningsOf(tx: Db, { listing, edited, now }: Update): Promise<ListingWarning[]> {
  const { make, model } = readCarName(edited.name)
  const { phone, email, photos } = edited
  const from = { listingId: listing.id, accountId: listing.account_id, make, model }
  return listingWarnings(tx, { ...edited, ...from, contact: { phone, email }, pictureHashes: photos }, now)
}

async function withNamedPictures<T>(
  deps: UpdateDeps,
  { accountId, pictures }: UpdateInput,
  use: (uploaded: ReadonlyMap<number, string>) => Promise<T>,
): Promise<T> {
  const positions = [...pictures.keys()].map((name) => IMAGES.indexOf(name))
  if (positions.includes(-1)) throw new AppError('invalid')
  const upload = { by: { accountId, role: 'user' } as const, sent: [...pictures.values()] }
  return withUploadedPictures(deps, upload, (hashes) =>
    use(new Map(hashes.map((hash, place) => [positions[place] ?? 0, hash]))),
  )
}

/** Uploaded pictures at their positions and the others where they were, without gaps. */
function mergePictures(before: readonly string[], uploaded: ReadonlyMap<number, string>): string[] {
  return IMAGES.flatMap((_, position) => uploaded.get(position) ?? before[position] ?? [])
}
