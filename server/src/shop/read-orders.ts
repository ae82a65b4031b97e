import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Order, StaffOrder, StaffOrderEvent } from '@twende/contract/shop/order.ts'
import { orderChat, orderMessage } from '@twende/contract/shop/order-message.ts'
import { mayMoveOrder, type OrderStatus } from '@twende/contract/shop/order-status.ts'
import { ORDERS_PAGE_SIZE, type OrderQueue } from '@twende/contract/shop/shop-choices.ts'
import { Id, type Pagination } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import type { PersonalData } from '../accounts/personal-data.ts'
import type { Db } from '../db/database.ts'
import { type PageInput, type PageRange, readPage } from '../db/list-page.ts'
import { readSnapshot } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { addByTime, listMoneyEvents } from '../payments/money-history.ts'
import { latestPayment } from '../payments/read-payment.ts'
import { readSettings } from '../settings/read-settings.ts'
import { countQueues, findAdminOrderPage } from './admin-order-store.ts'
import { deletePersonalCart, findCartWithNames } from './cart-store.ts'
import { findOpenOrder, findOrder, findOrderPage, findOrdersByIds } from './order-read-store.ts'
import { removePersonalData } from './order-store.ts'
import { orderNumber, toOrder, toStaffOrder } from './present-order.ts'

const ALL = 100_000

/** The orders and the cart of a person. */
export const personalOrders: PersonalData = {
  async exportData({ db, clock, config }, accountId) {
    const now = clock.now()
    const { keys } = await findOrderPage(db, { accountId, status: undefined, limit: ALL, offset: 0 }, now)
    const orders = await findOrdersByIds(db, keys)
    return {
      cart: await findCartWithNames(db, accountId),
      orders: orders.map((row) => toOrder(row, now, config.publicUrl)),
    }
  },
  async findDeletionObstacle(tx, { accountId, now }) {
    const open = await findOpenOrder(tx, accountId, now)
    if (!open) return undefined
    const mayCancel = mayMoveOrder('cancel', open.status, 'customer')
    return { code: 'open_order', reference: orderNumber(open), mayCancel }
  },
  async erase(tx, { accountId }) {
    await deletePersonalCart(tx, accountId)
    await removePersonalData(tx, accountId)
  },
}

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

const MAX_WITHOUT_PAGING = 200

/** The account's orders, newest first; one page of them when a page or its length is asked for. */
export async function listOrdersOfAccount(
  { db, clock, config }: ReadDeps,
  accountId: string,
  { status, page, limit }: PageInput & { status?: OrderStatus | undefined },
): Promise<{ data: Order[]; pagination?: Pagination }> {
  const now = clock.now()
  const find = (range: PageRange) => findOrderPage(db, { accountId, status, ...range }, now)
  const read = async (ids: readonly string[]) =>
    (await findOrdersByIds(db, ids)).map((row) => toOrder(row, now, config.publicUrl))
  if (limit === undefined && (page ?? 1) === 1) {
    const { keys } = await find({ limit: MAX_WITHOUT_PAGING, offset: 0 })
    return { data: await read(keys) }
  }
  return readPage({ page, limit }, { size: ORDERS_PAGE_SIZE, find, read })
}

type OrderWithPayment = { order: Order; payment: Payment | null; whatsapp: { message: string; link: string } }

/** An order of any customer, with its latest payment and the WhatsApp message about it. */
export async function readOrder(
  { db, clock, config }: Pick<AppDeps, 'clock' | 'config'> & { db: Db },
  orderId: string,
): Promise<OrderWithPayment> {
  const row = await findOrder(db, orderId)
  if (!row) throw new AppError('order_not_found')
  const { whatsappNumber } = await readSettings(db, config)
  const payment = await latestPayment(db, { payableType: 'order', payableId: orderId })
  const order = toOrder(row, clock.now(), config.publicUrl)
  return {
    order,
    payment,
    whatsapp: { message: orderMessage(order), link: orderChat(whatsappNumber, order) },
  }
}

/** The same, but only for its customer and for staff. */
export async function readOrderFor(deps: ReadDeps, orderId: string, currentUser: CurrentUser) {
  const ownedBy = currentUser.role === 'user' ? currentUser.accountId : undefined
  return readSnapshot(deps.db, async (db) => {
    const found = await findOrder(db, orderId, ownedBy)
    if (!found) throw new AppError('order_not_found')
    const seesMoney = found.account_id === currentUser.accountId || currentUser.rights.includes('payments')
    const { payment, ...read } = await readOrder({ ...deps, db }, orderId)
    return { ...read, payment: seesMoney ? payment : null }
  })
}

const STAFF_PAGE_SIZE = 20

/** A page of the orders in a queue of staff, and the number of orders in each queue. */
export async function ordersForStaff(
  { db, clock, config }: ReadDeps,
  {
    queue = 'all',
    search,
    accountId,
    page,
    limit,
  }: PageInput & {
    queue?: OrderQueue | undefined
    search?: string | undefined
    accountId?: string | undefined
  },
) {
  const now = clock.now()
  const [list, counts] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: STAFF_PAGE_SIZE,
        find: (range) => findAdminOrderPage(db, { queue, search, accountId, ...range }, now),
        read: async (ids) =>
          (await findOrdersByIds(db, ids)).map((row) => toStaffOrder(row, now, config.publicUrl)),
      },
    ),
    countQueues(db, now),
  ])
  return { ...list, counts }
}

export async function orderForStaff({ db, clock, config }: ReadDeps, orderId: string): Promise<StaffOrder> {
  const row = await findOrder(db, orderId)
  if (!row) throw new AppError('order_not_found')
  const order = toStaffOrder(row, clock.now(), config.publicUrl)
  const statusAt = (time: string) => order.timeline.findLast(({ at }) => at <= time)?.status ?? 'pending'
  const ofMoney = (await listMoneyEvents(db, [orderId])).map(({ person, ...event }) => ({
    ...event,
    status: statusAt(event.at),
    who: person,
  }))
  return { ...order, timeline: addByTime<StaffOrderEvent>(order.timeline, ofMoney) }
}

type Verification = { success: boolean; pending: boolean; message: string }

/** Whether an order is paid, by our own records alone. No login is needed because an order id cannot be guessed. */
export async function verifyOrder(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  orderId: string,
): Promise<Verification> {
  const row = Id.safeParse(orderId).success ? await findOrder(db, orderId) : undefined
  if (!row) return { success: false, pending: false, message: m.order_verify_unknown() }
  const { status } = toOrder(row, clock.now(), config.publicUrl)
  const payment = await latestPayment(db, { payableType: 'order', payableId: orderId })
  const pending = status === 'pending' || payment?.status === 'processing'
  if (status !== 'pending' && status !== 'cancelled')
    return { success: true, pending: false, message: m.order_verify_paid() }
  return { success: false, pending, message: pending ? m.order_verify_not_yet() : m.order_verify_not_paid() }
}
