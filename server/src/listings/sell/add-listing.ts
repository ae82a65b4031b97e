import { createHash } from 'node:crypto'
import { OLDEST_MODEL_YEAR } from '@twende/contract/business-constants.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { carSpecsDocument } from '@twende/contract/cars/car.ts'
import { readCarName } from '@twende/contract/listings/car-name.ts'
import type { SellSubmission } from '@twende/contract/listings/sell-submission.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import { lockAccount } from '../../accounts/lock-account.ts'
import type { Db } from '../../db/database.ts'
import { findSelectableCategoryId, findSelectableLocationId } from '../../db/selectable-catalog-items.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { withUploadedPictures } from '../../media/upload-pictures.ts'
import { openFirstPayment } from '../../payments/collections/open-payment.ts'
import { matchProofs } from '../../payments/proofs/settle-proof.ts'
import { submitProof } from '../../payments/proofs/submit-proof.ts'
import { latestPayment } from '../../payments/read-payment.ts'
import { distinctFeatures, withoutEmptySpecs } from '../listing-facts.ts'
import { addListingEvent } from '../listing-history-store.ts'
import { termsOf } from '../listing-payable.ts'
import { payerOf, payerPhoneOf } from '../listing-payments.ts'
import { findSameListing } from '../listing-read-store.ts'
import { insertListing, insertPictures, type ListingDraft } from '../listing-store.ts'
import { listingWarnings } from './listing-warnings.ts'
import { requirePlanPrice } from './paid-period.ts'

type AddDeps = Pick<
  AppDeps,
  'db' | 'clock' | 'random' | 'logger' | 'jobs' | 'pictures' | 'payables' | 'config'
>
type AddListingInput = { accountId: string; submission: SellSubmission }

const REPEATED_PRESS_MS = 2 * 60_000

/** Creates a listing with its payment proof or payment request; a repeated request gets the first answer. */
export async function addListing(
  deps: AddDeps,
  { pictures, ...input }: AddListingInput & { pictures: ReadonlyMap<string, Buffer> },
  idempotency: Idempotency,
): Promise<{ listingId: string; payment: Payment | null }> {
  const { submission } = input
  const sent = picturesInOrder(pictures)
  if (!pictures.has('image1')) throw new AppError('listing_needs_picture')
  // A repeated request keeps the price of the first.
  if (!(await idempotency.earlier())) await checkPlanPrice(deps, submission)
  await resolvePlace(deps, submission)
  const by = { accountId: input.accountId, role: 'user' } as const
  const requestHash = hashOf(submission, sent)
  const listingId = await withUploadedPictures(deps, { by, sent }, (pictureHashes) =>
    createListing(deps, { ...input, requestHash, pictureHashes }, idempotency),
  )
  const payable = { payableType: 'listing_period', payableId: listingId } as const
  const isRequest = submission.paymentMethod === 'stk'
  return { listingId, payment: isRequest ? await latestPayment(deps.db, payable) : null }
}

type PictureHashInput = AddListingInput & { requestHash: string; pictureHashes: string[] }

/** Creates a listing from uploaded pictures and returns its id. */
export async function createListing(
  deps: Omit<AddDeps, 'pictures'>,
  input: PictureHashInput,
  idempotency: Idempotency,
): Promise<string> {
  const place = await resolvePlace(deps, input.submission)
  const listingId = await idempotency.transaction((tx) => insertListed(tx, deps, { ...input, ...place }))
  if (input.submission.paymentMethod === 'message') await matchProofs(deps, { payableId: listingId })
  return listingId
}

async function resolvePlace({ db, clock }: Pick<AddDeps, 'db' | 'clock'>, submission: SellSubmission) {
  requirePastYear(submission.year, clock.now())
  return findCategoryAndLocation(db, submission)
}

type ResolvedInput = PictureHashInput & { categoryId: string; locationId: string }

async function insertListed(tx: Db, deps: Omit<AddDeps, 'pictures'>, input: ResolvedInput): Promise<string> {
  const { accountId, submission, requestHash, pictureHashes } = input
  const now = deps.clock.now()
  await lockAccount(tx, accountId)
  const earlier = await findEarlier(tx, input, now)
  if (earlier !== undefined) return earlier
  const draft = draftFrom(input, now)
  const { make = null, model = null } = draft
  const { contactInfo: contact } = submission
  const checked = { ...submission, listingId: null, contact, accountId, make, model, pictureHashes }
  const warnings = await listingWarnings(tx, checked, now)
  const listing = await insertListing(tx, { ...draft, request_hash: requestHash, warnings })
  await insertPictures(tx, listing.id, pictureHashes)
  await addListingEvent(tx, listing, { by: 'owner', accountId, now, what: { code: 'listed' } })
  if (submission.paymentMethod === 'stk') {
    const { amount } = submission
    await openFirstPayment(tx, deps, {
      payableType: 'listing_period',
      payableId: listing.id,
      accountId,
      amount,
      phone: payerPhoneOf(submission),
      terms: termsOf(await requirePlanPrice(tx, amount, now)),
    })
  } else {
    await submitProof(tx, deps, {
      payableType: 'listing_period',
      payableId: listing.id,
      accountId,
      email: submission.email,
      method: 'message',
      ...payerOf(submission),
      amountTyped: submission.amount,
    })
  }
  return listing.id
}

async function findEarlier(
  tx: Db,
  { accountId, requestHash }: ResolvedInput,
  now: Date,
): Promise<string | undefined> {
  const same = await findSameListing(tx, accountId, requestHash, new Date(now.getTime() - REPEATED_PRESS_MS))
  return same?.id
}

function draftFrom({ accountId, submission, ...kept }: ResolvedInput, now: Date): ListingDraft {
  const { name, specs, contactInfo } = submission
  return {
    id: uuidv7(),
    account_id: accountId,
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
    specs: carSpecsDocument.write(withoutEmptySpecs(specs)),
    features: distinctFeatures(submission.features),
    contact_phone: contactInfo.phone,
    contact_email: contactInfo.email,
    status: 'pending_payment',
    pending_since: now,
    created_at: now,
    updated_at: now,
  }
}

/** The files `image1` to `image4` that were sent; an error for any other name. */
export function picturesInOrder(files: ReadonlyMap<string, Buffer>): Buffer[] {
  const names = ['image1', 'image2', 'image3', 'image4']
  if ([...files.keys()].some((name) => !names.includes(name))) throw new AppError('invalid')
  return names.flatMap((name) => files.get(name) ?? [])
}

export function requirePastYear(year: number, now: Date): void {
  const thisYear = Number(nairobiDay(now).slice(0, 4))
  if (year <= thisYear) return
  throw new AppError('invalid', {
    message: m.validation_year_between({ from: OLDEST_MODEL_YEAR, to: thisYear }),
  })
}

/** Checks the plan before pictures are uploaded. */
async function checkPlanPrice(
  { db, clock }: Pick<AddDeps, 'db' | 'clock'>,
  { paymentMethod, amount }: SellSubmission,
): Promise<void> {
  if (paymentMethod === 'stk') await requirePlanPrice(db, amount, clock.now())
}

/** The ids of a category and a location on offer, or those that the listing already has. */
export async function findCategoryAndLocation(
  db: Db,
  { category, location }: { category: string; location: string },
  kept?: { category_id: string; location_id: string },
): Promise<{ categoryId: string; locationId: string }> {
  const categoryId = await findSelectableCategoryId(db, {
    kind: 'vehicle',
    name: category,
    currentId: kept?.category_id,
  })
  if (categoryId === undefined) throw new AppError('category_unknown')
  const locationId = await findSelectableLocationId(db, { name: location, currentId: kept?.location_id })
  if (locationId === undefined) throw new AppError('location_unknown', { message: m.validation_location() })
  return { categoryId, locationId }
}

function hashOf(submission: SellSubmission, pictures: readonly Buffer[]): string {
  const hash = createHash('sha256').update(JSON.stringify(submission))
  for (const bytes of pictures) hash.update(createHash('sha256').update(bytes).digest())
  return hash.digest('base64url')
}
