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
import { findNamedPayable, type PayableNow } from '../../reconciliation/named-payable.ts'
import { correctUnderRefunds } from '../../refunds/create-refund.ts'
import { showPaymentStatus } from '../../show-payment-status.ts'

export type ReportDeps = ProofDeps & Pick<AppDeps, 'config'>

/** Money that M-Pesa says came in without a request of ours, by a message or in a statement. */
export type ReportedMoney = {
  receipt: string
  /** Whole shillings. */
  amount: number
  /** The paybill or till that got it. */
  shortcode: string
  /** What the payer typed as the account number. */
  reference: string
  /** Masked, hashed or empty. */
  phone: string
  payerName: string
  paidAt: Date | null
  /** The message or the row of a statement, unchanged. */
  text: string
  now: Date
  /** The statement that names it, where no message reported it. */
  statementId?: string
}

/**
 * Stores money that M-Pesa says came in. It is the result of the request that it belongs to, approves the payment proof that agrees
 * with it in everything, or pays what its number names. False when it was known.
 */
export async function addReportedMoney(deps: ReportDeps, report: ReportedMoney): Promise<boolean> {
  const { receipt } = report
  const isNew = await store(deps, report)
  await addReportedReceipt(deps, { receipt })
  await matchProofs(deps, { code: receipt })
  await matchNamedMoney(deps, { receipt })
  return isNew
}

async function store(deps: ReportDeps, report: ReportedMoney): Promise<boolean> {
  const { receipt, amount, paidAt, now } = report
  const movedAt = paidAt !== null && paidAt < now ? paidAt : now
  const typed = await findPaymentByReceipt(deps.db, receipt)
  const stored = await inTransaction(deps.db, async (tx): Promise<'new' | 'known' | 'again'> => {
    // The payments of a payable are always locked before a receipt.
    if (typed) await lockPayments(tx, payableOf(typed))
    await lockReceipt(tx, receipt)
    const paid = await findPaymentByReceipt(tx, receipt)
    // Staff typed or moved the code meanwhile.
    if (paid && paid.payable_id !== typed?.payable_id) return 'again'
    const named = await findNamedPayable(tx, deps, report.reference)
    const isNew = await insertProviderTransaction(tx, {
      receipt,
      method: 'c2b',
      amount,
      recipient: report.shortcode,
      payer_reference: report.reference,
      owing_payable_id: named && mayBeFor(named, movedAt) ? named.payableId : null,
      phone: report.phone,
      payer_name: report.payerName,
      paid_at: paidAt,
      body: report.text,
      received_at: now,
      statement_id: report.statementId ?? null,
    })
    if (!isNew) return 'known'
    if (paid && paid.paid_at !== null) await changePayment(tx, paid.id, { paid_at: movedAt })
    const money = { account: 'mpesa', receipt, amount, day: nairobiDay(movedAt), at: now } as const
    const book = () => postReportedTransaction(tx, paid, money)
    await (paid ? countReport(tx, deps, { paid, amount, book, now }) : book())
    return 'new'
  })
  return stored === 'again' ? store(deps, report) : stored === 'new'
}

/** Clocks differ by so much at most. */
const CLOCKS_DIFFER_MS = 60_000

/** A number is given again after a while: what was paid before a thing was made is not for it. */
function mayBeFor({ createdAt }: PayableNow, movedAt: Date): boolean {
  return createdAt.getTime() <= movedAt.getTime() + CLOCKS_DIFFER_MS
}

type Counted = { paid: PaymentRow; amount: number; book: () => Promise<void>; now: Date }

/** Enters what was reported of a payment that staff recorded; another amount counts as if staff had typed it. */
async function countReport(tx: Db, deps: ReportDeps, { paid, amount, book, now }: Counted): Promise<void> {
  const difference = amount - (await sumReceivedBy(tx, paid.id))
  const change = { ...payableOf(paid), paymentId: paid.id, difference, accountId: null, now }
  await (difference < 0 ? correctUnderRefunds(tx, deps, change, book) : book())
  if (paid.status === 'paid') await countOtherAmount(tx, deps, paid, { difference, now })
  if (difference < 0 || paid.status === 'paid') await showPaymentStatus(tx, deps, payableOf(paid))
}
