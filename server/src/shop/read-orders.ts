import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Order, StaffOrder } from '@twende/contract/shop/order.ts'
import { orderChat, orderMessage } from '@twende/contract/shop/order-message.ts'
import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import { ORDERS_PAGE_SIZE, type OrderQueue } from '@twende/contract/shop/shop-choices.ts'
import { Id, type Pagination } from '@twende/contract/text.ts'
import { paginationOf } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { latestPayment } from '../payments/read-payment.ts'
import { readSettings } from '../settings/read-settings.ts'
import { countQueues, listOrdersForStaff } from './order-admin-store.ts'
import { findOrder, listOrders } from './order-read-store.ts'
import { toOrder, toStaffOrder } from './present-order.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type Page = { page?: number | undefined; limit?: number | undefined }

const MOST_AT_ONCE = 200

/** The account's orders, newest first; one page of them when a page or its length is asked for. */
export async function ordersOfAccount(
  { db, clock, config }: ReadDeps,
  accountId: string,
  { status, page = 1, limit }: Page & { status?: OrderStatus | undefined },
): Promise<{ data: Order[]; pagination?: Pagination }> {
  const now = clock.now()
  const whole = limit === undefined && page === 1
  const length = limit ?? ORDERS_PAGE_SIZE
  const wanted = whole ? { limit: MOST_AT_ONCE, offset: 0 } : { limit: length, offset: (page - 1) * length }
  const { rows, total } = await listOrders(db, { accountId, status, ...wanted }, now)
  const data = rows.map((row) => toOrder(row, now, config.publicUrl))
  if (whole) return { data }
  return { data, pagination: { page, limit: length, total, pages: Math.ceil(total / length) } }
}

type Chat = { message: string; link: string }

/** An order as it is now, of whomever it is, with the latest request to pay for it and the chat about it. */
export async function orderAsItIs(
  { db, clock, config }: ReadDeps,
  orderId: string,
): Promise<{ order: Order; payment: Payment | null; whatsapp: Chat }> {
  const row = await findOrder(db, orderId)
  if (!row) throw new AppError('order_not_found')
  const order = toOrder(row, clock.now(), config.publicUrl)
  const { whatsappNumber } = await readSettings(db, config)
  const chat = { message: orderMessage(order), link: orderChat(whatsappNumber, order) }
  return {
    order,
    payment: await latestPayment(db, { purpose: 'order', purchaseId: orderId }),
    whatsapp: chat,
  }
}

/** The same for its customer or our staff; to anybody else there is no such order. */
export async function orderFor(deps: ReadDeps, orderId: string, currentUser: CurrentUser) {
  const ownedBy = currentUser.role === 'user' ? currentUser.accountId : undefined
  if (!(await findOrder(deps.db, orderId, ownedBy))) throw new AppError('order_not_found')
  return orderAsItIs(deps, orderId)
}

const STAFF_PAGE_SIZE = 20

/** What waits for staff, and how much of it there is. */
export async function ordersForStaff(
  { db, clock, config }: ReadDeps,
  {
    queue = 'all',
    search,
    accountId,
    page = 1,
    limit = STAFF_PAGE_SIZE,
  }: Page & {
    queue?: OrderQueue | undefined
    search?: string | undefined
    accountId?: string | undefined
  },
) {
  const now = clock.now()
  const wanted = { queue, search, accountId, limit, offset: (page - 1) * limit }
  const [{ rows, ...found }, counts] = await Promise.all([
    listOrdersForStaff(db, wanted, now),
    countQueues(db, now),
  ])
  const data = rows.map((row) => toStaffOrder(row, now, config.publicUrl))
  return { data, counts, pagination: paginationOf({ page, limit }, found) }
}

export async function orderForStaff({ db, clock, config }: ReadDeps, orderId: string): Promise<StaffOrder> {
  const row = await findOrder(db, orderId)
  if (!row) throw new AppError('order_not_found')
  return toStaffOrder(row, clock.now(), config.publicUrl)
}

type Standing = { success: boolean; pending: boolean; message: string }

/** Whether an order is paid, by our books alone. Its id is as good as a secret: nobody can guess one. */
export async function verifyOrder(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  orderId: string,
): Promise<Standing> {
  const row = Id.safeParse(orderId).success ? await findOrder(db, orderId) : undefined
  if (!row) return { success: false, pending: false, message: 'Order not found' }
  const { status } = toOrder(row, clock.now(), config.publicUrl)
  const payment = await latestPayment(db, { purpose: 'order', purchaseId: orderId })
  const pending = status === 'pending' || payment?.status === 'processing'
  if (status !== 'pending' && status !== 'cancelled')
    return { success: true, pending: false, message: 'Paid' }
  return { success: false, pending, message: pending ? 'Not paid yet' : 'Not paid' }
}
