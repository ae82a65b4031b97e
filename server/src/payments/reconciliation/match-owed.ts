import { isPurchaseReference } from '@twende/contract/payments/payment-choices.ts'
import { DatabaseError } from 'pg'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type SettleDeps, settleAddedPayment } from '../collections/settle-payment.ts'
import { findOwed } from '../ledger/book-payment.ts'
import { notifyPaymentReceived } from '../notify-payment-received.ts'
import { findPayablesByReference, type NamedPayable, normaliseReference } from '../payable-store.ts'
import { insertPayment, isUsedCode, lockPayments } from '../payment-store.ts'
import { findOtherProofs, findTransactionOfCode, findUseOfCode } from '../proofs/payment-proof-store.ts'
import {
  findTransactionsOfOwed,
  forgetOwed,
  isCounted,
  lockProviderTransaction,
  mayBeOfRequest,
  type ProviderTransaction,
} from '../provider-transaction-store.ts'

const MATCHED_WITHIN_MS = 2 * 24 * 3_600_000

/**
 * What the account number of a payer names, where its customer can pay now what is owed for it, and something is.
 * Undefined where the number is also that of something else that is owed or may be paid.
 */
export async function findOwing(
  db: Db,
  { payables }: Pick<SettleDeps, 'payables'>,
  accountNumber: string,
): Promise<NamedPayable | undefined> {
  const reference = normaliseReference(accountNumber)
  if (!isPurchaseReference(reference)) return undefined
  let owing: NamedPayable | undefined
  for (const payable of await findPayablesByReference(db, reference)) {
    const isOwed = (await findAskedOwed(db, payables, payable)) > 0
    if (!isOwed && !payable.isLive) continue
    if (!isOwed || owing) return undefined
    owing = payable
  }
  return owing
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

/**
 * Money that was paid by hand under the number of a payable, when something was owed for it, pays that: the money of one
 * receipt, or all that waits, because a process ended or a phone was being asked. What is in doubt waits for staff.
 */
export async function matchOwed(deps: SettleDeps, only: { receipt?: string } = {}): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - MATCHED_WITHIN_MS)
  for (const named of await findTransactionsOfOwed(deps.db, { ...only, since })) {
    // One that fails keeps no other waiting; it is tried again.
    await matchOne(deps, named).catch((error: unknown) =>
      deps.logger.error(
        { err: error, payableId: named.payableId },
        'money was not matched to what is owed; it is tried again',
      ),
    )
  }
}

type NamedMoney = Awaited<ReturnType<typeof findTransactionsOfOwed>>[number]

async function matchOne(deps: SettleDeps, { receipt, reference, payableId }: NamedMoney): Promise<void> {
  const payable = await findOwing(deps.db, deps, reference)
  // What comes to be owed later is not what it was paid for.
  if (payable?.payableId !== payableId) return forgetOwed(deps.db, receipt)
  try {
    await inTransaction(deps.db, (tx) => matchIn(tx, deps, payable, receipt))
  } catch (error) {
    // A code that counts for something already, or an account that was deleted: staff decides.
    if (!isUsedCode(error) && !isAccountDeleted(error)) throw error
  }
}

function isAccountDeleted(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'account_is_open'
}

async function matchIn(tx: Db, deps: SettleDeps, payable: NamedPayable, receipt: string): Promise<void> {
  const attempts = await lockPayments(tx, payable)
  const transaction = await lockProviderTransaction(tx, receipt)
  // The phone is asked as well: what becomes of that is waited for.
  if (!transaction || attempts.some(({ status }) => status === 'processing')) return
  const amount = await findAskedOwed(tx, deps.payables, payable)
  if (amount === 0 || (await isDoubtful(tx, payable, transaction))) return
  const now = deps.clock.now()
  const payment = await insertPayment(tx, {
    payableType: payable.payableType,
    payableId: payable.payableId,
    account_id: payable.accountId,
    method: transaction.method,
    amount,
    phone: '',
    adds_to_price: true,
    pays_owed: true,
    status: 'processing',
    created_at: now,
  })
  await settleAddedPayment(tx, deps, payment, transaction)
  await notifyPaymentReceived(tx, payment, { ...transaction, now })
}

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
  return proofs.some(({ status }) => status === 'waiting')
}
