import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { sumPaidFor } from '../../payments/ledger/book-payment.ts'
import { createRefund, notifyOfRefund } from '../../payments/refunds/create-refund.ts'
import { lockListingToChange, moveListing } from '../listing-store.ts'
import { findUnusedPeriods } from './admin-listing-store.ts'

/** What goes back of each listing if staff gives the money back now: all that paid for a time of which no day was used. */
export async function findRefundable(db: Db, listingIds: readonly string[]): Promise<Map<string, number>> {
  const refundable = new Map<string, number>()
  for (const id of await findUnusedPeriods(db, listingIds))
    refundable.set(id, await sumPaidFor(db, 'listing_period', id))
  return refundable
}

/** Owes back what was paid for a listing that cannot be verified; it is a draft again. */
export async function giveListingMoneyBack(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, accountId, reason }: { listingId: string; accountId: string; reason: string },
): Promise<void> {
  const now = clock.now()
  const payable = { payableType: 'listing_period', payableId: listingId } as const
  await inTransaction(db, async (tx) => {
    await lockParts(tx, payable, '')
    const listing = await lockListingToChange(tx, listingId)
    const amount = (await findRefundable(tx, [listingId])).get(listingId) ?? 0
    if (amount === 0) throw new AppError('listing_wrong_state')
    await moveListing(tx, listing, 'giveMoneyBack', {
      by: 'staff',
      accountId,
      now,
      what: { code: 'money_given_back', amount },
      note: reason,
      set: { months: 0, months_due: 0, review_since: null, review_reason: reason },
    })
    const occasion = uuidv7()
    await createRefund(tx, { ...payable, amount, reason: 'given_back', note: reason, occasion }, now)
    await notifyOfRefund(tx, { payable, amount, reason, occasion }, now)
  })
}
