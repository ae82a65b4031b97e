import { setTimeout as wait } from 'node:timers/promises'
import { MPESA_LARGEST_PAYMENT, RESEND_SECONDS } from '@twende/contract/business-constants.ts'
import type { Purpose } from '@twende/contract/payments/payment.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { endPrompt } from './chase-payments.ts'
import { openPayment } from './open-payment.ts'
import {
  findLatestPayment,
  findPayment,
  listPayments,
  lockPayments,
  type PaymentRow,
} from './payment-store.ts'
import { MONEY_IS_HERE } from './payment-verdict.ts'
import { resendAt } from './present-payment.ts'
import { findPurchaseToPay, type PurchaseToPay } from './purchase-store.ts'
import type { CallbackDeps } from './work-callback.ts'

type StartDeps = CallbackDeps & Pick<AppDeps, 'jobs'>
type Wish = { accountId: string; purpose: Purpose; purchaseId: string; phone: string }

/** A customer waits no longer than this for M-Pesa's word on the request before. */
const PATIENCE_MS = 3_000

/** Asks a phone to pay, or asks again; never while an earlier request may still be answered. */
export async function startPayment(deps: StartDeps, wish: Wish): Promise<PaymentRow> {
  const { db, clock, purchases } = deps
  refuseUnlessPayable(await findPurchaseToPay(db, wish.purchaseId), wish, clock.now())
  await endEarlierRequest(deps, wish)
  return inTransaction(db, async (tx) => {
    await lockPayments(tx, wish)
    const purchase = refuseUnlessPayable(
      await findPurchaseToPay(tx, wish.purchaseId, { lock: true }),
      wish,
      clock.now(),
    )
    // Read again: while we waited for the locks, somebody may have begun another attempt.
    const attempts = await listPayments(tx, wish)
    refuseIfTooSoon(attempts, clock.now())
    if (attempts.some(({ status }) => MONEY_IS_HERE.includes(status))) throw moneyIsHere()
    const payment = await openPayment(tx, deps, { ...wish, amount: purchase.amount })
    await purchases[wish.purpose].paymentIs(tx, wish.purchaseId, payment.status)
    return payment
  })
}

function refuseUnlessPayable(
  purchase: PurchaseToPay | undefined,
  { accountId }: Wish,
  now: Date,
): PurchaseToPay {
  if (purchase?.accountId !== accountId) throw new Refusal('booking_not_found')
  if (purchase.ranOut) throw new Refusal('hold_expired')
  if (purchase.status !== 'pending') throw new Refusal('booking_not_payable')
  if (purchase.holdExpiresAt === null || purchase.holdExpiresAt <= now) throw new Refusal('hold_expired')
  if (purchase.amount > MPESA_LARGEST_PAYMENT) throw new Refusal('too_much_for_mpesa')
  if (purchase.amount > MPESA_LARGEST_PAYMENT) throw new Refusal('too_much_for_mpesa')
  return purchase
}

/** Finds out what became of the request before; refuses when its phone may still be ringing. */
async function endEarlierRequest(deps: StartDeps, wish: Wish): Promise<void> {
  const latest = await findLatestPayment(deps.db, wish)
  if (!latest) return
  refuseIfTooSoon([latest], deps.clock.now())
  if (latest.status !== 'processing') return
  await Promise.race([endPrompt(deps, latest), wait(PATIENCE_MS, undefined, { ref: false })])
  const now = await findPayment(deps.db, latest.id)
  if (now?.status === 'processing') throw tooSoon(now)
}

function refuseIfTooSoon(attempts: readonly PaymentRow[], now: Date): void {
  const recent = attempts.find((payment) => resendAt(payment) > now)
  if (recent) throw tooSoon(recent)
}

function tooSoon(payment: PaymentRow): Refusal {
  return new Refusal('payment_too_soon', {
    data: { paymentId: payment.id, resendAt: resendAt(payment).toISOString() },
    retryAfterSeconds: RESEND_SECONDS,
  })
}

function moneyIsHere(): Refusal {
  return new Refusal('booking_not_payable', {
    message: 'A payment for this booking has reached us and is being looked at. Please do not pay again.',
  })
}
