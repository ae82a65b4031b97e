import { setTimeout as wait } from 'node:timers/promises'
import { RESEND_SECONDS } from '@twende/contract/business-constants.ts'
import type { CollectedMethod } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { sumPaidFor } from '../ledger/post-payment.ts'
import type { Payable } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'
import {
  findLatestPayment,
  findPayment,
  listPayments,
  lockPayments,
  type PaymentRow,
} from '../payment-store.ts'
import { findCollection } from '../providers/registry.ts'
import { resendAt } from '../read-payment.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { openPayment, requireCollectable } from './open-payment.ts'
import { endEarlierRequest } from './poll-pending-payments.ts'
import type { CollectionDeps } from './settle-payment.ts'

type StartDeps = CollectionDeps & Pick<AppDeps, 'config' | 'jobs'>

/** A customer waits no longer than this for the result of the request before. */
const LONGEST_WAIT_MS = 3_000

/**
 * Asks a payer to pay, or asks again; never while an earlier request may still be answered. `alsoSave` writes what has to
 * be committed together with the new payment.
 */
export async function startPayment(
  deps: StartDeps,
  input: PaymentInput,
  alsoSave?: (tx: Db, payment: PaymentRow) => Promise<void>,
): Promise<PaymentRow> {
  const { db, clock } = deps
  const payable = deps.payables[input.payableType]
  await amountToPay(db, payable, input, clock.now())
  await endLatestRequest(deps, input)
  return inTransaction(db, async (tx) => {
    await lockPayments(tx, input)
    const amount = await amountToPay(tx, payable, input, clock.now(), { lock: true })
    // Read again: another payment may have been started while this transaction waited for the locks.
    const attempts = await listPayments(tx, input)
    refuseIfTooSoon(attempts, clock.now())
    const paysOwed = (await payable.asksForOwed?.(tx, input.payableId)) ?? false
    // A part of the price does not keep its payer from paying the rest, also one that staff accepted.
    const isLookedAt = attempts.some(({ status }) => status === 'review')
    if (payable.paidOnce && isLookedAt && !paysOwed) throw moneyIsHere(payable)
    const payment = await openPayment(tx, deps, { ...input, amount, addsToPrice: paysOwed, paysOwed })
    await showPaymentStatus(tx, deps, input)
    await alsoSave?.(tx, payment)
    return payment
  })
}

/** What is paid for in addition to a price that was paid, such as a longer rental. */
type Addition = Omit<PaymentInput, 'method' | 'amount' | 'terms'> & {
  amount: number
  /** What is paid for, as JSON. */
  terms: unknown
  /** Whether an earlier request, with these terms, was for the same. */
  isSame: (terms: unknown) => boolean
}

/** Polls the request for an addition before; another one is opened only once its result is known. */
export async function pollEarlierAddition(deps: StartDeps, payable: PayableName): Promise<void> {
  const latest = await findLatestPayment(deps.db, payable)
  if (latest?.status === 'processing' && latest.adds_to_price && resendAt(latest) <= deps.clock.now())
    await pollBriefly(deps, latest)
}

/**
 * Asks a payer for an addition, in the transaction of its noun, which has locked the payments. Refuses while an earlier
 * request may still be answered, and names that one where it is for the same.
 */
export async function openAddition(
  tx: Db,
  deps: StartDeps,
  { isSame, ...addition }: Addition,
): Promise<PaymentRow> {
  requireCollectable(addition.amount)
  const attempts = await listPayments(tx, addition)
  const earlier = attempts.findLast(
    ({ status, adds_to_price, ...payment }) =>
      status === 'processing' ||
      (adds_to_price && status === 'failed' && resendAt(payment) > deps.clock.now()),
  )
  if (earlier)
    throw earlier.adds_to_price && !earlier.pays_owed && isSame(earlier.terms)
      ? tooSoon(earlier)
      : new AppError('payment_too_soon', { retryAfterSeconds: RESEND_SECONDS })
  return openPayment(tx, deps, { ...addition, addsToPrice: true })
}

/** Polls the request before; refuses when its payer may still answer it. */
async function endLatestRequest(deps: StartDeps, input: PaymentInput): Promise<void> {
  const latest = await findLatestPayment(deps.db, input)
  if (!latest) return
  refuseIfTooSoon([latest], deps.clock.now())
  if (latest.status !== 'processing') return
  await pollBriefly(deps, latest)
  const now = await findPayment(deps.db, latest.id)
  if (now?.status === 'processing') throw tooSoon(now)
}

async function pollBriefly(deps: StartDeps, payment: PaymentRow): Promise<void> {
  await Promise.race([endEarlierRequest(deps, payment), wait(LONGEST_WAIT_MS, undefined, { ref: false })])
}

function refuseIfTooSoon(attempts: readonly PaymentRow[], now: Date): void {
  const recent = attempts.find((payment) => findCollection(payment) !== undefined && resendAt(payment) > now)
  if (recent) throw tooSoon(recent)
}

function tooSoon(payment: PaymentRow): AppError {
  return new AppError('payment_too_soon', {
    // An answered request is not on its way any more.
    ...(payment.status !== 'processing' && { message: m.error_phone_asked_just_now() }),
    data: { paymentId: payment.id, resendAt: resendAt(payment).toISOString() },
    retryAfterSeconds: RESEND_SECONDS,
  })
}

function moneyIsHere({ notPayable, paymentCheckedMessage }: Payable): AppError {
  return new AppError(notPayable, { message: paymentCheckedMessage() })
}

export type PaymentInput = PayableName & {
  accountId: string
  phone: string
  /** How its payer chose to pay; the default where they chose nothing. */
  method?: CollectedMethod | undefined
  /** What its payer chose to pay, where there is no fixed price. */
  amount?: number
  /** The price list that it was chosen from. */
  terms?: unknown
}

/** The amount to request: what is left of a price of which a part is here. Throws what the payable throws, or when one payment cannot have it. */
async function amountToPay(
  db: Db,
  payable: Payable,
  { payableType, payableId, accountId, amount, method }: PaymentInput,
  now: Date,
  options: { lock?: boolean } = {},
): Promise<number> {
  const price = await payable.priceDue(db, { payableId, accountId, amount }, now, options)
  const isOwed = !payable.paidOnce || (await payable.asksForOwed?.(db, payableId))
  const due = isOwed ? price : price - (await sumPaidFor(db, payableType, payableId))
  if (due <= 0) throw moneyIsHere(payable)
  requireCollectable(due, method)
  return due
}
