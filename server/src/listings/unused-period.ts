import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { sumPaidFor } from '../payments/ledger/book-payment.ts'
import { createRefund, notifyOfRefund } from '../payments/refunds/create-refund.ts'
import { findUnusedPeriods } from './listing-read-store.ts'

/** What goes back of each listing if staff gives the money back now: all that paid for a time of which no day was used. */
export async function findRefundable(db: Db, listingIds: readonly string[]): Promise<Map<string, number>> {
  const refundable = new Map<string, number>()
  for (const id of await findUnusedPeriods(db, listingIds))
    refundable.set(id, await sumPaidFor(db, 'listing_period', id))
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
