import {
  endOfPaidTime,
  isPlanPrice,
  type ListingPlans,
  type PaidTime,
  periodEnd,
  plansInWords,
  renewedEnd,
  timePaidBy,
} from '@twende/contract/listings/listing-plan.ts'
import { goesLive, type ListingActor, paidMove } from '@twende/contract/listings/listing-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import type { VoidedEnd, VoidedPayment } from '../../payments/payable.ts'
import { plansNow } from '../../settings/read-settings.ts'
import { findPaidEvent, type ListingEventInput } from '../listing-history-store.ts'
import {
  changeListing,
  isPeriodOver,
  type ListingChange,
  type ListingRecord,
  lockListing,
  moveListing,
} from '../listing-store.ts'

const DAY_MS = 86_400_000

/** `plans` is the price list that the money counts by. */
type Paid = {
  amount: number
  plans: ListingPlans
  paymentId: string
  receipt: string | null
  by: ListingActor
  /** Of the member of staff who says that it was paid. */
  accountId: string | undefined
}

/**
 * Gives a listing the time that was paid for, in the transaction that settles the money: a running period grows, one
 * that is over begins anew, and one that has not begun waits for the car to be verified. `gone` means that the listing
 * was deleted and the money must go back.
 */
export async function addPaidTime(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  listingId: string,
  { amount, plans, paymentId, receipt, by, accountId }: Paid,
): Promise<'done' | 'gone'> {
  const now = clock.now()
  const listing = await lockListing(tx, listingId)
  const time = timePaidBy(amount, plans)
  if (!listing || time.months === 0) return 'gone'
  const event: ListingEventInput = {
    by,
    accountId,
    now,
    what: { code: 'paid', amount, ...time, paymentId },
    note: receipt ?? '',
  }
  const set = withTime(listing, { ...time, amount }, now)
  if (listing.status === 'sold' || listing.status === 'suspended') {
    await changeListing(tx, listing, set, event)
    return 'done'
  }
  const asked =
    listing.status === 'draft' ? await moveListing(tx, listing, 'submit', { ...submitted, now }) : listing
  const move = paidMove(asked.status, listing.available)
  await startPaidPeriod(tx, await moveListing(tx, asked, move, { ...event, set }), now)
  return 'done'
}

const submitted = { by: 'owner', what: { code: 'resubmitted' } } as const

function withTime(
  listing: ListingRecord,
  { amount, ...time }: PaidTime & { amount: number },
  now: Date,
): ListingChange {
  const { months, days } = time
  const sum = {
    months: listing.months + months,
    days: listing.days + days,
    // Days that were given to a time that is over are used up.
    ...(isPeriodOver(listing, now) ? { free_days: 0 } : {}),
    review_since: listing.review_since ?? (listing.verified_at === null ? now : null),
    ...(listing.available ? {} : { sold_at: listing.sold_at ?? now }),
  }
  const { expires_at } = listing
  // No day of a new period passes before buyers can see the car.
  const waits = listing.verified_at === null || listing.status === 'suspended' || !listing.available
  const beginsAnew = waits && isPeriodOver(listing, now)
  if (expires_at !== null && !beginsAnew)
    return { ...sum, expires_at: renewedEnd(expires_at, listing.paused_at ?? now, time) }
  const due = {
    months_due: listing.months_due + months,
    days_due: listing.days_due + days,
    paid_due: listing.paid_due + amount,
  }
  return { ...sum, ...due, live_at: null, expires_at: null }
}

type Bought = PaidTime & { amount: number }
type Both = { before: Bought; after: Bought; now: Date }

/** A time that has not begun is another one; one that runs ends earlier or later. */
export function withOtherTime(listing: ListingRecord, { before, after, now }: Both): ListingChange {
  const sum = {
    months: listing.months - before.months + after.months,
    days: listing.days - before.days + after.days,
  }
  const { expires_at } = listing
  if (expires_at === null) {
    // It paid for an earlier time, which is over.
    if (listing.paid_due < before.amount || listing.months_due < before.months) return sum
    return {
      ...sum,
      months_due: listing.months_due - before.months + after.months,
      days_due: listing.days_due - before.days + after.days,
      paid_due: listing.paid_due - before.amount + after.amount,
    }
  }
  if (isPeriodOver(listing, now)) {
    if (after.amount > before.amount) throw new AppError('invalid', { message: m.error_correct_time_over() })
    return sum
  }
  const without = endOfPaidTime(periodEnd(expires_at, -before.months), { months: 0, days: -before.days })
  return { ...sum, expires_at: endOfPaidTime(without, after) }
}

const NOTHING: Bought = { amount: 0, months: 0, days: 0 }

/**
 * A payment leaves the books: the listing loses the time that it bought, and leaves the market if that was all it had. Parts that
 * were paid before wait for their rest again.
 */
export async function undoPaidTime(
  tx: Db,
  listingId: string,
  { amount, code, reason, accountId, now, takeOutOfBooks }: VoidedPayment,
): Promise<VoidedEnd> {
  const listing = await lockListing(tx, listingId)
  const before = listing && (await findPaidEvent(tx, listingId, code))
  const parts = await lockParts(tx, { payableType: 'listing_period', payableId: listingId }, '')
  // A part that counted with a later one has no event of its own.
  if (listing && !before && listing.months > 0 && !parts.some(({ receipt }) => receipt === code))
    throw new AppError('payment_wrong_state', { message: m.error_void_with_parts() })
  // The time that it bought may be over, and what runs is that of the later one.
  if (before && !before.isLast)
    throw new AppError('payment_wrong_state', { message: m.error_void_not_last() })
  await takeOutOfBooks()
  if (!listing || !before) return 'over'
  const isAll = listing.months <= before.months
  const hasParts = before.amount > amount
  if (hasParts && !isAll) throw new AppError('payment_wrong_state', { message: m.error_void_with_parts() })
  const what = { code: 'payment_undone', receipt: code, ...before } as const
  const event = { by: 'staff', now, what, note: reason, ...(accountId !== null && { accountId }) } as const
  const set = withOtherTime(listing, { before, after: NOTHING, now })
  if (!isAll) await changeListing(tx, listing, set, event)
  else if (listing.status === 'suspended') await changeListing(tx, listing, { ...set, ...UNPAID }, event)
  else
    await moveListing(tx, listing, 'unpay', {
      ...event,
      // Paid for again, the car is checked again before buyers see it.
      set: { ...set, ...UNPAID, verified_at: null, review_since: null, review_reason: reason },
    })
  return hasParts ? 'waits' : 'over'
}

const UNPAID = {
  months: 0,
  days: 0,
  free_days: 0,
  months_due: 0,
  days_due: 0,
  paid_due: 0,
  live_at: null,
  expires_at: null,
}

/** The whole days that staff gave free of charge and that are left of the period. */
export function freeDaysLeft(
  { expires_at, paused_at, free_days }: Pick<ListingRecord, 'expires_at' | 'paused_at' | 'free_days'>,
  now: Date,
): number {
  const left = (expires_at?.getTime() ?? 0) - (paused_at ?? now).getTime()
  return Math.max(0, Math.min(free_days, Math.floor(left / DAY_MS)))
}

/** Starts the paid period once the listing is paid for, verified and available, so that no paid day is spent waiting. */
export async function startPaidPeriod(tx: Db, listing: ListingRecord, now: Date): Promise<ListingRecord> {
  const isDue = goesLive({
    listingStatus: listing.status,
    verified: listing.verified_at !== null,
    listingExpiresAt: listing.expires_at?.toISOString() ?? null,
  })
  if (!isDue) return listing
  const due = { months: listing.months_due, days: listing.days_due }
  return changeListing(
    tx,
    listing,
    { live_at: now, expires_at: endOfPaidTime(now, due), months_due: 0, days_due: 0, paid_due: 0 },
    { by: 'clock', now, what: { code: 'went_live', ...due } },
  )
}

/** The price list with a plan of this price, or an error: a phone is asked only for the price of a plan. */
export async function requirePlanPrice(db: Db, amount: number, now: Date): Promise<ListingPlans> {
  const plans = await plansNow(db, now)
  if (isPlanPrice(amount, plans)) return plans
  throw new AppError('listing_plan_unknown', {
    message: m.error_listing_plan_choose({ plans: plansInWords(plans) }),
  })
}
