import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { purposeLabels } from '@twende/contract/payments/money-choices.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, dayCell, type Wish } from '../http/csv-table.ts'
import { findRefundIds, findRefundsOf, type RefundRow, type RefundSearch } from './refund-desk-store.ts'

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The refunds that staff asked for as a table. */
export function refundsTable(
  { db, clock }: TableDeps,
  callerRole: Role,
  { queue = 'due', search }: Wish<RefundSearch>,
) {
  return csvTable({
    role: callerRole,
    name: 'refunds',
    now: clock.now(),
    columns,
    find: (limit) => findRefundIds(db, { queue, search, limit, offset: 0 }),
    read: (ids) => findRefundsOf(db, ids),
  })
}

const columns: CsvColumns<RefundRow> = [
  ['Owed since', ({ createdAt }) => dayCell(createdAt)],
  ['For', ({ purpose }) => purposeLabels[purpose]],
  ['Reference', ({ reference }) => reference],
  ['Customer', ({ customer }) => customer],
  ['Phone', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ['Amount (Ksh)', ({ amount }) => amount],
  ['Reason', ({ reason }) => reason],
  ['Status', ({ status }) => status],
  ['Approved on', ({ approvedAt }) => dayCell(approvedAt)],
  ['Approved by', ({ approvedBy }) => approvedBy],
  ['Sent on', ({ sentAt }) => dayCell(sentAt)],
  ['Sent by', ({ sentBy }) => sentBy],
  ['M-Pesa code', ({ receipt }) => receipt],
  ['Note', ({ note }) => note],
]
