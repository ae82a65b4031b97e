import { showKsh } from '@twende/contract/money.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { addReportedReceipt, type SettleDeps } from '../collections/settle-payment.ts'
import { bookReceipt } from '../ledger/book-payment.ts'
import { findPayableByReference, type NamedPayable } from '../payable-store.ts'
import { insertPayment, isUsedCode, lockPayments, type PaymentRow, usedCodeError } from '../payment-store.ts'

import { isCounted, lockProviderTransaction } from '../provider-transaction-store.ts'
import { showPaymentStatus } from '../show-payment-status.ts'
import { acceptPayment, refundReviewedPayment } from './decide-on-payment.ts'

type MatchInput = {
  receipt: string
  reference: string
  giveBack: boolean
  reason: string
  accountId: string
}

const USED = 'This code counts for something else already.'

/** Staff names the payable that an unmatched transaction paid for; returns the id of the payment made of it. */
export async function matchTransaction(
  deps: SettleDeps,
  { receipt, reference, giveBack, reason, accountId }: MatchInput,
): Promise<string> {
  const payable = await findPayableByReference(deps.db, reference)
  if (!payable) throw new AppError('purchase_not_found')
  await addReportedReceipt(deps, { receipt })
  return inTransaction(deps.db, async (tx) => {
    const others = await lockPayments(tx, payable)
    const transaction = await lockProviderTransaction(tx, receipt)
    if (!transaction) throw new AppError('payment_not_found')
    // It may be the money of a request that was paid at this moment and whose result named no receipt.
    if (await isCounted(tx, transaction)) throw new AppError('payment_wrong_state')
    const { amount, method } = transaction
    const { terms: priceTerms } = deps.payables[payable.payableType]
    const terms = await priceTerms?.termsFor(tx, {
      amount,
      paidAt: transaction.paid_at ?? transaction.received_at,
      now: deps.clock.now(),
    })
    if (!giveBack) refuseTooLittle(payable, amount, priceTerms?.tooLittle(amount, terms))
    const payment = await createPayment(tx, deps, { payable, method, receipt, amount, terms, note: reason })
    await bookReceipt(tx, payment, { into: 'suspense', at: deps.clock.now() })
    const reviewed = { payment, others, reason, accountId }
    await (giveBack ? refundReviewedPayment(tx, deps, reviewed) : acceptPayment(tx, deps, reviewed))
    await showPaymentStatus(tx, deps, payable)
    return payment.id
  })
}

function refuseTooLittle({ price }: NamedPayable, amount: number, tooLittle: AppError | undefined) {
  if (tooLittle) throw tooLittle
  if (price !== null && amount < price) {
    throw new AppError('amount_too_small', {
      message: `${showKsh(amount)} is less than the price, ${showKsh(price)}.`,
    })
  }
}

type CreateInput = {
  payable: NamedPayable
  method: string
  receipt: string
  amount: number
  /** The price list by which it counts, where its payer chose the amount. */
  terms: unknown
  note: string
}

async function createPayment(
  tx: Db,
  { clock }: SettleDeps,
  { payable, method, receipt, amount, terms, note }: CreateInput,
): Promise<PaymentRow> {
  const now = clock.now()
  try {
    return await insertPayment(tx, {
      payableType: payable.payableType,
      payableId: payable.payableId,
      account_id: payable.accountId,
      method,
      amount: payable.price ?? amount,
      amount_received: amount,
      phone: '',
      terms,
      status: 'review',
      outcome: 'accepted',
      receipt,
      note,
      created_at: now,
      settled_at: now,
    })
  } catch (error) {
    throw isUsedCode(error) ? usedCodeError(USED) : error
  }
}
