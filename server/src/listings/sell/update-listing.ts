import { readCarName } from '@twende/contract/listings/car-name.ts'
import {
  editsToReview,
  type ReviewedFacts,
  type ReviewedField,
} from '@twende/contract/listings/edit-review.ts'
import type { ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import type { ListingEdit } from '@twende/contract/listings/sell-submission.ts'
import type { Db } from '../../db/database.ts'
import { uuidv7 } from '../../db/new-id.ts'
import { offeredCategoryId, offeredLocationId } from '../../db/offered-choices.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { withUploadedPictures } from '../../media/upload-pictures.ts'
import { deleteEdit, findEdit, type PendingEditRow, replaceEdit } from '../listing-edit-store.ts'
import { columnsOf, factsAmong, factsExcept, factsOf, givenFacts, isSame } from '../listing-facts.ts'
import { findListing, findPictureHashes } from '../listing-read-store.ts'
import {
  changeListing,
  type ListingChange,
  type ListingRecord,
  lockListingToChange,
  replacePictures,
} from '../listing-store.ts'
import { refuseWrongYear } from './add-listing.ts'
import { setAvailability } from './listing-availability.ts'
import { editWarnings, listingWarnings } from './listing-warnings.ts'

type UpdateDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type Asked = { accountId: string; edit: ListingEdit; pictures: ReadonlyMap<string, Buffer> }

const IMAGES = ['image1', 'image2', 'image3', 'image4']

/** Changes a seller's own listing; answers which changed facts wait for staff before buyers see them. */
export async function updateListing(deps: UpdateDeps, asked: Asked): Promise<readonly ReviewedField[]> {
  const { accountId, edit } = asked
  const now = deps.clock.now()
  const found = await findListing(deps.db, edit.id, now)
  if (found?.account_id !== accountId) throw new AppError('listing_not_found')
  if (edit.year !== undefined) refuseWrongYear(edit.year, now)
  // Before pictures are drawn; asked again in the transaction.
  refuseStale(edit, found)
  return withNamedPictures(deps, asked, (kept) => makeChange(deps, asked, kept, now))
}

function makeChange(
  deps: UpdateDeps,
  { accountId, edit }: Asked,
  kept: ReadonlyMap<number, string>,
  now: Date,
): Promise<readonly ReviewedField[]> {
  return inTransaction(deps.db, async (tx) => {
    const listing = await lockListingToChange(tx, edit.id, accountId)
    refuseStale(edit, listing)
    const pending = await findEdit(tx, listing.id)
    const before = factsOf(listing, await findPictureHashes(tx, listing.id))
    const proposed = pending?.refusedAt === null ? pending.proposed : {}
    const latest = { ...before, ...proposed }
    const edited = {
      ...latest,
      ...givenFacts(edit),
      ...(await placeFacts(tx, edit, [before, latest])),
      photos: merged(latest.photos, kept),
    }
    const saving = { listing, edit, before, edited, pending, now, accountId }
    return listing.verified_at === null ? saveUnverified(tx, saving) : saveVerified(tx, saving)
  })
}

function refuseStale({ updatedAt }: ListingEdit, listing: { updated_at: Date }): void {
  if (updatedAt !== undefined && updatedAt !== listing.updated_at.toISOString()) {
    throw new AppError('listing_wrong_state')
  }
}

type Saving = {
  listing: ListingRecord
  edit: ListingEdit
  /** The facts that the listing has, and those that its seller wants it to have. */
  before: ReviewedFacts
  edited: ReviewedFacts
  pending: PendingEditRow | undefined
  now: Date
  accountId: string
}

/** Buyers do not see this listing: every change is made at once, and staff looks at the whole listing. */
async function saveUnverified(tx: Db, saving: Saving): Promise<readonly ReviewedField[]> {
  const { listing, edit, before, edited, now } = saving
  const changed = editsToReview(before, edited)
  await arrangePictures(tx, saving)
  await save(tx, saving, {
    ...columnsOf(edited),
    seller_rating: edit.rating ?? listing.seller_rating,
    warnings: await warningsOf(tx, saving),
    changed_fields: [...new Set([...listing.changed_fields, ...changed])],
    review_since: listing.months > 0 ? (listing.review_since ?? now) : null,
  })
  return []
}

/** Buyers see this listing: what staff checked stays as it is, and changes of it wait beside it. */
async function saveVerified(tx: Db, saving: Saving): Promise<readonly ReviewedField[]> {
  const { listing, edit, before, edited, pending, now } = saving
  const verified = { ...before, price: listing.verified_price ?? listing.price }
  const changed = editsToReview(verified, edited)
  const proposed = factsAmong(edited, changed)
  const isWaiting = pending?.refusedAt === null
  const warnings = await warningsOf(tx, saving)
  if (changed.length === 0) {
    if (isWaiting) await deleteEdit(tx, listing.id)
  } else if (!isWaiting || !isSame(pending.proposed, proposed)) {
    warnings.push(...editWarnings(verified, edited))
    await replaceEdit(tx, { id: uuidv7(), listingId: listing.id, fields: changed, proposed, warnings, now })
  }
  if (!changed.includes('photos')) await arrangePictures(tx, saving)
  const set: ListingChange = {
    ...columnsOf(factsExcept(edited, changed)),
    ...(changed.length === 0 ? { warnings } : {}),
    seller_rating: edit.rating ?? listing.seller_rating,
    review_since: changed.length > 0 ? (listing.review_since ?? now) : null,
  }
  await save(tx, saving, set, changed)
  return changed
}

async function arrangePictures(tx: Db, { listing, before, edited }: Saving): Promise<void> {
  if (isSame({ photos: before.photos }, { photos: edited.photos })) return
  await replacePictures(tx, listing.id, edited.photos)
}

/** Saves columns and, where the car is marked as sold or available, makes the move that belongs to it. */
async function save(
  tx: Db,
  { listing, edit, now, accountId }: Saving,
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

/** The ids of what is named, if it is named; what the listing or its edit has already need not be on offer. */
async function placeFacts(
  tx: Db,
  { category, location }: ListingEdit,
  has: readonly ReviewedFacts[],
): Promise<Partial<ReviewedFacts>> {
  const facts: Partial<ReviewedFacts> = {}
  if (category !== undefined) {
    const find = (kept: string) => offeredCategoryId(tx, { kind: 'vehicle', name: category, kept })
    const found = await firstFound(
      has.map((one) => one.category),
      find,
    )
    if (found === undefined) throw new AppError('category_unknown')
    facts.category = found
  }
  if (location !== undefined) {
    const find = (kept: string) => offeredLocationId(tx, { name: location, kept })
    const found = await firstFound(
      has.map((one) => one.location),
      find,
    )
    if (found === undefined) throw new AppError('location_unknown', { message: 'Please select a location' })
    facts.location = found
  }
  return facts
}

async function firstFound(
  kept: readonly string[],
  find: (kept: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const id of new Set(kept)) {
    const found = await find(id)
    if (found !== undefined) return found
  }
  return undefined
}

async function warningsOf(tx: Db, { listing, edited, now }: Saving): Promise<ListingWarning[]> {
  const { make, model } = readCarName(edited.name)
  const { description, price, year, mileage, photos } = edited
  return listingWarnings(
    tx,
    {
      accountId: listing.account_id,
      description,
      price,
      year,
      mileage,
      make,
      model,
      pictureHashes: photos,
    },
    now,
  )
}

async function withNamedPictures<T>(
  deps: UpdateDeps,
  { accountId, pictures }: Asked,
  use: (kept: ReadonlyMap<number, string>) => Promise<T>,
): Promise<T> {
  const positions = [...pictures.keys()].map((name) => IMAGES.indexOf(name))
  if (positions.includes(-1)) throw new AppError('invalid')
  const upload = { by: { accountId, role: 'user' } as const, sent: [...pictures.values()] }
  return withUploadedPictures(deps, upload, (hashes) =>
    use(new Map(hashes.map((hash, place) => [positions[place] ?? 0, hash]))),
  )
}

/** New pictures in their places, the others where they were, without gaps. */
function merged(before: readonly string[], kept: ReadonlyMap<number, string>): string[] {
  return IMAGES.flatMap((_, position) => kept.get(position) ?? before[position] ?? [])
}
