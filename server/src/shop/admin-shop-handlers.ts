import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderOriginLabels } from '@twende/contract/shop/order-desk-routes.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { accountFilterName } from '../accounts/admin/read-accounts.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput, phoneCell } from '../http/csv.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { type AdminOrderFilter, findAdminOrderPage } from './admin-order-store.ts'
import { changeDelivery } from './change-delivery.ts'
import { moveOrderByStaff } from './move-order.ts'
import { staffMoveMessages } from './order-labels.ts'
import { findOrdersByIds } from './order-read-store.ts'
import { paymentCodeOf, toStaffOrder } from './present-order.ts'
import { orderForStaff, ordersForStaff } from './read-orders.ts'
import { addProduct, setHidden, setStock, updateProduct } from './save-product.ts'
import { listProductsForStaff, readStockedProduct } from './search-products.ts'
import { sellAtCounter } from './sell-at-counter.ts'
import { takePiecesOff } from './take-off-pieces.ts'
import { undoOrderMove } from './undo-order.ts'

const isNotSold = ({ status }: StaffOrder) => status === 'cancelled' || status === 'returned'

const columns: CsvColumns<StaffOrder> = [
  [m.csv_number, ({ number }) => number],
  [m.csv_ordered_on, ({ createdAt }) => dayCell(createdAt)],
  [m.csv_status, ({ status }) => orderLabel(status)],
  [m.csv_payment, (order) => purchasePaymentLabel(order)],
  [m.csv_way, ({ channel }) => orderOriginLabels[channel]()],
  [m.csv_first_name, ({ address, customer }) => address?.firstName ?? customer?.name ?? ''],
  [m.csv_last_name, ({ address }) => address?.lastName ?? ''],
  [m.csv_phone, ({ address }) => phoneCell(address?.phone ?? ''), 'contact'],
  [m.csv_email, ({ address, customer }) => address?.email ?? customer?.email ?? '', 'contact'],
  [m.csv_street, ({ address }) => address?.street ?? '', 'contact'],
  [m.csv_city, ({ address }) => address?.city ?? ''],
  [m.csv_products, ({ items }) => items.map(({ quantity, name }) => `${quantity} × ${name}`).join('; ')],
  [m.csv_pieces, ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0), 'total'],
  [m.csv_products_ksh, ({ subtotal }) => subtotal],
  [m.csv_delivery_ksh, ({ deliveryFee }) => deliveryFee],
  [m.csv_total_ksh, (order) => (isNotSold(order) ? 0 : order.amount), 'total'],
  [m.csv_cancelled_or_returned_ksh, (order) => (isNotSold(order) ? order.amount : 0), 'total'],
  [m.csv_paid_ksh, ({ paid }) => paid, 'total'],
  [m.csv_in_review_ksh, ({ inReview }) => inReview, 'total'],
  [m.csv_receipt, ({ receipt }) => receipt?.number ?? null],
  [m.csv_paid_on, ({ receipt }) => dayCell(receipt?.issuedAt ?? null)],
  [m.csv_payment_code, paymentCodeOf],
  [m.csv_sent_how, ({ dispatchNote }) => dispatchNote],
  [m.csv_cancelled_on, ({ cancelledAt }) => dayCell(cancelledAt)],
  [m.csv_cancelled_because, ({ cancellationReason }) => cancellationReason],
]

export function shopAdminHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    formHandlers(scope, deps)
  })
  stockHandlers(app, deps)
  orderHandlers(app, deps)
  deskHandlers(app, deps)
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/products', async ({ body, files, currentUser, idempotency }) => {
    return answer(
      deps,
      await addProduct(deps, idempotency, body, { by: currentUser, files }),
      m.answer_product_added(),
    )
  })
  serve(
    app,
    deps,
    'POST /api/admin/product/:productId/update',
    async ({ params, body, files, currentUser }) => {
      await updateProduct(deps, params.productId, body, { by: currentUser, files })
      return answer(deps, params.productId, m.answer_product_updated())
    },
  )
}

function stockHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/products', async ({ query }) => ({
    success: true,
    ...(await listProductsForStaff(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/product/:productId', async ({ params }) => ({
    success: true,
    data: await readStockedProduct(deps, params.productId),
  }))
  serve(app, deps, 'POST /api/admin/product/:productId/stock', async ({ params, body }) => {
    await setStock(deps, params.productId, body)
    return answer(deps, params.productId, m.answer_stock_updated())
  })
  serve(app, deps, 'POST /api/admin/product/:productId/visibility', async ({ params, body }) => {
    await setHidden(deps, params.productId, body.hidden)
    return answer(deps, params.productId, body.hidden ? m.answer_product_hidden() : m.answer_product_shown())
  })
}

async function answer(deps: AppDeps, productId: string, message: string) {
  deps.changeFeed.changed('shop')
  return { success: true as const, message, data: await readStockedProduct(deps, productId) }
}

function orderHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/orders', async ({ query }) => ({
    success: true,
    whose: await accountFilterName(deps.db, query.accountId),
    ...(await ordersForStaff(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/orders.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await ordersTable(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/order/:orderId', async ({ params }) => ({
    success: true,
    data: await orderForStaff(deps, params.orderId),
  }))
  serve(app, deps, 'POST /api/admin/order/:orderId/move', async ({ params, body, currentUser }) => {
    await moveOrderByStaff(deps, { ...params, ...body, accountId: currentUser.accountId })
    deps.changeFeed.changed('shop')
    const data = await orderForStaff(deps, params.orderId)
    return { success: true, message: staffMoveMessages[body.move](), data }
  })
}

function deskHandlers(app: FastifyInstance, deps: AppDeps) {
  const changed = async (orderId: string, message: string) => {
    deps.changeFeed.changed('shop')
    return { success: true as const, message, data: await orderForStaff(deps, orderId) }
  }
  serve(app, deps, 'POST /api/admin/orders', async ({ body, currentUser, idempotency }) => {
    const orderId = await sellAtCounter(deps, { ...body, accountId: currentUser.accountId }, idempotency)
    return changed(orderId, m.answer_order_sold())
  })
  serve(app, deps, 'POST /api/admin/order/:orderId/undo', async ({ params, body, currentUser }) => {
    await undoOrderMove(deps, { ...params, ...body, accountId: currentUser.accountId })
    return changed(params.orderId, m.answer_order_undone())
  })
  serve(app, deps, 'POST /api/admin/order/:orderId/delivery', async ({ params, body, currentUser }) => {
    await changeDelivery(deps, { ...params, ...body, accountId: currentUser.accountId })
    return changed(params.orderId, m.answer_order_delivery_changed())
  })
  serve(app, deps, 'POST /api/admin/order/:orderId/take-off', async ({ params, body, currentUser }) => {
    await takePiecesOff(deps, { ...params, ...body, accountId: currentUser.accountId })
    return changed(params.orderId, m.answer_order_pieces_taken_off())
  })
}

type TableDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** The orders that staff asked for as a table. */
function ordersTable(
  { db, clock, config }: TableDeps,
  callerRole: Role,
  { queue = 'all', search, accountId }: FilterInput<AdminOrderFilter>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'orders',
    filters: { queue, search, accountId },
    now,
    columns,
    find: async (limit) =>
      (await findAdminOrderPage(db, { queue, search, accountId, limit, offset: 0 }, now)).keys,
    read: async (ids) =>
      (await findOrdersByIds(db, ids)).map((row) => toStaffOrder(row, now, config.publicUrl)),
  })
}
