import { DatabaseError } from 'pg'
import type { Db } from '../../db/database.ts'
import { WITH_MONEY_MS } from '../../db/hold-end.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { withParts } from '../collections/record-staff-payment.ts'
import { type SettleDeps, settleAddedPayment } from '../collections/settle-payment.ts'
import { findOwed, postReceipt } from '../ledger/post-payment.ts'
import { notifyPaymentReceived } from '../notify-payment-received.ts'
import { findPayablesByReference, type NamedPayable } from '../payable-store.ts'
import { findPayment, insertPayment, isUsedCode, lockPayments, type PaymentRow } from '../payment-store.ts'
import {
  findOtherProofs,
  findTransactionOfCode,
  findUseOfCode,
  findWaitingProofs,
} from '../proofs/payment-proof-store.ts'
import {
  findNamedTransactions,
  forgetNamedPayable,
  isCounted,
  lockProviderTransaction,
  mayBeOfRequest,
  type ProviderTransaction,
} from '../provider-transaction-store.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { acceptPayment } from './decide-on-payment.ts'
import { findNamedPayable, findPaymentNow, type PayableNow } from './named-payable.ts'

/**
 * Money that was paid by hand under the number of a payable, when something could be paid for it, pays that: the money
 * of one receipt, or all that waits, because a process ended or a phone was being asked. What is in doubt waits for staff,
 * and counts once nothing is in doubt any more, however long that takes.
 */
export async function matchNamedMoney(deps: SettleDeps, only: { receipt?: string } = {}): Promise<void> {
  for (const named of await findNamedTransactions(deps.db, only)) {
    // One that fails keeps no other waiting; it is tried again.
    await matchOne(deps, named).catch((error: unknown) =>
      deps.logger.error(
        { err: error, payableId: named.payableId },
        'money was not matched to what it names; it is tried again',
      ),
    )
  }
}

type NamedMoney = Awaited<ReturnType<typeof findNamedTransactions>>[number]

async function matchOne(deps: SettleDeps, { receipt, reference, payableId }: NamedMoney): Promise<void> {
  const payable = await findNamedPayable(deps.db, deps, reference)
  // What can be paid only later is not what it was paid for.
  if (payable?.payableId !== payableId) return forgetNamedPayable(deps.db, receipt)
  try {
    await inTransaction(deps.db, (tx) => matchIn(tx, deps, payable, receipt))
  } catch (error) {
    // What it names is gone: it stands there as money that does not count.
    if (error instanceof AppError && error.code === 'purchase_gone')
      return forgetNamedPayable(deps.db, receipt)
    // A code that counts for something already, or an account that was deleted: staff decides.
    if (!isUsedCode(error) && !isAccountDeleted(error)) throw error
  }
}

function isAccountDeleted(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'account_is_open'
}

async function matchIn(tx: Db, deps: SettleDeps, named: PayableNow, receipt: string): Promise<void> {
  const attempts = await lockPayments(tx, named)
  const transaction = await lockProviderTransaction(tx, receipt)
  if (!transaction) return
  const payable = await readAgain(tx, deps, named)
  if (!payable) return
  // The phone is asked as well: what becomes of that is waited for.
  const isAsked = attempts.some(({ status }) => status === 'processing')
  if (isAsked || (await isDoubtful(tx, payable, transaction))) {
    // What this money may pay does not run out meanwhile, for a week at most.
    const keepsUntil = transaction.received_at.getTime() + WITH_MONEY_MS
    if (transaction.payment_id === null && deps.clock.now().getTime() < keepsUntil)
      await showPaymentStatus(tx, deps, payable, { isNamed: true })
    return
  }
  if (payable.pays === 'chosen') return payChosen(tx, deps, payable, transaction)
  // Only the whole price gets back what ran out.
  if (payable.pays === 'late' && transaction.amount !== payable.amount) throw new AppError('purchase_gone')
  const parts = attempts.filter(({ status }) => status === 'partial')
  const isExact = transaction.amount === payable.amount
  const completes =
    payable.pays === 'owed' ? transaction.amount > payable.amount : parts.length > 0 && isExact
  await (completes
    ? completePrice(tx, deps, { payable, transaction, parts })
    : payNow(tx, deps, payable, transaction))
}

/** What can be paid now, under the locks; undefined where that is another thing than before. */
async function readAgain(tx: Db, deps: SettleDeps, named: PayableNow): Promise<PayableNow | undefined> {
  const found = await findPayablesByReference(tx, named.reference)
  const payable = found.find(({ payableId }) => payableId === named.payableId)
  const payment = payable && (await findPaymentNow(tx, deps, payable))
  return payment && { ...payable, ...payment }
}

/** What of it is known before it comes. */
type Priced = Extract<PayableNow, { amount: number }>

/** It buys what a message with its code would buy, together with the parts before it, or is a part itself. */
async function payChosen(
  tx: Db,
  deps: SettleDeps,
  payable: PayableNow,
  transaction: ProviderTransaction,
): Promise<void> {
  const now = deps.clock.now()
  const { method, amount, receipt, paid_at, received_at, moved_at } = transaction
  const named = deps.payables[payable.payableType]
  const terms = await named.terms?.termsFor(tx, { amount, paidAt: paid_at ?? received_at, now })
  const payment = await insertPayment(tx, {
    ...partiesOf(payable),
    method,
    amount,
    phone: '',
    terms,
    status: 'processing',
    created_at: now,
  })
  const { paid } = await withParts(tx, named, { ...payment, amount_received: amount })
  const total = paid.amount_received ?? amount
  const part = await named.terms?.missing(tx, payment.payable_id, { total, terms: paid.terms })
  const enough = part ? amount + part.price - total : amount
  await settleAddedPayment(tx, deps, payment, { receipt, amount, paidAt: moved_at }, enough)
  const isPaid = (await findPayment(tx, payment.id))?.status === 'paid'
  const time = isPaid ? named.terms?.bought(total, paid.terms) : undefined
  await notifyPaymentReceived(tx, payment, { receipt, amount, time, part, now })
}

/** It counts as an answer to a request would: whole, as a part, or to be looked at where it is more than a price. */
async function payNow(
  tx: Db,
  deps: SettleDeps,
  payable: Priced,
  transaction: ProviderTransaction,
): Promise<void> {
  const now = deps.clock.now()
  const paysOwed = payable.pays === 'owed'
  const payment = await insertPayment(tx, {
    ...partiesOf(payable),
    method: transaction.method,
    amount: payable.amount,
    phone: '',
    adds_to_price: paysOwed,
    pays_owed: paysOwed,
    status: 'processing',
    created_at: now,
  })
  await settleAddedPayment(tx, deps, payment, { ...transaction, paidAt: transaction.moved_at })
  const rest = payable.amount - transaction.amount
  const isLookedAt = rest < 0 && (await findPayment(tx, payment.id))?.status === 'review'
  const left = Math.max(0, rest)
  await notifyPaymentReceived(tx, payment, { ...transaction, left, isLookedAt, now })
}

type Completing = { payable: Priced; transaction: ProviderTransaction; parts: readonly PaymentRow[] }

/** The last part of a price, or more than what is owed: all parts count from now on, and what is too much goes back. */
async function completePrice(
  tx: Db,
  deps: SettleDeps,
  { payable, transaction, parts }: Completing,
): Promise<void> {
  const now = deps.clock.now()
  const { receipt, method, amount } = transaction
  const paysOwed = payable.pays === 'owed'
  const payment = await insertPayment(tx, {
    ...partiesOf(payable),
    method,
    amount: paysOwed ? payable.amount : (payable.price ?? amount),
    amount_received: amount,
    phone: '',
    adds_to_price: paysOwed,
    pays_owed: paysOwed,
    status: 'review',
    outcome: 'accepted',
    receipt,
    created_at: now,
    settled_at: now,
    paid_at: transaction.moved_at,
  })
  await postReceipt(tx, payment, { into: 'suspense', at: now })
  await acceptPayment(tx, deps, { payment, others: parts, reason: '', accountId: null })
  await showPaymentStatus(tx, deps, payable)
  await notifyPaymentReceived(tx, payment, { ...transaction, now })
}

const partiesOf = ({ payableType, payableId, accountId }: NamedPayable) => ({
  payableType,
  payableId,
  account_id: accountId,
})

/** Whether the money may be for something else, or staff has to decide first on other money. */
async function isDoubtful(
  tx: Db,
  { payableType, payableId }: NamedPayable,
  transaction: ProviderTransaction,
): Promise<boolean> {
  const { receipt: code } = transaction
  if ((await findOwed(tx, payableType, payableId)).inReview > 0) return true
  if ((await isCounted(tx, transaction)) || (await mayBeOfRequest(tx, transaction))) return true
  if ((await findTransactionOfCode(tx, code))?.requestOpen || (await findUseOfCode(tx, code))) return true
  const proofs = await findOtherProofs(tx, { code, payableId, limit: 1 })
  if (proofs.some(({ status }) => status === 'waiting')) return true
  // Its message may be about this money, with a code that was mistyped.
  return (await findWaitingProofs(tx, [payableId])).length > 0
}
