import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { needsSecondPerson, payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput } from '../../http/csv.ts'
import type { PayableName } from '../payable-store.ts'
import { refundReasonLabel } from '../payment-labels.ts'
import {
  countRefunds,
  findRefundPage,
  findRefundsOf,
  type RefundRow,
  type RefundSearch,
  sumRefunds,
} from './refund-store.ts'

const columns: CsvColumns<RefundRow> = [
  [m.csv_owed_since, ({ createdAt }) => dayCell(createdAt)],
  [m.csv_for, ({ purpose }) => payableTypeLabels[purpose]()],
  [m.csv_reference, ({ reference }) => reference],
  [m.csv_customer, ({ customer }) => customer],
  [m.csv_phone, ({ phone }) => phone, 'contact'],
  [m.csv_email, ({ email }) => email, 'contact'],
  [m.csv_amount_ksh, ({ amount }) => amount],
  [m.csv_reason, refundReasonLabel],
  [m.csv_status, ({ status }) => status],
  [m.csv_approved_on, ({ approvedAt }) => dayCell(approvedAt)],
  [m.csv_approved_by, ({ approvedBy }) => approvedBy],
  [m.csv_sent_on, ({ sentAt }) => dayCell(sentAt)],
  [m.csv_sent_by, ({ sentBy }) => sentBy],
  [m.csv_payment_code, ({ receipt }) => receipt],
  [m.csv_note, ({ note }) => note],
]

const PAGE_SIZE = 25

export type Reader = { accountId: string; role: Role }

/** What of a payable is owed back and not sent, and what was sent. */
export function sumRefundsOf(db: Db, payable: PayableName): Promise<{ due: number; sent: number }> {
  return sumRefunds(db, payable)
}

/** A page of refunds for staff, and how many wait. */
export async function listRefunds(
  { db }: Pick<AppDeps, 'db'>,
  { queue = 'due', search, page, limit }: FilterInput<RefundSearch> & PageInput,
  reader: Reader,
) {
  const [list, counts] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findRefundPage(db, { queue, search, ...range }),
        read: async (ids) => (await findRefundsOf(db, ids)).map((row) => presentRefund(row, reader)),
      },
    ),
    countRefunds(db),
  ])
  return { ...list, counts }
}

/** A refund, and what the reader may do with it. The phone number is whole, since the money is sent there. */
export function presentRefund(row: RefundRow, reader: Reader): RefundTask {
  const due = row.status === 'due'
  const two = needsSecondPerson(row.amount)
  return {
    _id: row.id,
    purpose: row.purpose,
    purchaseId: row.purchaseId,
    reference: row.reference,
    amount: row.amount,
    reason: refundReasonLabel(row),
    status: row.status,
    paymentId: row.paymentId,
    customer: { name: row.customer, email: row.email },
    phone: row.phone,
    needsSecondPerson: two,
    approvedBy: row.approvedBy,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    sentBy: row.sentBy,
    sentAt: row.sentAt?.toISOString() ?? null,
    code: row.receipt,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    paymentToApprove: row.paymentToApprove,
    mayApprove: due && two && row.approvedById === null && reader.role === 'admin',
    maySend:
      due &&
      row.paymentToApprove === null &&
      (!two || (row.approvedById !== null && row.approvedById !== reader.accountId)),
  }
}

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The refunds that match a filter as a CSV table. */
export function refundsCsv(
  { db, clock }: TableDeps,
  callerRole: Role,
  { queue = 'due', search }: FilterInput<RefundSearch>,
) {
  return csvTable({
    role: callerRole,
    name: 'refunds',
    now: clock.now(),
    columns,
    find: async (limit) => (await findRefundPage(db, { queue, search, limit, offset: 0 })).keys,
    read: (ids) => findRefundsOf(db, ids),
  })
}
