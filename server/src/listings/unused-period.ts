import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { readBalances, sumPaidFor } from '../payments/ledger/book-payment.ts'
import { createRefund, notifyOfRefund } from '../payments/refunds/create-refund.ts'
import { findPaidDue } from './listing-read-store.ts'

/**
 * What goes back of each listing if staff gives the money back now: all that paid for a time of which no day was used, and
 * parts that bought nothing yet.
 */
export async function findRefundable(db: Db, listingIds: readonly string[]): Promise<Map<string, number>> {
  const due = await findPaidDue(db, listingIds)
  const { unused } = await readBalances(db, 'listing_period', [...due.keys()])
  const refundable = new Map<string, number>()
  for (const [id, paid] of due) {
    const inBooks = await sumPaidFor(db, 'listing_period', id)
    if (inBooks > 0) refundable.set(id, Math.min(inBooks, paid + unused(id)))
  }
  return refundable
}

/** Owes back all that was paid for a time of which no day was used, and tells the seller; returns the sum. */
export async function oweUnusedPeriodBack(
  tx: Db,
  {
    listingId,
    why,
    note,
    now,
  }: { listingId: string; why: 'given_back' | 'listing_deleted'; note: string; now: Date },
): Promise<number> {
  const amount = (await findRefundable(tx, [listingId])).get(listingId) ?? 0
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
