import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { bookPrice, bookReceipt } from '../ledger/book-payment.ts'
import { sumPaidFor } from '../ledger/read-balance.ts'
import type { PayableName } from '../payable-store.ts'
import { CODE_IS_USED, reportedLess } from '../payment-labels.ts'
import type { PaymentRow } from '../payment-store.ts'
import { changePayment, insertPayment, isUsedCode, lockPayments, usedCodeError } from '../payment-store.ts'
import { isCounted, lockProviderTransaction } from '../provider-transaction-store.ts'
import { methodOfCode } from '../providers/registry.ts'

/** The outcome of a payment that staff took, in cash or with a payment code; a provider may report it as well. */
export const TAKEN_BY_STAFF = 'paid_at_desk'

export type StaffPayment = {
  payableType: PayableType
  payableId: string
  /** Null for a visitor's order. */
  accountId: string | null
  amount: number
  /** The person of staff who took it. */
  takenBy: string
  /** How it was paid, in staff's words. */
  note: string
  /** Its payment code, or empty: any other money is cash. */
  code?: string
  /** What it pays together with the parts that came before; its own amount, where nothing is said. */
  price?: number
}

/**
 * Records money that staff took at the counter, in the transaction of what it paid for. The code is locked last, after
 * all else, so that two requests with the same code cannot deadlock.
 */
export async function recordStaffPayment(tx: Db, payment: StaffPayment, now: Date): Promise<void> {
  const { payableType, payableId, accountId, amount, takenBy, note, code = '', price = amount } = payment
  const received = code === '' ? amount : await receivedWith(tx, code, amount)
  const paid = await insertPayment(tx, {
    payableType,
    payableId,
    account_id: accountId,
    method: methodOfCode(code),
    amount,
    amount_received: received,
    phone: '',
    recorded_by: takenBy,
    status: 'paid',
    outcome: TAKEN_BY_STAFF,
    note,
    receipt: code || null,
    created_at: now,
    settled_at: now,
  }).catch(refuseUsedCode)
  const by = { at: now, actor: takenBy }
  await bookReceipt(tx, paid, { into: 'unapplied', ...by })
  await bookPrice(tx, paid, { upTo: price, ...by })
}

/** The amount that a provider reported with this code; if none was reported, what staff says. */
async function receivedWith(tx: Db, code: string, price: number): Promise<number> {
  const money = await lockProviderTransaction(tx, code)
  if (!money) return price
  if (await isCounted(tx, money)) throw usedCodeError(CODE_IS_USED)
  if (money.amount >= price) return money.amount
  throw new AppError('amount_too_small', { message: reportedLess(money.amount, price) })
}

function refuseUsedCode(error: unknown): never {
  throw isUsedCode(error) ? usedCodeError(CODE_IS_USED) : error
}

/**
 * The parts of a price that were paid so far. They and the transaction of a code are locked before the payable, in the
 * same order as settling locks them.
 */
export async function lockParts(tx: Db, payable: PayableName, code: string): Promise<PaymentRow[]> {
  const attempts = await lockPayments(tx, payable)
  if (code !== '') await lockProviderTransaction(tx, code)
  return attempts.filter(({ status }) => status === 'partial')
}

export type Parts = readonly PaymentRow[]

type RemainderInput = Omit<StaffPayment, 'amount'> & { price: number; parts: Parts }

/** Records the rest of a price that staff took at the counter; the parts before it count from now on. */
export async function recordRemainder(
  tx: Db,
  { price, parts, ...payment }: RemainderInput,
  now: Date,
): Promise<void> {
  const amount = price - (await sumPaidFor(tx, payment.payableType, payment.payableId))
  for (const { id } of parts) await changePayment(tx, id, { status: 'paid', outcome: 'accepted' })
  const [part] = parts
  if (amount > 0) await recordStaffPayment(tx, { ...payment, amount, price }, now)
  else if (part) await bookPrice(tx, part, { upTo: price, at: now })
}
