import { randomBytes } from 'node:crypto'
import { showKsh } from '@twende/contract/money.ts'
import type { Purpose } from '@twende/contract/payments/payment.ts'
import { type Db, refusedBy } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { lockInboxMoney } from './inbox-store.ts'
import { insertPayment } from './payment-store.ts'

/** How a payment ended that staff took, in cash or with the code of a message; M-Pesa may tell of it again. */
export const PAID_AT_DESK = 'paid_at_desk'

export type DeskPayment = {
  purpose: Purpose
  purchaseId: string
  /** Null for a visitor's order. */
  accountId: string | null
  amount: number
  /** The person of staff who took it. */
  takenBy: string
  /** How it was paid, in staff's words. */
  note: string
  /** Its M-Pesa code, or empty: any other money is cash. */
  code?: string
}

/**
 * Keeps money that staff took at the counter, in the transaction of what it paid for. A code comes last, when all else
 * is locked: whoever names the same one then waits here and not in a circle.
 */
export async function recordDeskPayment(tx: Db, payment: DeskPayment, now: Date): Promise<void> {
  const { purpose, purchaseId, accountId, amount, takenBy, note, code = '' } = payment
  const received = code === '' ? amount : await receivedWith(tx, code, amount)
  await insertPayment(tx, {
    purpose,
    purchaseId,
    account_id: accountId,
    method: code === '' ? 'cash' : 'c2b',
    amount,
    amount_received: received,
    phone: '',
    taken_by: takenBy,
    status: 'paid',
    outcome: PAID_AT_DESK,
    note,
    receipt: code || null,
    callback_secret: randomBytes(32).toString('hex'),
    created_at: now,
    settled_at: now,
  }).catch(refuseUsedCode)
}

/** What M-Pesa itself says came in with a code; what staff says where it has told us nothing. */
async function receivedWith(tx: Db, code: string, price: number): Promise<number> {
  const money = await lockInboxMoney(tx, code)
  if (!money) return price
  if (money.amount >= price) return money.amount
  const message = `M-Pesa says that ${showKsh(money.amount)} came in with this code. ${showKsh(price)} is to be paid.`
  throw new AppError('amount_too_small', { message })
}

const USED_ONCE = new Set(['mpesa_code_is_used_once', 'payment_receipt_is_used_once'])

function refuseUsedCode(error: unknown): never {
  const constraint = refusedBy(error)
  if (constraint === undefined || !USED_ONCE.has(constraint)) throw error
  throw new AppError('mpesa_code_used', {
    message: 'This M-Pesa code counts for another payment already.',
  })
}
