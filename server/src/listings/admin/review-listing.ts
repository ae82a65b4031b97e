import type { ListingEvent } from '@twende/contract/listings/listing-history.ts'
import { isPublic, paidMove, restoringMove } from '@twende/contract/listings/listing-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { addListingEvent } from '../listing-history-store.ts'
import { findSeller } from '../listing-read-store.ts'
import {
  changeListing,
  isPeriodOver,
  type ListingRecord,
  lockListingToChange,
  lockReportedListing,
  moveListing,
  setListingColumns,
  showSellerName,
} from '../listing-store.ts'
import { closeReports } from '../market/listing-report-store.ts'
import { notifySeller } from '../notify-seller.ts'
import { freeDaysLeft, startPaidPeriod } from '../sell/paid-period.ts'
import { applyProposedEdit } from './review-edit.ts'

const DAY_MS = 86_400_000

type ReviewDeps = Pick<AppDeps, 'db' | 'clock'>
type Decision = { listingId: string; accountId: string; note: string }

/** What staff saw of the listing that it verifies. */
type Seen = { updatedAt?: string | undefined; sellerName?: string | undefined }

/** Verifies a listing: it is public as soon as it is paid for. */
export async function verifyListing(
  deps: ReviewDeps,
  { updatedAt, sellerName, ...decision }: Decision & Seen,
): Promise<void> {
  await decide(deps, decision, async (tx, listing, now) => {
    if (updatedAt !== undefined && updatedAt !== listing.updated_at.toISOString()) {
      throw new AppError('changed_meanwhile')
    }
    const { name } = await findSeller(tx, listing.id, now)
    if (sellerName !== undefined && sellerName !== name) throw new AppError('changed_meanwhile')
    if (listing.status === 'draft' || listing.status === 'suspended')
      throw new AppError('listing_wrong_state')
    if (listing.verified_at !== null) return acceptSellerName(tx, listing, { ...decision, name, now })
    const verified = await changeListing(
      tx,
      listing,
      {
        verified_at: now,
        verified_price: listing.price,
        verified_version: listing.verified_version + 1,
        changed_fields: [],
        review_since: null,
        review_reason: '',
      },
      staffEvent(decision, now, { code: 'verified' }),
    )
    await startPaidPeriod(tx, verified, now)
    await notifySeller(
      tx,
      listing.id,
      (params) => ({ kind: 'listing_verified', params }),
      `verified ${now.toISOString()}`,
      now,
    )
  })
}

/** The seller of a verified car has another name since: buyers see it from now on. */
async function acceptSellerName(
  tx: Db,
  listing: ListingRecord,
  { name, now, ...decision }: Decision & { name: string; now: Date },
): Promise<void> {
  if (name === listing.checked_seller_name) throw new AppError('listing_wrong_state')
  await showSellerName(tx, listing.account_id)
  const note = [name, decision.note].filter(Boolean).join(': ')
  await addListingEvent(tx, listing, staffEvent({ ...decision, note }, now, { code: 'seller_name_checked' }))
}

/** Sends a listing back to its seller, who is told why and may edit it. */
export async function rejectListing(deps: ReviewDeps, decision: Decision): Promise<void> {
  const reason = decision.note
  await decide(deps, decision, async (tx, listing, now) => {
    const isSentBack = listing.verified_at === null && listing.review_reason !== ''
    if (listing.status === 'suspended' || (isSentBack && listing.review_since === null)) {
      throw new AppError('listing_wrong_state')
    }
    // Nothing of an unverified listing is public, so proposed changes need no separate review.
    const set = {
      ...(await applyProposedEdit(tx, listing)),
      verified_at: null,
      review_since: null,
      review_reason: reason,
    }
    const wasOnSale =
      listing.status === 'active' && listing.verified_at !== null && !isPeriodOver(listing, now)
    await changeListing(tx, listing, set, staffEvent(decision, now, { code: 'rejected' }))
    await notifySeller(
      tx,
      listing.id,
      (params) => ({ kind: 'listing_rejected', params: { ...params, reason, wasOnSale } }),
      `rejected ${now.toISOString()}`,
      now,
    )
  })
}

/** Suspends a listing: it is no longer public. */
export async function suspendListing(deps: ReviewDeps, decision: Decision): Promise<void> {
  const reason = decision.note
  await decide(deps, decision, async (tx, listing, now) => {
    const set = { suspension_reason: reason, reported_at: null }
    const wasSeen = isSeen(listing, now)
    await moveListing(tx, listing, 'suspend', { ...staffEvent(decision, now, { code: 'suspended' }), set })
    await closeReports(tx, listing.id, now)
    await notifySeller(
      tx,
      listing.id,
      (params) => ({ kind: 'listing_suspended', params: { ...params, reason, wasSeen } }),
      `suspended ${now.toISOString()}`,
      now,
    )
  })
}

/** Ends a suspension: the listing returns to the status it is paid for. */
export async function restoreListing(deps: ReviewDeps, decision: Decision): Promise<void> {
  await decide(deps, decision, async (tx, listing, now) => {
    const { available, months, review_reason, review_since } = listing
    const move = restoringMove({ paid: months > 0, available, over: isPeriodOver(listing, now) })
    const isToCheck = months > 0 && listing.verified_at === null && review_reason === ''
    const set = {
      suspension_reason: '',
      review_since: review_since ?? (isToCheck ? now : null),
      ...(move === 'restoreSold' ? { sold_at: listing.sold_at ?? now } : {}),
      ...(move === 'restoreUnpaid' ? { pending_since: now } : {}),
    }
    const back = await moveListing(tx, listing, move, {
      ...staffEvent(decision, now, { code: 'restored' }),
      set,
    })
    await startPaidPeriod(tx, back, now)
    await notifySeller(
      tx,
      listing.id,
      (params) => ({ kind: 'listing_restored', params }),
      `restored ${now.toISOString()}`,
      now,
    )
  })
}

/** Closes the reports of a listing as handled; what they say stays with it. Also where its seller removed it. */
export async function closeListingReports({ db, clock }: ReviewDeps, decision: Decision): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const listing = await lockReportedListing(tx, decision.listingId)
    if (!(await closeReports(tx, listing.id, now))) throw new AppError('listing_wrong_state')
    await setListingColumns(tx, listing.id, { reported_at: null })
    await addListingEvent(tx, listing, staffEvent(decision, now, { code: 'reports_closed' }))
  })
}

/** Extends the period of a listing free of charge. */
export async function extendListing(
  deps: ReviewDeps,
  { days, ...decision }: Decision & { days: number },
): Promise<void> {
  await decide(deps, decision, async (tx, listing, now) => {
    if (listing.expires_at === null) throw new AppError('listing_wrong_state')
    const from = Math.max(listing.expires_at.getTime(), (listing.paused_at ?? now).getTime())
    const given = isPeriodOver(listing, now) ? days : listing.free_days + days
    const set = { expires_at: new Date(from + days * DAY_MS), free_days: given }
    const event = staffEvent(decision, now, { code: 'extended', days })
    if (listing.status === 'sold' || listing.status === 'suspended')
      return void (await changeListing(tx, listing, set, event))
    const sold = listing.available ? {} : { sold_at: listing.sold_at ?? now }
    const move = paidMove(listing.status, listing.available)
    await moveListing(tx, listing, move, { ...event, set: { ...set, ...sold } })
  })
}

/** Takes back days that staff gave to the present time, as far as they are left. */
export async function takeDaysBack(
  deps: ReviewDeps,
  { days, ...decision }: Decision & { days: number },
): Promise<void> {
  await decide(deps, decision, async (tx, listing, now) => {
    const { expires_at, free_days } = listing
    const most = freeDaysLeft(listing, now)
    if (expires_at === null || most <= 0) throw new AppError('invalid', { message: m.error_no_free_days() })
    if (days > most) throw new AppError('invalid', { message: m.error_free_days_left({ days: most }) })
    const set = { expires_at: new Date(expires_at.getTime() - days * DAY_MS), free_days: free_days - days }
    await changeListing(tx, listing, set, staffEvent(decision, now, { code: 'days_taken_back', days }))
  })
}

/** Whether buyers see a listing, by what it is before an act. */
function isSeen(listing: ListingRecord, now: Date): boolean {
  return isPublic(
    {
      listingStatus: listing.status,
      verified: listing.verified_at !== null,
      listingExpiresAt: listing.expires_at?.toISOString() ?? null,
      soldAt: listing.sold_at?.toISOString() ?? null,
    },
    now,
  )
}

async function decide(
  { db, clock }: ReviewDeps,
  { listingId }: Decision,
  work: (tx: Db, listing: ListingRecord, now: Date) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => work(tx, await lockListingToChange(tx, listingId), clock.now()))
}

function staffEvent({ accountId, note }: Decision, now: Date, what: ListingEvent) {
  return { by: 'staff', accountId, now, what, note } as const
}
