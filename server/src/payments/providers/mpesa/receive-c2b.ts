import { timingSafeEqual } from 'node:crypto'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { AppDeps } from '../../../deps.ts'
import { countOtherAmount } from '../../collections/count-other-amount.ts'
import { addReportedReceipt } from '../../collections/settle-payment.ts'
import { bookReportedTransaction } from '../../ledger/book-payment.ts'
import { lockReceipt, sumReceivedBy } from '../../ledger/ledger-store.ts'
import { changePayment, findPaymentByReceipt, lockPayments, payableOf } from '../../payment-store.ts'
import { matchProofs, type ProofDeps } from '../../proofs/settle-proof.ts'
import { insertProviderTransaction } from '../../provider-transaction-store.ts'
import { matchNamedMoney } from '../../reconciliation/match-named-money.ts'
import { findNamedPayable } from '../../reconciliation/named-payable.ts'
import { correctUnderRefunds } from '../../refunds/create-refund.ts'
import { showPaymentStatus } from '../../show-payment-status.ts'
import { asText } from '../../webhook-handlers.ts'
import { insertUnknownMessage, insertUnreadableTransaction } from '../provider-message-store.ts'
import { MOST_SHILLINGS, readC2bConfirmation } from './daraja-messages.ts'
import type { MpesaConfig } from './mpesa-config.ts'
import { c2bSecret } from './mpesa-provider.ts'

type C2bDeps = ProofDeps & Pick<AppDeps, 'tokenSecret' | 'config'>

/** Stores a payment made by hand that M-Pesa reports; it approves the payment proof that agrees with it in everything, or pays what its number names. */
export async function receiveC2b(
  deps: C2bDeps,
  { secret, body }: { secret: string; body: Buffer },
): Promise<void> {
  const now = deps.clock.now()
  const text = asText(body)
  if (!isOurs(secret, deps.tokenSecret))
    return insertUnknownMessage(deps.db, { kind: 'c2b', body: text, now })
  const payment = readC2bConfirmation(text)
  if (!payment || !isOurLine(deps.config.payments.mpesa, payment.shortcode))
    return insertUnreadableTransaction(deps.db, { kind: 'c2b', body: text, now })
  const amount = Math.floor(payment.amount)
  if (amount < 1 || amount > MOST_SHILLINGS)
    return insertUnreadableTransaction(deps.db, { kind: 'c2b', body: text, now })
  const { receipt } = payment
  const paidAt = payment.paidAt === undefined ? null : new Date(payment.paidAt)
  const movedAt = paidAt !== null && paidAt < now ? paidAt : now
  const typed = await findPaymentByReceipt(deps.db, receipt)
  await inTransaction(deps.db, async (tx) => {
    // The payments of a payable are always locked before a receipt.
    if (typed) await lockPayments(tx, payableOf(typed))
    await lockReceipt(tx, receipt)
    const named = await findNamedPayable(tx, deps, payment.billReference)
    const isNew = await insertProviderTransaction(tx, {
      receipt,
      method: 'c2b',
      amount,
      recipient: payment.shortcode,
      payer_reference: payment.billReference,
      owing_payable_id: named?.payableId ?? null,
      phone: payment.phone ?? '',
      payer_name: payment.payerName ?? '',
      paid_at: paidAt,
      body: text,
      received_at: now,
    })
    if (!isNew) return
    const paid = await findPaymentByReceipt(tx, receipt)
    if (paid && paid.paid_at !== null) await changePayment(tx, paid.id, { paid_at: movedAt })
    const book = () =>
      bookReportedTransaction(tx, paid, {
        account: 'mpesa',
        receipt,
        amount,
        day: nairobiDay(movedAt),
        at: now,
      })
    if (!paid) return book()
    const difference = amount - (await sumReceivedBy(tx, paid.id))
    const change = { ...payableOf(paid), paymentId: paid.id, difference, accountId: null, now }
    await (difference < 0 ? correctUnderRefunds(tx, deps, change, book) : book())
    if (paid.status === 'paid') await countOtherAmount(tx, deps, paid, { difference, now })
    if (difference < 0 || paid.status === 'paid') await showPaymentStatus(tx, deps, payableOf(paid))
  })
  await addReportedReceipt(deps, { receipt })
  await matchProofs(deps, { code: receipt })
  await matchNamedMoney(deps, { receipt })
}

function isOurs(secret: string, tokenSecret: string): boolean {
  const ours = Buffer.from(c2bSecret(tokenSecret))
  const given = Buffer.from(secret)
  return ours.length === given.length && timingSafeEqual(ours, given)
}

/** Payments to a till are reported under its own number or under that of its store. */
function isOurLine(mpesa: MpesaConfig, shortcode: string): boolean {
  return mpesa.kind === 'simulator' || shortcode === mpesa.shortcode || shortcode === mpesa.tillNumber
}
