import type { RouteKey } from '@twende/contract/routes.ts'
import { deliveryAddress, placeOrder } from '../shopping.ts'
import {
  type AccessRow,
  addCatalogLocation,
  addContactMessage,
  byOrder,
  byProduct,
  everybody,
  locationUpdatedAt,
  market,
  nextEmail,
  nextTown,
  oneItem,
  oneOf,
  ownerAndStaff,
  ownerOnly,
  productForm,
  signedIn,
  staffOnly,
} from './fixtures.ts'

/** Who may call the routes of the shop, the catalog and the contact form. */
export const shopRows = {
  'POST /api/contact': {
    request: () => ({ body: { name: 'Amina', email: nextEmail(), message: 'Do you deliver to Thika?' } }),
    status: everybody,
  },
  'GET /api/admin/messages': { request: () => ({}), status: staffOnly },
  'POST /api/admin/message/:messageId/answered': {
    request: async () => ({ params: { messageId: await addContactMessage() }, body: {} }),
    status: staffOnly,
  },
  'GET /api/food/list': { request: () => ({}), status: everybody },
  'GET /api/product/list': { request: () => ({}), status: everybody },
  'GET /api/product/get/:productId': { request: byProduct, status: everybody },
  'POST /api/cart/get': { request: () => ({ body: {} }), status: signedIn },
  'POST /api/cart/add': { request: oneItem, status: signedIn },
  'POST /api/cart/remove': { request: oneItem, status: signedIn },
  'POST /api/cart/set': {
    request: ({ productId }) => ({ body: { itemId: productId, quantity: 3 } }),
    status: signedIn,
  },
  'POST /api/cart/merge': {
    request: ({ productId }) => ({ body: { cartId: productId, cartData: { [productId]: 2 } } }),
    status: signedIn,
  },
  'POST /api/cart/clear': { request: () => ({ body: {} }), status: signedIn },
  'POST /api/order/place': {
    request: (fixture) => ({ body: { address: deliveryAddress(), items: oneOf(fixture) } }),
    status: signedIn,
  },
  'POST /api/order/chat': { request: (fixture) => ({ body: { items: oneOf(fixture) } }), status: everybody },
  // Answers `success: false` for an unknown order, and trusts nothing in the request.
  'POST /api/order/verify': {
    request: ({ orderId }) => ({ body: { success: 'true', orderId } }),
    status: everybody,
    order: 'pending',
  },
  'POST /api/order/userorders': { request: () => ({ body: {} }), status: signedIn },
  'GET /api/order/get/:orderId': { request: byOrder, status: ownerAndStaff, order: 'pending' },
  'POST /api/order/cancel': {
    request: ({ orderId }) => ({ body: { orderId } }),
    status: ownerOnly,
    order: 'pending',
  },
  'GET /api/admin/products': { request: () => ({}), status: staffOnly },
  'GET /api/admin/product/:productId': { request: byProduct, status: staffOnly },
  'POST /api/admin/products': {
    request: async () => ({ form: await productForm() }),
    status: staffOnly,
  },
  'POST /api/admin/product/:productId/update': {
    request: ({ productId }) => ({ params: { productId }, form: { price: '2600' } }),
    status: staffOnly,
  },
  'POST /api/admin/product/:productId/stock': {
    request: (fixture) => ({ ...byProduct(fixture), body: { onHand: 20 } }),
    status: staffOnly,
  },
  'POST /api/admin/product/:productId/visibility': {
    request: (fixture) => ({ ...byProduct(fixture), body: { hidden: true } }),
    status: staffOnly,
  },
  'GET /api/admin/orders': { request: () => ({}), status: staffOnly },
  'GET /api/admin/orders.csv': { request: () => ({}), status: staffOnly, right: 'people' },
  'GET /api/admin/order/:orderId': { request: byOrder, status: staffOnly, order: 'pending' },
  'POST /api/admin/order/:orderId/move': {
    request: (fixture) => ({ ...byOrder(fixture), body: { move: 'process', note: '' } }),
    status: staffOnly,
    order: 'paid',
  },
  'POST /api/admin/orders': {
    request: (fixture) => ({
      body: { items: oneOf(fixture), amount: 1_600, paidBy: 'cash' as const, note: 'At the counter' },
    }),
    status: staffOnly,
  },
  'POST /api/admin/order/:orderId/undo': {
    request: (fixture) => ({ ...byOrder(fixture), body: { reason: 'By mistake' } }),
    status: staffOnly,
    order: 'processing',
  },
  'POST /api/admin/order/:orderId/delivery': {
    request: async (fixture) => {
      const history = market.db.selectFrom('order_history').select('at').orderBy('id', 'desc')
      const last = await history.where('order_id', '=', fixture.orderId).executeTakeFirstOrThrow()
      const address = deliveryAddress()
      const body = { address, dispatchNote: '', reason: '', lastEventAt: last.at.toISOString() }
      return { ...byOrder(fixture), body }
    },
    status: staffOnly,
    order: 'paid',
  },
  'POST /api/admin/order/:orderId/take-off': {
    request: async ({ productId }) => {
      const items = [{ _id: productId, quantity: 2 }]
      const { orderId } = await placeOrder(market, await market.signUp(), productId, { items })
      const body = { productId, quantity: 1, as: 'shelf' as const, reason: 'Broken' }
      return { params: { orderId }, body }
    },
    status: staffOnly,
  },
  'GET /api/admin/catalog/:list': { request: () => ({ params: { list: 'services' } }), status: staffOnly },
  'GET /api/admin/catalog/:list/:itemId': {
    request: async () => ({ params: await addCatalogLocation() }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list': {
    request: () => ({ params: { list: 'locations' }, form: { name: nextTown() } }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/:itemId/update': {
    request: async () => {
      const params = await addCatalogLocation()
      return { params, form: { name: nextTown(), updatedAt: await locationUpdatedAt(params.itemId) } }
    },
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/:itemId/visibility': {
    request: async () => ({ params: await addCatalogLocation(), body: { hidden: true } }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/:itemId/remove': {
    request: async () => ({ params: await addCatalogLocation() }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/order': {
    request: async () => {
      await addCatalogLocation()
      const rows = market.db.selectFrom('locations').select('id').orderBy('position').orderBy('name')
      const was = (await rows.execute()).map(({ id }) => id)
      return { params: { list: 'locations' }, body: { was, order: was.toReversed() } }
    },
    status: staffOnly,
  },
  'GET /api/category/list': { request: () => ({}), status: everybody },
  'GET /api/location/list': { request: () => ({}), status: everybody },
  'GET /api/catalog/names': { request: () => ({ query: { locale: 'sw' } }), status: everybody },
  'GET /api/service/list': { request: () => ({}), status: everybody },
  'GET /api/banner/list': { request: () => ({}), status: everybody },
  'GET /api/settings': { request: () => ({}), status: everybody },
} satisfies Partial<Record<RouteKey, AccessRow>>
