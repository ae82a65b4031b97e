import { randomBytes } from 'node:crypto'
import type { CollectedMethod } from '@twende/contract/payments/payment-choices.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { PayableName } from '../payable-store.ts'
import { insertPayment, type PaymentRow } from '../payment-store.ts'
import { collectionOf, DEFAULT_METHOD } from '../providers/registry.ts'
import { requestLimitSentence } from '../read-payment.ts'

type NewPayment = PayableName & {
  accountId: string
  amount: number
  phone: string
  /** How its payer chose to pay. */
  method?: CollectedMethod | undefined
  /** The price list that the amount was chosen from, or what is paid for in addition. */
  terms?: unknown
  /** Whether it pays for more of what was paid for before. */
  addsToPrice?: boolean
  /** Whether it adds to the price by paying what is owed besides it. */
  paysOwed?: boolean
}

/** A request that was not sent by then never will be. */
const REQUESTED_WITHIN_SECONDS = 60

type OpenDeps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>

/** The outcome of a payment that was not requested, because its payer had too many requests. */
export const ASKED_TOO_OFTEN = 'asked_too_often'

/** Refuses an amount that is more than one payment can have. */
export function requireCollectable(amount: number, method: CollectedMethod = DEFAULT_METHOD): void {
  const { limit } = collectionOf({ method })
  if (limit && amount > limit.amount) throw new AppError(limit.error)
}

/**
 * Opens a payment in the caller's transaction; its payer is asked once that has committed. Refuses where the payer had
 * too many requests.
 */
export async function openPayment(tx: Db, deps: OpenDeps, payment: NewPayment): Promise<PaymentRow> {
  const retryAt = await nextRequestAt(tx, deps, payment)
  if (retryAt) throw requestLimitReached(retryAt, deps.clock.now())
  return insertAndRequest(tx, deps, payment)
}

/**
 * Opens the first payment of something that is being bought. If its payer cannot be asked now, it is bought unpaid, with
 * a failed payment that says so: the customer uses another phone, or this one later.
 */
export async function openFirstPayment(tx: Db, deps: OpenDeps, payment: NewPayment): Promise<PaymentRow> {
  const retryAt = await nextRequestAt(tx, deps, payment)
  if (!retryAt) return insertAndRequest(tx, deps, payment)
  const now = deps.clock.now()
  return insertPayment(tx, {
    ...rowOf(payment),
    status: 'failed',
    outcome: ASKED_TOO_OFTEN,
    retry_at: retryAt,
    created_at: now,
    settled_at: now,
  })
}

function nextRequestAt(tx: Db, deps: OpenDeps, { method = DEFAULT_METHOD, ...payer }: NewPayment) {
  return collectionOf({ method }).nextRequestAt(tx, deps, payer)
}

function requestLimitReached(retryAt: Date, now: Date): AppError {
  return new AppError('phone_asked_too_often', {
    message: requestLimitSentence(retryAt),
    data: { retryAt: retryAt.toISOString() },
    retryAfterSeconds: Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)),
  })
}

async function insertAndRequest(
  tx: Db,
  { clock, jobs }: OpenDeps,
  newPayment: NewPayment,
): Promise<PaymentRow> {
  const now = clock.now()
  const payment = await insertPayment(tx, {
    ...rowOf(newPayment),
    status: 'processing',
    next_poll_at: new Date(now.getTime() + REQUESTED_WITHIN_SECONDS * 1000),
    created_at: now,
  })
  await jobs.enqueue(tx, 'send-payment-request', { paymentId: payment.id })
  return payment
}

function rowOf(payment: NewPayment) {
  const { payableType, payableId, accountId, amount, phone, method, terms } = payment
  const { addsToPrice = false, paysOwed = false } = payment
  return {
    payableType,
    payableId,
    account_id: accountId,
    method: method ?? DEFAULT_METHOD,
    amount,
    phone,
    terms,
    adds_to_price: addsToPrice,
    pays_owed: paysOwed,
    // Hex, because a provider may refuse addresses with certain words in them.
    webhook_secret: randomBytes(32).toString('hex'),
  }
}
