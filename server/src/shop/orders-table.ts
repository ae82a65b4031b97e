import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput } from '../http/csv.ts'
import { PAYMENT_CODE_LABEL } from '../payments/payment-labels.ts'
import { type AdminOrderFilter, findAdminOrderPage } from './admin-order-store.ts'
import { findOrdersByIds } from './order-read-store.ts'
import { paymentCodeOf, toStaffOrder } from './present-order.ts'

type TableDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** The orders that staff asked for as a table. */
export function ordersTable(
  { db, clock, config }: TableDeps,
  callerRole: Role,
  { queue = 'all', search, accountId }: FilterInput<AdminOrderFilter>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'orders',
    now,
    columns,
    find: async (limit) =>
      (await findAdminOrderPage(db, { queue, search, accountId, limit, offset: 0 }, now)).keys,
    read: async (ids) =>
      (await findOrdersByIds(db, ids)).map((row) => toStaffOrder(row, now, config.publicUrl)),
  })
}

const columns: CsvColumns<StaffOrder> = [
  ['Number', ({ number }) => number],
  ['Ordered on', ({ createdAt }) => dayCell(createdAt)],
  ['Status', ({ status }) => status],
  ['Payment', ({ paymentStatus }) => paymentStatus],
  ['Way', ({ channel }) => channel],
  ['First name', ({ address, customer }) => address?.firstName ?? customer?.name ?? ''],
  ['Last name', ({ address }) => address?.lastName ?? ''],
  ['Phone', ({ address }) => address?.phone ?? ''],
  ['Email', ({ address, customer }) => address?.email ?? customer?.email ?? ''],
  ['Street', ({ address }) => address?.street ?? ''],
  ['City', ({ address }) => address?.city ?? ''],
  ['Products', ({ items }) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ')],
  ['Pieces', ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0)],
  ['Products (Ksh)', ({ subtotal }) => subtotal],
  ['Delivery (Ksh)', ({ deliveryFee }) => deliveryFee],
  ['Total (Ksh)', ({ amount }) => amount],
  ['Receipt', ({ receipt }) => receipt?.number ?? null],
  ['Paid on', ({ receipt }) => dayCell(receipt?.issuedAt ?? null)],
  [PAYMENT_CODE_LABEL, paymentCodeOf],
  ['Sent how', ({ dispatchNote }) => dispatchNote],
  ['Cancelled on', ({ cancelledAt }) => dayCell(cancelledAt)],
  ['Cancelled because', ({ cancellationReason }) => cancellationReason],
]
