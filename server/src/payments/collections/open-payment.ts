import { randomBytes } from 'node:crypto'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { insertPayment, type PaymentRow } from '../payment-store.ts'
import { phoneFreeAt, phoneRefusal } from '../providers/mpesa/prompt-limit.ts'

type NewPayment = {
  payableType: PayableType
  payableId: string
  accountId: string
  amount: number
  phone: string
  /** The price list that the amount was chosen from. */
  terms?: unknown
}

/** A push that was not even sent by then never will be. */
const PUSHED_WITHIN_SECONDS = 60

type OpenDeps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>

/** How an attempt ended whose phone was not asked, because it had been asked too often. */
export const ASKED_TOO_OFTEN = 'asked_too_often'

/**
 * Opens an attempt to collect money in the caller's transaction; the phone is asked once that has committed. Refuses
 * where the phone was asked too often in the last hour.
 */
export async function openPayment(tx: Db, deps: OpenDeps, wish: NewPayment): Promise<PaymentRow> {
  const freeAt = await phoneFreeAt(tx, deps, wish)
  if (freeAt) throw phoneRefusal(freeAt, deps.clock.now())
  return open(tx, deps, wish)
}

/**
 * The same for something that is only now being bought. Where its phone may not be asked, it is bought unpaid all the
 * same, with a failed attempt that says so: its customer asks another phone, or this one later.
 */
export async function openFirstPayment(tx: Db, deps: OpenDeps, wish: NewPayment): Promise<PaymentRow> {
  const freeAt = await phoneFreeAt(tx, deps, wish)
  if (!freeAt) return open(tx, deps, wish)
  const { accountId, ...facts } = wish
  const now = deps.clock.now()
  return insertPayment(tx, {
    ...facts,
    account_id: accountId,
    method: 'stk',
    status: 'failed',
    outcome: ASKED_TOO_OFTEN,
    retry_at: freeAt,
    callback_secret: newCallbackSecret(),
    created_at: now,
    settled_at: now,
  })
}

// Hex, because Safaricom turns away addresses with certain words in them.
const newCallbackSecret = () => randomBytes(32).toString('hex')

async function open(
  tx: Db,
  { clock, jobs }: OpenDeps,
  { payableType, payableId, accountId, amount, phone, terms }: NewPayment,
): Promise<PaymentRow> {
  const now = clock.now()
  const payment = await insertPayment(tx, {
    payableType,
    payableId,
    account_id: accountId,
    method: 'stk',
    amount,
    phone,
    terms,
    status: 'processing',
    callback_secret: newCallbackSecret(),
    next_check_at: new Date(now.getTime() + PUSHED_WITHIN_SECONDS * 1000),
    created_at: now,
  })
  await jobs.enqueue(tx, 'push-payment', { paymentId: payment.id })
  return payment
}
