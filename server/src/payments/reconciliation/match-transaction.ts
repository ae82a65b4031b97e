import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { addReportedReceipt, paidBy, type SettleDeps, settlePayment } from '../collections/settle-payment.ts'
import { findBalance } from '../ledger/ledger-store.ts'
import { postReceipt, sumPaidFor } from '../ledger/post-payment.ts'
import {
  findCustomerOf,
  findPayableByReference,
  findUnmatchedPayable,
  type NamedPayable,
} from '../payable-store.ts'
import {
  findPaymentByReceipt,
  insertPayment,
  isUsedCode,
  lockPayments,
  type PaymentRow,
  usedCodeError,
} from '../payment-store.ts'
import {
  findPaidRequestOf,
  isCounted,
  lockProviderTransaction,
  mayBeOfRequest,
} from '../provider-transaction-store.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { acceptPayment, refundReviewedPayment } from './decide-on-payment.ts'
import { findAskedOwed } from './named-payable.ts'

type MatchInput = {
  receipt: string
  /** Empty where the money of a stranger goes back to its own number. */
  reference: string
  giveBack: boolean
  reason: string
  accountId: string
}

/** Staff names the payable that an unmatched transaction paid for, or what is owed for it; returns the id of the payment made of it. */
export async function matchTransaction(
  deps: SettleDeps,
  { receipt, reference, giveBack, reason, accountId }: MatchInput,
): Promise<string> {
  const isReturned = giveBack && reference === ''
  const payable = await (isReturned
    ? findUnmatchedPayable(deps.db, receipt)
    : findPayableByReference(deps.db, reference))
  if (!payable) throw new AppError(isReturned ? 'payment_not_found' : 'purchase_not_found')
  if ((await findCustomerOf(deps.db, payable)).accountId === accountId) throw new AppError('own_thing')
  await addReportedReceipt(deps, { receipt })
  const requestId = giveBack ? undefined : await matchWithRequest(deps, { receipt, payable })
  if (requestId !== undefined) return requestId
  return inTransaction(deps.db, async (tx) => {
    const others = await lockPayments(tx, payable)
    const transaction = await lockProviderTransaction(tx, receipt)
    if (!transaction) throw new AppError('payment_not_found')
    // It may be the money of a request that was paid at this moment and whose result named no receipt.
    if (await isCounted(tx, transaction)) throw new AppError('payment_wrong_state')
    if (giveBack && (await mayBeOfRequest(tx, transaction)))
      throw new AppError('payment_wrong_state', { message: m.error_may_be_of_request() })
    const { amount, method } = transaction
    const owed = giveBack ? 0 : await findAskedOwed(tx, deps.payables, payable)
    const { terms: priceTerms } = deps.payables[payable.payableType]
    const terms = await priceTerms?.termsFor(tx, {
      amount,
      paidAt: transaction.paid_at ?? transaction.received_at,
      now: deps.clock.now(),
    })
    if (!giveBack && owed === 0) {
      // Where the payer chooses the amount, parts that bought nothing yet count with it.
      const { unapplied } = await findBalance(tx, { type: payable.payableType, id: payable.payableId })
      const paidBefore = priceTerms ? 0 : await sumPaidFor(tx, payable.payableType, payable.payableId)
      refuseTooLittle(payable, amount + paidBefore, priceTerms?.tooLittle(amount + unapplied, terms))
    }
    const paidAt = transaction.moved_at
    const created = { payable, method, receipt, amount, paidAt, owed, terms, note: reason, accountId }
    const payment = await createPayment(tx, deps, created)
    await postReceipt(tx, payment, { into: 'suspense', at: deps.clock.now() })
    const reviewed = { payment, others, reason, accountId }
    await (giveBack ? refundReviewedPayment(tx, deps, reviewed) : acceptPayment(tx, deps, reviewed))
    await showPaymentStatus(tx, deps, payable)
    return payment.id
  })
}

/** Staff says which of the payable's requests, paid without a receipt, a transaction without a reference was paid for. */
async function matchWithRequest(
  deps: SettleDeps,
  { receipt, payable }: { receipt: string; payable: NamedPayable },
): Promise<string | undefined> {
  const request = await findPaidRequestOf(deps.db, { receipt, payableId: payable.payableId })
  if (!request) return undefined
  await settlePayment(deps, request.paymentId, paidBy(request))
  const matched = await findPaymentByReceipt(deps.db, receipt)
  if (matched?.id !== request.paymentId) throw new AppError('payment_wrong_state')
  return request.paymentId
}

function refuseTooLittle({ price }: NamedPayable, amount: number, tooLittle: AppError | undefined) {
  if (tooLittle) throw tooLittle
  if (price !== null && amount < price) {
    throw new AppError('amount_too_small', {
      message: m.error_less_than_price({ amount: showKsh(amount), price: showKsh(price) }),
    })
  }
}

type CreateInput = {
  payable: NamedPayable
  method: string
  receipt: string
  amount: number
  paidAt: Date
  /** What is owed besides the price, and is paid with it; 0 where it pays the price. */
  owed: number
  /** The price list by which it counts, where its payer chose the amount. */
  terms: unknown
  note: string
  accountId: string
}

async function createPayment(
  tx: Db,
  { clock }: SettleDeps,
  { payable, method, receipt, amount, paidAt, owed, terms, note, accountId }: CreateInput,
): Promise<PaymentRow> {
  const now = clock.now()
  try {
    return await insertPayment(tx, {
      payableType: payable.payableType,
      payableId: payable.payableId,
      account_id: payable.accountId,
      method,
      // Where the payer chooses the amount, and where nothing is asked for any more, as of a deposit that a change of the car took away.
      amount: owed || payable.price || amount,
      amount_received: amount,
      adds_to_price: owed > 0,
      pays_owed: owed > 0,
      phone: '',
      terms,
      status: 'review',
      outcome: 'accepted',
      matched_by: accountId,
      receipt,
      note,
      created_at: now,
      settled_at: now,
      paid_at: paidAt,
    })
  } catch (error) {
    throw isUsedCode(error) ? usedCodeError(m.error_code_counts_for_something()) : error
  }
}
