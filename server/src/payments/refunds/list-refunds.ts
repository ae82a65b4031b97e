import type { Role } from '@twende/contract/accounts/account-routes.ts'
import {
  needsSecondPerson,
  payableTypeLabels,
  REFUNDS_ALONE_A_DAY,
  type RefundWay,
  refundMethodLabels,
} from '@twende/contract/payments/payment-choices.ts'
import type { RefundPayer, RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import {
  type CsvCell,
  type CsvColumns,
  csvTable,
  dayCell,
  type FilterInput,
  phoneCell,
} from '../../http/csv.ts'
import { readBalance } from '../balances/read-balances.ts'
import type { PurchasePart } from '../payable.ts'
import type { PayableName } from '../payable-store.ts'
import { refundReasonLabel } from '../payment-labels.ts'
import { findRefundedParts } from './refund-parts.ts'
import {
  countRefunds,
  findRefundedAt,
  findRefundPage,
  findRefundsOf,
  findRefundWay,
  type PaidBy,
  type RefundRow,
  type RefundSearch,
  sumRefunds,
  sumSentAlone,
} from './refund-store.ts'

type RefundWithParts = RefundRow & { parts: readonly PurchasePart[]; payers: RefundPayer[] }

const columns: CsvColumns<RefundWithParts> = [
  [m.csv_owed_since, ({ createdAt }) => dayCell(createdAt)],
  [m.csv_for, ({ purpose }) => payableTypeLabels[purpose]()],
  [m.csv_reference, ({ reference }) => reference],
  [m.csv_customer, ({ customer }) => customer],
  [m.csv_phone, ({ contactPhone }) => phoneCell(contactPhone), 'contact'],
  [m.csv_paid_from, ofPayers(({ phone }) => phoneCell(phone)), 'contact'],
  [m.csv_payer, ofPayers(({ name }) => name), 'contact'],
  [m.csv_paid_with_code, ofPayers(({ code }) => code)],
  [m.csv_goes_back_ksh, ofPayers(({ amount }) => amount)],
  [m.csv_email, ({ email }) => email, 'contact'],
  [m.csv_amount_ksh, ({ amount }) => amount, 'total'],
  [m.csv_reason, refundReasonLabel],
  [m.csv_extras, ({ parts }) => parts.map(({ label }) => label).join('; ')],
  [m.csv_status, statusInWords],
  [m.csv_approved_on, ({ approvedAt }) => dayCell(approvedAt)],
  [m.csv_approved_by, ({ approvedBy }) => approvedBy],
  [m.csv_sent_how, ({ method }) => method && refundMethodLabels[method]()],
  [m.csv_sent_on, ({ sentOn }) => sentOn],
  [m.csv_sent_by, ({ sentBy }) => sentBy],
  [m.csv_payment_code, (row) => codesOf(row).join('; ')],
  [m.csv_moved_to, ({ movedTo }) => movedTo],
  [m.csv_note, ({ note }) => note],
]

function statusInWords({ status, movedTo }: RefundWithParts): string {
  if (movedTo !== null) return m.admin_refunds_status_moved()
  return status === 'sent' ? m.admin_refunds_status_sent() : m.admin_refunds_status_due()
}

/** One cell with a fact of each payer, in the same place in every column, which stays empty where it is not known. */
function ofPayers(fact: (payer: RefundPayer) => CsvCell) {
  return ({ payers }: RefundWithParts) => {
    const facts = payers.map((payer) => fact(payer) ?? '')
    return facts.some((known) => known !== '') ? facts.join('; ') : ''
  }
}

const PAGE_SIZE = 25

export type Reader = { accountId: string; role: Role }

/** What of a payable is owed back, what was sent, and what pays for something else instead. */
export function sumRefundsOf(
  db: Db,
  payable: PayableName,
): Promise<{ due: number; sent: number; moved: number }> {
  return sumRefunds(db, payable)
}

/** How money of these payables goes back. */
export function refundWayOf(db: Db, payableIds: readonly string[]): Promise<RefundWay> {
  return findRefundWay(db, payableIds)
}

/** What was to go back of a purchase when it ended at `at`, before less of it came. */
export function refundedAt(db: Db, payable: PayableName, at: Date): Promise<number> {
  return findRefundedAt(db, payable, at)
}

/** How many refunds can be sent, and how many wait for a second person: the numbers at the tabs of their list. */
export function countRefundsThatWait(db: Db): Promise<{ due: number; waiting: number }> {
  return countRefunds(db)
}

/** A page of refunds for staff, and how many wait. */
export async function listRefunds(
  deps: TableDeps,
  { queue = 'due', page, limit, ...filter }: FilterInput<RefundSearch> & PageInput,
  reader: Reader,
) {
  const { db } = deps
  const [list, counts, owed] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findRefundPage(db, { ...filter, queue, ...range }),
        read: async (ids) => presentRefunds(deps, await findRefundsOf(db, ids), reader),
      },
    ),
    countRefunds(db),
    readBalance(deps, 'refunds'),
  ])
  return { ...list, counts, owed }
}

/** Refunds, and what the reader may do with them. */
export async function presentRefunds(
  deps: TableDeps,
  rows: readonly RefundRow[],
  { accountId, role }: Reader,
): Promise<RefundTask[]> {
  const [found, sentAlone] = await Promise.all([
    withParts(deps, rows),
    sumSentAlone(deps.db, { accountId, now: deps.clock.now() }),
  ])
  return found.map((row) => presentRefund(row, { accountId, role, sentAlone }))
}

async function withParts(
  deps: Pick<AppDeps, 'db' | 'payables'>,
  rows: readonly RefundRow[],
): Promise<RefundWithParts[]> {
  const parts = await findRefundedParts(deps, rows)
  return rows.map((row) => ({ ...row, parts: parts.get(row.id) ?? [], payers: sharesOf(row) }))
}

/** What of a refund goes back to whom, in whole shillings: of what one payment brought too much, to its payer alone. */
export function sharesOf({ amount, paidBy }: Pick<RefundRow, 'amount' | 'paidBy'>): RefundPayer[] {
  const causes = paidBy.filter(({ isOccasion }) => isOccasion)
  const payers = sumLeft(causes) >= amount ? causes : paidBy
  const total = sumLeft(payers)
  let sum = 0
  let shared = 0
  const shares = payers.map(({ left, isOccasion: _, ...payer }, index) => {
    sum += Math.max(0, left)
    const upTo = index === payers.length - 1 ? amount : Math.round(amount * (sum / Math.max(1, total)))
    const share = { ...payer, amount: upTo - shared }
    shared = upTo
    return share
  })
  return shares.filter((share) => share.amount > 0)
}

const sumLeft = (payers: readonly PaidBy[]) => payers.reduce((sum, { left }) => sum + Math.max(0, left), 0)

/** The code of each transfer. */
function codesOf({ receipt, otherReceipts }: RefundRow): string[] {
  return receipt === null ? [] : [receipt, ...otherReceipts]
}

const transfersSent = (row: RefundRow) =>
  codesOf(row).flatMap((code, index) => {
    const amount = row.transferAmounts[index]
    return amount === undefined ? [] : [{ amount, code }]
  })

/** The phone number is whole where we know it, since the money is sent there. */
function presentRefund(row: RefundWithParts, reader: Reader & { sentAlone: number }): RefundTask {
  const due = row.status === 'due'
  const overSumOfDay = due && row.approvedById === null && reader.sentAlone + row.amount > REFUNDS_ALONE_A_DAY
  const two = needsSecondPerson(row.amount)
  const isAgreed = !two || (row.approvedById !== null && row.approvedById !== reader.accountId)
  const mayEnd = due && isAgreed
  return {
    _id: row.id,
    purpose: row.purpose,
    purchaseId: row.purchaseId,
    reference: row.reference,
    amount: row.amount,
    reason: refundReasonLabel(row),
    contains: row.parts.map(({ label }) => label),
    status: row.status,
    paymentId: row.paymentId,
    customer: { name: row.customer, email: row.email },
    payers: row.payers,
    contactPhone: row.contactPhone,
    needsSecondPerson: two,
    approvedBy: row.approvedBy,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    sentBy: row.sentBy,
    sentAt: row.sentAt?.toISOString() ?? null,
    method: row.method,
    sentOn: row.sentOn,
    confirmedBy: row.confirmedBy,
    code: row.receipt && codesOf(row).join(', '),
    transfers: transfersSent(row),
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    paymentToApprove: row.paymentToApprove,
    movedTo: row.movedTo,
    overSumOfDay,
    mayApprove: due && two && row.approvedById === null && reader.role === 'admin',
    maySend: mayEnd && row.paymentToApprove === null && !overSumOfDay,
    // Money that matched nothing has no other purchase.
    mayMove: mayEnd && row.purpose !== 'unmatched',
    mayConfirm: row.receipt !== null && row.confirmedBy === null && row.sentById !== reader.accountId,
  }
}

type TableDeps = Pick<AppDeps, 'db' | 'clock' | 'payables'>

/** The refunds that match a filter as a CSV table. */
export function refundsCsv(
  { db, clock, payables }: TableDeps,
  callerRole: Role,
  { queue = 'due', ...filter }: FilterInput<RefundSearch>,
) {
  return csvTable({
    role: callerRole,
    name: 'refunds',
    filters: { queue, ...filter },
    now: clock.now(),
    columns,
    find: async (limit) => (await findRefundPage(db, { ...filter, queue, limit, offset: 0 })).keys,
    read: async (ids) => withParts({ db, payables }, await findRefundsOf(db, ids)),
  })
}
