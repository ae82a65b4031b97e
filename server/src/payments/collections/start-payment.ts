import { setTimeout as wait } from 'node:timers/promises'
import { MPESA_LARGEST_PAYMENT, RESEND_SECONDS } from '@twende/contract/business-constants.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Payable } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'
import {
  findLatestPayment,
  findPayment,
  listPayments,
  lockPayments,
  type PaymentRow,
} from '../payment-store.ts'
import { resendAt } from '../present-payment.ts'
import { openPayment } from './open-payment.ts'
import { endEarlierPrompt } from './poll-pending-payments.ts'
import type { CallbackDeps } from './process-callback.ts'
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
  const { db, clock } = deps
  const payable = deps.payables[wish.payableType]
  await amountToPay(db, payable, wish, clock.now())
  await endEarlierRequest(deps, wish)
  return inTransaction(db, async (tx) => {
    await lockPayments(tx, wish)
    const amount = await amountToPay(tx, payable, wish, clock.now(), { lock: true })
    // Read again: while we waited for the locks, somebody may have begun another attempt.
    const attempts = await listPayments(tx, wish)
    refuseIfTooSoon(attempts, clock.now())
    const { paidOnce, onPaymentStatus } = payable
    if (paidOnce && attempts.some(({ status }) => MONEY_IS_HERE.includes(status))) throw moneyIsHere(payable)
    const payment = await openPayment(tx, deps, { ...wish, amount })
    await onPaymentStatus(tx, wish.payableId, payment.status)
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

function moneyIsHere({ notPayable, noun }: Payable): AppError {
  return new AppError(notPayable, {
    message: `A payment for this ${noun} has reached us and is being looked at. Please do not pay again.`,
  })
}

export type PaymentInput = PayableName & {
  accountId: string
  phone: string
  /** What its payer chose to pay, where there is no one price. */
  amount?: number
  /** The price list that it was chosen from. */
  terms?: unknown
}

/** What the phone is to be asked for; throws what the payable throws, or when M-Pesa cannot carry the amount. */
async function amountToPay(
  db: Db,
  payable: Payable,
  { payableId, accountId, amount }: PaymentInput,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<number> {
  const due = await payable.priceDue(db, { payableId, accountId, amount }, now, options)
  if (due > MPESA_LARGEST_PAYMENT) throw new AppError('too_much_for_mpesa')
  return due
}
