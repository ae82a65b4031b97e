import type { ErrorCode } from '@twende/contract/http/error-codes.ts'
import { readReference } from '@twende/contract/payments/typed-reference.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { SettleDeps } from '../collections/settle-payment.ts'
import { findOwed, sumPaidFor } from '../ledger/post-payment.ts'
import { findPayablesByReference, type NamedPayable } from '../payable-store.ts'

type NamingDeps = Pick<SettleDeps, 'payables' | 'clock'>

/**
 * What money by hand would do for a payable now: pay what is owed besides its price, or the price or a part of it.
 * `late`: its time to pay is over, and it may still be had. `chosen`: it buys as much as a price list says. `amount` is what
 * is left to pay.
 */
export type Payment = { pays: 'owed' | 'price' | 'late'; amount: number } | { pays: 'chosen' }
export type PayableNow = NamedPayable & { createdAt: Date } & Payment

/** Money that names what ran out longer ago than this was probably paid for something else. */
const LATE_WITHIN_MS = 2 * 24 * 3_600_000

/** The refusals of a payable whose time to pay is over. */
const RAN_OUT: readonly ErrorCode[] = ['hold_expired', 'order_expired']

/**
 * What the account number of a payer names, where money can count for it. Undefined where the number is also that of
 * something else that may be paid, or was, or had it before.
 */
export async function findNamedPayable(
  db: Db,
  deps: NamingDeps,
  accountNumber: string,
): Promise<PayableNow | undefined> {
  const reference = readReference(accountNumber)
  if (reference === undefined) return undefined
  const live: (PayableNow | undefined)[] = []
  const late: PayableNow[] = []
  for (const payable of await findPayablesByReference(db, reference)) {
    const payment = await findPaymentNow(db, deps, payable)
    const now = payment && { ...payable, ...payment }
    if (now?.pays === 'late') late.push(now)
    else if (now || payable.isLive) live.push(now)
  }
  for (const { isFormerReference } of Object.values(deps.payables))
    if (await isFormerReference?.(db, reference)) return undefined
  const [only, other] = live.length > 0 ? live : late
  return other === undefined && live.length < 2 ? only : undefined
}

/** What money by hand would do for a payable now; undefined where it can do nothing. */
export async function findPaymentNow(
  db: Db,
  { payables, clock }: NamingDeps,
  payable: NamedPayable & { createdAt: Date },
): Promise<Payment | undefined> {
  const { payableType, payableId, accountId, price, createdAt } = payable
  const owed = await findAskedOwed(db, payables, payable)
  if (owed > 0) return { pays: 'owed', amount: owed }
  if (await payables[payableType].asksForOwed?.(db, payableId)) return undefined
  // Its payer chooses the amount, and whether it may be paid for does not depend on that.
  const chosen = price === null
  const amount = chosen ? 1 : price - (await sumPaidFor(db, payableType, payableId))
  if (amount <= 0) return undefined
  const now = clock.now()
  try {
    await payables[payableType].priceDue(db, { payableId, accountId, ...(chosen && { amount }) }, now, {})
    return chosen ? { pays: 'chosen' } : { pays: 'price', amount }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isLate = RAN_OUT.includes(error.code) && createdAt.getTime() > now.getTime() - LATE_WITHIN_MS
    return isLate ? { pays: 'late', amount } : undefined
  }
}

/** What is owed for a payable besides its price; 0 where its customer is asked for the price, or owes nothing. */
export async function findAskedOwed(
  db: Db,
  payables: SettleDeps['payables'],
  { payableType, payableId }: NamedPayable,
): Promise<number> {
  const { owed } = await findOwed(db, payableType, payableId)
  return owed > 0 && (await payables[payableType].asksForOwed?.(db, payableId)) ? owed : 0
}
