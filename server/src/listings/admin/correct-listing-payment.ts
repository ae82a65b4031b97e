import { m } from '@twende/messages'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { correctPayment } from '../../payments/reconciliation/correct-payment.ts'
import { findPaidEvent } from '../listing-history-store.ts'
import { plansOf } from '../listing-payable.ts'
import { lockListingToChange } from '../listing-store.ts'
import { correctPaidTime } from '../sell/correct-paid-time.ts'
import { payableOf } from '../unused-period.ts'

type Correction = { listingId: string; code: string; amount: number; reason: string; accountId: string }

/** Another amount was paid than staff approved: the paid time of the listing is shorter or longer from now on. */
export async function correctListingPayment(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payables'>,
  { listingId, code, amount, reason, accountId }: Correction,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const correction = { code, amount, reason, accountId, now }
    const payment = await correctPayment(tx, deps, payableOf(listingId), correction)
    const listing = await lockListingToChange(tx, listingId)
    const receipt = payment.receipt ?? ''
    const before = await findPaidEvent(tx, listingId, receipt)
    if (!before) {
      // Its refund is lower by now; no time is left of it.
      if (amount < (payment.amount_received ?? payment.amount)) return
      throw new AppError('payment_wrong_state', { message: m.error_correct_given_back() })
    }
    // The time that it bought may be over, and what runs is that of the later one.
    if (!before.isLast) throw new AppError('payment_wrong_state', { message: m.error_correct_not_last() })
    // Parts that were paid before count with it.
    const total = before.amount + amount - (payment.amount_received ?? payment.amount)
    const paid = { before, total, plans: plansOf(payment.terms), receipt }
    await correctPaidTime(tx, listing, { ...paid, by: 'staff', accountId, reason, now })
  })
}
