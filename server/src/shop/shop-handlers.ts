import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { originOf } from '../holds/hold-origin.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { serve } from '../http/serve.ts'
import { shopAdminHandlers } from './admin-shop-handlers.ts'
import { cancelOrder } from './cancel-order.ts'
import { addToCart, clearCart, mergeCart, readCart, removeFromCart, setInCart } from './cart.ts'
import { placedMessages } from './order-labels.ts'
import { type OrderInput, placeOrder } from './place-order.ts'
import { listOrdersOfAccount, readOrder, readOrderFor, verifyOrder } from './read-orders.ts'
import { readProduct, searchProducts } from './search-products.ts'

export function shopHandlers(app: FastifyInstance, deps: AppDeps) {
  productHandlers(app, deps)
  cartHandlers(app, deps)
  placingHandlers(app, deps)
  orderHandlers(app, deps)
  shopAdminHandlers(app, deps)
}

function productHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/food/list', async () => {
    const { products } = await searchProducts(deps, {})
    return { success: true, data: products }
  })
  serve(app, deps, 'GET /api/product/list', async ({ query }) => {
    const { products, ...rest } = await searchProducts(deps, query)
    return { success: true, data: products, ...rest }
  })
  serve(app, deps, 'GET /api/product/get/:productId', async ({ params }) => ({
    success: true,
    data: await readProduct(deps, params.productId),
  }))
}

function cartHandlers(app: FastifyInstance, deps: AppDeps) {
  const cart = async (accountId: string, message: string) => ({
    success: true as const,
    message,
    cartData: await readCart(deps, accountId),
  })
  serve(app, deps, 'POST /api/cart/get', async ({ currentUser }) => cart(currentUser.accountId, ''))
  serve(app, deps, 'POST /api/cart/add', async ({ body, currentUser }) => {
    await addToCart(deps, { ...body, accountId: currentUser.accountId })
    return cart(currentUser.accountId, m.answer_cart_added())
  })
  serve(app, deps, 'POST /api/cart/remove', async ({ body, currentUser }) => {
    await removeFromCart(deps, { ...body, accountId: currentUser.accountId })
    return cart(currentUser.accountId, m.answer_cart_removed())
  })
  serve(app, deps, 'POST /api/cart/set', async ({ body, currentUser }) => {
    await setInCart(deps, { ...body, accountId: currentUser.accountId })
    return cart(currentUser.accountId, m.answer_cart_updated())
  })
  serve(app, deps, 'POST /api/cart/merge', async ({ body, currentUser }) => {
    const merged = await mergeCart(deps, { ...body, accountId: currentUser.accountId })
    return { ...(await cart(currentUser.accountId, '')), merged }
  })
  serve(app, deps, 'POST /api/cart/clear', async ({ currentUser }) => {
    await clearCart(deps, currentUser.accountId)
    return cart(currentUser.accountId, m.answer_cart_cleared())
  })
}

function placingHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/order/place', async ({ body, currentUser, idempotency, request }) => {
    const origin = originOf(deps, { request, currentUser }, [body.address.phone])
    const input = { ...body, amount: body.amount, accountId: currentUser.accountId, origin }
    return place(deps, input, idempotency)
  })
  serve(app, deps, 'POST /api/order/chat', async ({ body, currentUser, idempotency, request }) => {
    const accountId = currentUser?.accountId ?? null
    const origin = originOf(deps, { request, currentUser }, [])
    const input = { ...body, amount: body.amount, accountId, origin }
    return place(deps, { ...input, channel: 'whatsapp', address: null }, idempotency)
  })
}

async function place(deps: AppDeps, input: OrderInput, idempotency: Idempotency) {
  const orderId = await placeOrder(deps, input, idempotency)
  deps.changeFeed.changed('shop')
  const { order, payment, whatsapp } = await readOrder(deps, orderId)
  const byChat = input.channel === 'whatsapp'
  return {
    success: true as const,
    message: placedMessages[input.channel](),
    session_url: byChat ? whatsapp.link : `${deps.config.publicUrl}/placeorder?orderId=${orderId}`,
    orderId,
    number: order.number,
    data: order,
    payment,
    whatsapp: byChat ? whatsapp : null,
  }
}

function orderHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/order/verify', async ({ body }) => verifyOrder(deps, body.orderId))
  serve(app, deps, 'POST /api/order/userorders', async ({ body, currentUser }) => {
    const { status, ...page } = body
    const filter = { ...page, status: status === 'all' ? undefined : status }
    return { success: true, ...(await listOrdersOfAccount(deps, currentUser.accountId, filter)) }
  })
  serve(app, deps, 'GET /api/order/get/:orderId', async ({ params, currentUser }) => {
    const { order, payment, whatsapp } = await readOrderFor(deps, params.orderId, currentUser)
    return { success: true, data: order, payment, whatsapp }
  })
  serve(app, deps, 'POST /api/order/cancel', async ({ body, currentUser }) => {
    await cancelOrder(deps, { ...body, accountId: currentUser.accountId })
    deps.changeFeed.changed('shop')
    const { order } = await readOrder(deps, body.orderId)
    return { success: true, message: m.answer_order_cancelled(), data: order }
  })
}
