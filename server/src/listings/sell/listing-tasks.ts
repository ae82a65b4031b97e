import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { REMINDER_DAYS } from '@twende/contract/listings/listing-plan.ts'
import { daysRemaining, UNPAID_DAYS } from '@twende/contract/listings/listing-status.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { findEnding } from '../listing-read-store.ts'
import { moveDueListings } from '../listing-store.ts'
import { deleteOldReports } from '../market/listing-report-store.ts'
import { deleteOldViews } from '../market/listing-view-store.ts'
import { deleteEndedPublicListings, deleteOldSearchChanges } from '../market/public-listing-store.ts'
import { notifySeller } from '../notify-seller.ts'

type ClockDeps = Pick<AppDeps, 'db' | 'clock'>
const DAY_MS = 86_400_000

/**
 * Expires listings whose paid period is over and tells their sellers. Reads compare the time themselves and do not
 * depend on this task.
 */
export async function expireListings({ db, clock }: ClockDeps): Promise<number> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const expired = await moveDueListings(tx, { move: 'expire', now, since: now, what: { code: 'expired' } })
    await deleteEndedPublicListings(tx, new Date(now.getTime() - DAY_MS))
    await deleteOldSearchChanges(tx)
    for (const { id, expires_at } of expired) {
      await notifySeller(
        tx,
        id,
        (params, waits) => ({ kind: 'listing_expired', params: { ...params, ...waits } }),
        `expired ${expires_at?.toISOString()}`,
        now,
      )
    }
    return expired.length
  })
}

/** Makes listings that were not paid for within two weeks drafts again. */
export async function returnUnpaidToDraft({ db, clock }: ClockDeps): Promise<number> {
  const now = clock.now()
  const since = new Date(now.getTime() - UNPAID_DAYS * DAY_MS)
  const what = { code: 'payment_overdue', days: UNPAID_DAYS } as const
  const lapsed = await inTransaction(db, (tx) => moveDueListings(tx, { move: 'lapse', now, since, what }))
  return lapsed.length
}

/** Reminds sellers 7, 3 and 1 days before the end, once each; a late task sends only the nearest reminder. */
export async function remindSellers({ db, clock }: ClockDeps): Promise<void> {
  const now = clock.now()
  const longest = Math.max(...REMINDER_DAYS)
  const ending = await findEnding(db, { now, until: new Date(now.getTime() + longest * DAY_MS) })
  for (const { id, expiresAt } of ending) {
    const end = expiresAt?.toISOString()
    const days = daysRemaining(end, now)
    const step = REMINDER_DAYS.findLast((reminder) => typeof days === 'number' && days <= reminder)
    if (step === undefined || typeof days !== 'number') continue
    await inTransaction(db, (tx) =>
      notifySeller(
        tx,
        id,
        (params, waits) => ({ kind: 'listing_ending', params: { ...params, ...waits, days } }),
        `ending ${end} ${step}`,
        now,
      ),
    )
  }
}

const VISITS_KEPT_DAYS = 40

const REPORTS_KEPT_DAYS = 365

/** Deletes old records of visitors and reporters; the totals stay. */
export async function deleteOldVisits({ db, clock }: ClockDeps): Promise<void> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteOldViews(db, {
    day: addDays(nairobiDay(now), -VISITS_KEPT_DAYS),
    before: before(VISITS_KEPT_DAYS),
  })
  await deleteOldReports(db, before(REPORTS_KEPT_DAYS))
}
