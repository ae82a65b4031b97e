import { planLabel, timePaidBy } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { correctPayment } from '../../payments/reconciliation/correct-payment.ts'
import { findPaidEvent } from '../listing-history-store.ts'
import { plansOf } from '../listing-payable.ts'
import { changeListing, lockListingToChange } from '../listing-store.ts'
import { notifySeller } from '../notify-seller.ts'
import { withOtherTime } from '../sell/paid-period.ts'
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
    const plans = plansOf(payment.terms)
    const after = { amount: total, ...timePaidBy(total, plans) }
    if (after.months === 0) {
      const [{ months, price }] = plans
      const smallest = { price: showKsh(price), plan: planLabel(months) }
      const message = m.error_correct_pays_no_plan({ amount: showKsh(total), ...smallest })
      throw new AppError('amount_too_small', { message })
    }
    const what = { code: 'payment_corrected', receipt, from: before.amount, ...after } as const
    const set = withOtherTime(listing, { before, after, now })
    await changeListing(tx, listing, set, { by: 'staff', accountId, now, what, note: reason })
    await notifySeller(
      tx,
      listingId,
      (params) => {
        const { months, days } = after
        const told = { code: receipt, from: before.amount, amount: total, time: { months, days }, reason }
        return { kind: 'listing_payment_corrected', params: { ...params, ...told } }
      },
      `payment corrected ${receipt} ${now.toISOString()}`,
      now,
    )
  })
}
