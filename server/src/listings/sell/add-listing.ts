import { createHash } from 'node:crypto'
import { OLDEST_MODEL_YEAR } from '@twende/contract/business-constants.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { readCarName } from '@twende/contract/listings/car-name.ts'
import type { SellSubmission } from '@twende/contract/listings/sell-submission.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { uuidv7 } from '../../db/new-id.ts'
import { offeredCategoryId, offeredLocationId } from '../../db/offered-choices.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { withUploadedPictures } from '../../media/upload-pictures.ts'
import { openFirstPayment } from '../../payments/collections/open-payment.ts'
import { matchProofs } from '../../payments/proofs/match-proofs.ts'
import { submitProof } from '../../payments/proofs/submit-proof.ts'
import { latestPayment } from '../../payments/read-payment.ts'
import { distinct, filled } from '../listing-facts.ts'
import { addListingEvent } from '../listing-history-store.ts'
import { findByIdempotencyKey, findSameListing } from '../listing-read-store.ts'
import type { ListingDraft } from '../listing-store.ts'
import { insertListing, insertPictures, lockSeller } from '../listing-store.ts'
import { listingWarnings } from './listing-warnings.ts'
import { requirePlanPrice } from './paid-period.ts'

type AddDeps = Pick<
  AppDeps,
  'db' | 'clock' | 'random' | 'logger' | 'jobs' | 'pictures' | 'payables' | 'config'
>
type Asked = {
  accountId: string
  submission: SellSubmission
  idempotencyKey: string | undefined
}

const PRESSED_TWICE_MS = 2 * 60_000

/** Puts a car up for sale, unpaid, with what its seller says was paid; a repeated request gets the first answer. */
export async function addListing(
  deps: AddDeps,
  { pictures, ...asked }: Asked & { pictures: ReadonlyMap<string, Buffer> },
): Promise<{ listingId: string; payment: Payment | null }> {
  const { submission } = asked
  const sent = picturesInOrder(pictures)
  if (!pictures.has('image1')) throw new AppError('listing_needs_picture')
  await refuseWrongPlan(deps, asked)
  await placeToList(deps, submission)
  const by = { accountId: asked.accountId, role: 'user' } as const
  const requestHash = hashOf(submission, sent)
  const listingId = await withUploadedPictures(deps, { by, sent }, (pictureHashes) =>
    createListing(deps, { ...asked, requestHash, pictureHashes }),
  )
  const purchase = { purpose: 'listing_period', purchaseId: listingId } as const
  const isRequest = submission.paymentMethod === 'stk'
  return { listingId, payment: isRequest ? await latestPayment(deps.db, purchase) : null }
}

type Pictured = Asked & { requestHash: string; pictureHashes: string[] }

/** The same for pictures that are kept already; answers the listing's id. */
export async function createListing(deps: Omit<AddDeps, 'pictures'>, asked: Pictured): Promise<string> {
  const place = await placeToList(deps, asked.submission)
  const listingId = await inTransaction(deps.db, (tx) => list(tx, deps, { ...asked, ...place }))
  if (asked.submission.paymentMethod === 'message') await matchProofs(deps, { listingId })
  return listingId
}

async function placeToList({ db, clock }: Pick<AddDeps, 'db' | 'clock'>, submission: SellSubmission) {
  refuseWrongYear(submission.year, clock.now())
  return placeOf(db, submission)
}

type Kept = Pictured & { categoryId: string; locationId: string }

async function list(tx: Db, deps: Omit<AddDeps, 'pictures'>, asked: Kept): Promise<string> {
  const { accountId, submission, requestHash, pictureHashes } = asked
  const now = deps.clock.now()
  await lockSeller(tx, accountId)
  const earlier = await findEarlier(tx, asked, now)
  if (earlier !== undefined) return earlier
  const draft = draftOf(asked, now)
  const { make = null, model = null } = draft
  const warnings = await listingWarnings(tx, { ...submission, accountId, make, model, pictureHashes }, now)
  const listing = await insertListing(tx, { ...draft, request_hash: requestHash, warnings })
  await insertPictures(tx, listing.id, pictureHashes)
  await addListingEvent(tx, listing, { by: 'owner', accountId, now, what: { code: 'listed' } })
  if (submission.paymentMethod === 'stk') {
    const { amount, mpesaPhoneNumber: phone } = submission
    await openFirstPayment(tx, deps, {
      purpose: 'listing_period',
      purchaseId: listing.id,
      accountId,
      amount,
      phone,
      plans: await requirePlanPrice(tx, amount, now),
    })
  } else {
    await submitProof(tx, deps, {
      listingId: listing.id,
      accountId,
      payerName: submission.mpesaName,
      payerPhone: submission.mpesaPhoneNumber,
      email: submission.email,
      message: submission.mpesaMessage,
      amountTyped: submission.amount,
    })
  }
  return listing.id
}

async function findEarlier(
  tx: Db,
  { accountId, idempotencyKey, requestHash }: Kept,
  now: Date,
): Promise<string | undefined> {
  if (idempotencyKey !== undefined) {
    const first = await findByIdempotencyKey(tx, accountId, idempotencyKey)
    if (first && first.request_hash !== requestHash) throw new AppError('idempotency_conflict')
    if (first) return first.id
  }
  const same = await findSameListing(tx, accountId, requestHash, new Date(now.getTime() - PRESSED_TWICE_MS))
  return same?.id
}

function draftOf({ accountId, submission, idempotencyKey, ...kept }: Kept, now: Date): ListingDraft {
  const { name, specs, contactInfo } = submission
  return {
    id: uuidv7(),
    account_id: accountId,
    idempotency_key: idempotencyKey ?? null,
    request_hash: kept.requestHash,
    name,
    ...readCarName(name),
    description: submission.description,
    category_id: kept.categoryId,
    location_id: kept.locationId,
    price: submission.price,
    seats: submission.seats,
    transmission: submission.transmission,
    fuel_type: submission.fuelType,
    seller_rating: submission.rating,
    available: submission.available,
    year: submission.year,
    mileage: submission.mileage,
    color: submission.color,
    condition: submission.condition,
    ownership: submission.ownership,
    service_history: submission.serviceHistory,
    specs: JSON.stringify(filled(specs)),
    features: distinct(submission.features),
    contact_phone: contactInfo.phone,
    contact_email: contactInfo.email,
    status: 'pending_payment',
    pending_since: now,
    created_at: now,
    updated_at: now,
  }
}

/** `image1` to `image4`, as far as they were sent; refuses files of other names. */
export function picturesInOrder(files: ReadonlyMap<string, Buffer>): Buffer[] {
  const names = ['image1', 'image2', 'image3', 'image4']
  if ([...files.keys()].some((name) => !names.includes(name))) throw new AppError('invalid')
  return names.flatMap((name) => files.get(name) ?? [])
}

export function refuseWrongYear(year: number, now: Date): void {
  const thisYear = Number(nairobiDay(now).slice(0, 4))
  if (year <= thisYear) return
  throw new AppError('invalid', { message: `Please enter a year from ${OLDEST_MODEL_YEAR} to ${thisYear}` })
}

/** Before its pictures are kept. What was listed under the same key cost what it cost then. */
async function refuseWrongPlan(
  { db, clock }: Pick<AddDeps, 'db' | 'clock'>,
  { accountId, submission: { paymentMethod, amount }, idempotencyKey }: Asked,
): Promise<void> {
  if (paymentMethod !== 'stk') return
  const earlier = idempotencyKey && (await findByIdempotencyKey(db, accountId, idempotencyKey))
  if (!earlier) await requirePlanPrice(db, amount, clock.now())
}

/** What was named must be on offer, or what the listing has already. */
export async function placeOf(
  db: Db,
  { category, location }: { category: string; location: string },
  kept?: { category_id: string; location_id: string },
): Promise<{ categoryId: string; locationId: string }> {
  const categoryId = await offeredCategoryId(db, { kind: 'vehicle', name: category, kept: kept?.category_id })
  if (categoryId === undefined) throw new AppError('category_unknown')
  const locationId = await offeredLocationId(db, { name: location, kept: kept?.location_id })
  if (locationId === undefined)
    throw new AppError('location_unknown', { message: 'Please select a location' })
  return { categoryId, locationId }
}

function hashOf(submission: SellSubmission, pictures: readonly Buffer[]): string {
  const hash = createHash('sha256').update(JSON.stringify(submission))
  for (const bytes of pictures) hash.update(createHash('sha256').update(bytes).digest())
  return hash.digest('base64url')
}
