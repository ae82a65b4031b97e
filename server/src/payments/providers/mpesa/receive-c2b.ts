import { timingSafeEqual } from 'node:crypto'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { AppDeps } from '../../../deps.ts'
import { countOtherAmount } from '../../collections/count-other-amount.ts'
import { addReportedReceipt } from '../../collections/settle-payment.ts'
import { lockReceipt, sumReceivedBy } from '../../ledger/ledger-store.ts'
import { postReportedTransaction } from '../../ledger/post-payment.ts'
import {
  changePayment,
  findPaymentByReceipt,
  lockPayments,
  type PaymentRow,
  payableOf,
} from '../../payment-store.ts'
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
  await store(deps, { ...payment, amount, paidAt, movedAt, text, now })
  await addReportedReceipt(deps, { receipt })
  await matchProofs(deps, { code: receipt })
  await matchNamedMoney(deps, { receipt })
}

type Report = Omit<NonNullable<ReturnType<typeof readC2bConfirmation>>, 'paidAt'> & {
  paidAt: Date | null
  movedAt: Date
  text: string
  now: Date
}

async function store(deps: C2bDeps, report: Report): Promise<void> {
  const { receipt, amount, movedAt, now } = report
  const typed = await findPaymentByReceipt(deps.db, receipt)
  const isStored = await inTransaction(deps.db, async (tx) => {
    // The payments of a payable are always locked before a receipt.
    if (typed) await lockPayments(tx, payableOf(typed))
    await lockReceipt(tx, receipt)
    const paid = await findPaymentByReceipt(tx, receipt)
    // Staff typed or moved the code meanwhile.
    if (paid && paid.payable_id !== typed?.payable_id) return false
    const named = await findNamedPayable(tx, deps, report.billReference)
    const isNew = await insertProviderTransaction(tx, {
      receipt,
      method: 'c2b',
      amount,
      recipient: report.shortcode,
      payer_reference: report.billReference,
      owing_payable_id: named?.payableId ?? null,
      phone: report.phone ?? '',
      payer_name: report.payerName ?? '',
      paid_at: report.paidAt,
      body: report.text,
      received_at: now,
    })
    if (!isNew) return true
    if (paid && paid.paid_at !== null) await changePayment(tx, paid.id, { paid_at: movedAt })
    const money = { account: 'mpesa', receipt, amount, day: nairobiDay(movedAt), at: now } as const
    const book = () => postReportedTransaction(tx, paid, money)
    await (paid ? countReport(tx, deps, { paid, amount, book, now }) : book())
    return true
  })
  if (!isStored) await store(deps, report)
}

type Counted = { paid: PaymentRow; amount: number; book: () => Promise<void>; now: Date }

/** Enters what was reported of a payment that staff recorded; another amount counts as if staff had typed it. */
async function countReport(tx: Db, deps: C2bDeps, { paid, amount, book, now }: Counted): Promise<void> {
  const difference = amount - (await sumReceivedBy(tx, paid.id))
  const change = { ...payableOf(paid), paymentId: paid.id, difference, accountId: null, now }
  await (difference < 0 ? correctUnderRefunds(tx, deps, change, book) : book())
  if (paid.status === 'paid') await countOtherAmount(tx, deps, paid, { difference, now })
  if (difference < 0 || paid.status === 'paid') await showPaymentStatus(tx, deps, payableOf(paid))
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
