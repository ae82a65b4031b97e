import {
  endOfPaidTime,
  isPlanPrice,
  type ListingPlans,
  type PaidTime,
  plansInWords,
  renewedEnd,
  timePaidBy,
} from '@twende/contract/listings/listing-plan.ts'
import { goesLive, type ListingActor, paidMove } from '@twende/contract/listings/listing-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { plansNow } from '../../settings/read-settings.ts'
import type { ListingEventInput } from '../listing-history-store.ts'
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
  { amount, plans, receipt, by, accountId }: Paid,
): Promise<'done' | 'gone'> {
  const now = clock.now()
  const listing = await lockListing(tx, listingId)
  const time = timePaidBy(amount, plans)
  if (!listing || time.months === 0) return 'gone'
  const event: ListingEventInput = {
    by,
    accountId,
    now,
    what: { code: 'paid', amount, ...time },
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
