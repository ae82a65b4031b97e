import type { Db } from '../../db/database.ts'
import { reverseRefundOwed } from '../ledger/postings.ts'
import type { PayableName } from '../payable-store.ts'
import { lockCancellationRefunds, markRefundWithdrawn } from './refund-store.ts'

/**
 * Owes no longer what is owed back since a cancellation at `since`, which is taken back. False when some of it was sent:
 * then nothing is changed. Called under the locks of the payments.
 */
export async function withdrawRefunds(
  tx: Db,
  payable: PayableName,
  { since, accountId, now }: { since: Date; accountId: string; now: Date },
): Promise<boolean> {
  const refunds = await lockCancellationRefunds(tx, payable, since)
  if (refunds.some(({ status }) => status === 'sent')) return false
  for (const { id } of refunds) {
    await markRefundWithdrawn(tx, id)
    await reverseRefundOwed(tx, {
      payable: { type: payable.payableType, id: payable.payableId },
      refundId: id,
      key: `refund ${id} withdrawn`,
      at: now,
      actor: accountId,
    })
  }
  return true
}
