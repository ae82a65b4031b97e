import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { readBalances, sumPaidFor } from '../payments/ledger/post-payment.ts'
import { createRefund, notifyOfRefund } from '../payments/refunds/create-refund.ts'
import { findPaidDue } from './listing-read-store.ts'

type Why = 'given_back' | 'listing_deleted'

/**
 * What goes back of each listing if staff gives the money back now, or its seller deletes it: all that paid for a time of which
 * no day was used, with parts that bought nothing yet. Of a deleted one such parts go back also without that time.
 */
export async function findRefundable(
  db: Db,
  listingIds: readonly string[],
  why: Why,
): Promise<Map<string, number>> {
  const due = await findPaidDue(db, listingIds)
  const ids = why === 'listing_deleted' ? listingIds : [...due.keys()]
  const { unused } = await readBalances(db, 'listing_period', ids)
  const refundable = new Map<string, number>()
  for (const id of ids) {
    const paid = due.get(id) ?? 0
    if (paid + unused(id) === 0) continue
    const inBooks = await sumPaidFor(db, 'listing_period', id)
    if (inBooks > 0) refundable.set(id, Math.min(inBooks, paid + unused(id)))
  }
  return refundable
}

/** Owes back what `findRefundable` says, and tells the seller; returns the sum. */
export async function oweUnusedPeriodBack(
  tx: Db,
  { listingId, why, note, now }: { listingId: string; why: Why; note: string; now: Date },
): Promise<number> {
  const amount = (await findRefundable(tx, [listingId], why)).get(listingId) ?? 0
  if (amount === 0) return 0
  const payable = payableOf(listingId)
  const occasion = uuidv7()
  await createRefund(tx, { ...payable, amount, reason: why, note, occasion }, now)
  await notifyOfRefund(tx, { payable, amount, why, note, occasion }, now)
  return amount
}

/** A listing as something that was paid for. */
export function payableOf(listingId: string) {
  return { payableType: 'listing_period', payableId: listingId } as const
}
