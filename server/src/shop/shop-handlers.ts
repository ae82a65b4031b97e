import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { originOf } from '../holds/hold-origin.ts'
import { serve } from '../http/serve.ts'
import { cancelOrder } from './cancel-order.ts'
import { addToCart, clearCart, mergeCart, readCart, removeFromCart, setInCart } from './change-cart.ts'
import { type OrderWish, placeOrder } from './place-order.ts'
import { orderAsItIs, orderFor, ordersOfAccount } from './read-orders.ts'
import { productToShow, searchProducts } from './search-products.ts'
import { shopAdminHandlers } from './shop-admin-handlers.ts'
import { verifyOrder } from './verify-order.ts'

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
    data: await productToShow(deps, params.productId),
  }))
}

function cartHandlers(app: FastifyInstance, deps: AppDeps) {
  const cart = async (accountId: string, message: string) => ({
    success: true as const,
    message,
    cartData: await readCart(deps, accountId),
  })
  serve(app, deps, 'POST /api/cart/get', async ({ caller }) => cart(caller.accountId, ''))
  serve(app, deps, 'POST /api/cart/add', async ({ body, caller }) => {
    await addToCart(deps, { ...body, accountId: caller.accountId })
    return cart(caller.accountId, 'Added to cart')
  })
  serve(app, deps, 'POST /api/cart/remove', async ({ body, caller }) => {
    await removeFromCart(deps, { ...body, accountId: caller.accountId })
    return cart(caller.accountId, 'Removed from cart')
  })
  serve(app, deps, 'POST /api/cart/set', async ({ body, caller }) => {
    await setInCart(deps, { ...body, accountId: caller.accountId })
    return cart(caller.accountId, 'Cart updated')
  })
  serve(app, deps, 'POST /api/cart/merge', async ({ body, caller }) => {
    const merged = await mergeCart(deps, { ...body, accountId: caller.accountId })
    return { ...(await cart(caller.accountId, '')), merged }
  })
  serve(app, deps, 'POST /api/cart/clear', async ({ caller }) => {
    await clearCart(deps, caller.accountId)
    return cart(caller.accountId, 'Cart cleared')
  })
}

function placingHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/order/place', async ({ body, caller, idempotencyKey, request }) => {
    const origin = originOf(deps, request, [body.address.phone])
    const wish = { ...body, amount: body.amount, accountId: caller.accountId, idempotencyKey, origin }
    return place(deps, wish)
  })
  serve(app, deps, 'POST /api/order/chat', async ({ body, caller, idempotencyKey, request }) =>
    place(deps, {
      ...body,
      amount: body.amount,
      accountId: caller?.accountId ?? null,
      channel: 'whatsapp',
      address: null,
      idempotencyKey,
      origin: originOf(deps, request, []),
    }),
  )
}

async function place(deps: AppDeps, wish: OrderWish) {
  const orderId = await placeOrder(deps, wish)
  deps.changeFeed.changed('shop')
  const { order, payment, whatsapp } = await orderAsItIs(deps, orderId)
  const byChat = order.channel === 'whatsapp'
  return {
    success: true as const,
    message: byChat ? 'Order saved. Continue on WhatsApp.' : 'Order placed. Pay by M-Pesa to confirm it.',
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
  serve(app, deps, 'POST /api/order/userorders', async ({ body, caller }) => {
    const { status, ...page } = body
    const wanted = { ...page, status: status === 'all' ? undefined : status }
    return { success: true, ...(await ordersOfAccount(deps, caller.accountId, wanted)) }
  })
  serve(app, deps, 'GET /api/order/get/:orderId', async ({ params, caller }) => {
    const { order, payment, whatsapp } = await orderFor(deps, params.orderId, caller)
    return { success: true, data: order, payment, whatsapp }
  })
  serve(app, deps, 'POST /api/order/cancel', async ({ body, caller }) => {
    await cancelOrder(deps, { ...body, accountId: caller.accountId })
    deps.changeFeed.changed('shop')
    const { order } = await orderAsItIs(deps, body.orderId)
    return { success: true, message: 'Order cancelled', data: order }
  })
}
