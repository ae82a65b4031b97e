import { setTimeout as wait } from 'node:timers/promises'
import { RESEND_SECONDS } from '@twende/contract/business-constants.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import {
  findLatestPayment,
  findPayment,
  listPayments,
  lockPayments,
  type PaymentRow,
} from '../payment-store.ts'
import { resendAt } from '../present-payment.ts'
import type { CallbackDeps } from '../providers/mpesa/process-callback.ts'
import { amountToPay, type PaymentInput } from './amount-to-pay.ts'
import { openPayment } from './open-payment.ts'
import { endEarlierPrompt } from './poll-pending-payments.ts'
import { MONEY_IS_HERE } from './settlement-decision.ts'

type StartDeps = CallbackDeps & Pick<AppDeps, 'config' | 'jobs'>

/** A customer waits no longer than this for M-Pesa's word on the request before. */
const PATIENCE_MS = 3_000

/**
 * Asks a phone to pay, or asks again; never while an earlier request may still be answered. `alsoKeep` writes what
 * stands or falls with the new payment.
 */
export async function startPayment(
  deps: StartDeps,
  wish: PaymentInput,
  alsoKeep?: (tx: Db, payment: PaymentRow) => Promise<void>,
): Promise<PaymentRow> {
  const { db, clock, payables } = deps
  await amountToPay(db, wish, clock.now())
  await endEarlierRequest(deps, wish)
  return inTransaction(db, async (tx) => {
    await lockPayments(tx, wish)
    const amount = await amountToPay(tx, wish, clock.now(), { lock: true })
    // Read again: while we waited for the locks, somebody may have begun another attempt.
    const attempts = await listPayments(tx, wish)
    refuseIfTooSoon(attempts, clock.now())
    const { paidOnce, paymentIs } = payables[wish.purpose]
    if (paidOnce && attempts.some(({ status }) => MONEY_IS_HERE.includes(status)))
      throw moneyIsHere(wish.purpose)
    const payment = await openPayment(tx, deps, { ...wish, amount })
    await paymentIs(tx, wish.purchaseId, payment.status)
    await alsoKeep?.(tx, payment)
    return payment
  })
}

/** Finds out what became of the request before; refuses when its phone may still be ringing. */
async function endEarlierRequest(deps: StartDeps, wish: PaymentInput): Promise<void> {
  const latest = await findLatestPayment(deps.db, wish)
  if (!latest) return
  refuseIfTooSoon([latest], deps.clock.now())
  if (latest.status !== 'processing') return
  await Promise.race([endEarlierPrompt(deps, latest), wait(PATIENCE_MS, undefined, { ref: false })])
  const now = await findPayment(deps.db, latest.id)
  if (now?.status === 'processing') throw tooSoon(now)
}

function refuseIfTooSoon(attempts: readonly PaymentRow[], now: Date): void {
  const recent = attempts.find((payment) => payment.method === 'stk' && resendAt(payment) > now)
  if (recent) throw tooSoon(recent)
}

function tooSoon(payment: PaymentRow): AppError {
  return new AppError('payment_too_soon', {
    data: { paymentId: payment.id, resendAt: resendAt(payment).toISOString() },
    retryAfterSeconds: RESEND_SECONDS,
  })
}

function moneyIsHere(purpose: PayableType): AppError {
  const order = purpose === 'order'
  return new AppError(order ? 'order_not_payable' : 'booking_not_payable', {
    message: `A payment for this ${order ? 'order' : 'booking'} has reached us and is being looked at. Please do not pay again.`,
  })
}
