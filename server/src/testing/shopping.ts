import type { RouteRequest } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { createProduct } from '../shop/save-product.ts'
import { addCategory } from './fleet.ts'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

type ProductFacts = {
  name?: string
  category?: string
  price?: number
  onHand?: number
  description?: string
}
let products = 0

/** Adds a product and returns its id; a test states only the fields it depends on. */
export async function addProduct({ db, deps }: TestMarket, facts: ProductFacts = {}): Promise<string> {
  const { category = 'Accessories' } = facts
  await addCategory(db, category, 'product')
  const stated = {
    name: `Wireless mouse ${++products}`,
    description: 'Two buttons and a wheel.',
    price: 1_600,
    onHand: 10,
    ...facts,
  }
  return db.transaction().execute((tx) => createProduct(tx, deps, { ...stated, category, pictureHashes: [] }))
}

/** Another number each time, because a phone can have only one payment request at a time. */
let phones = 0
const freshPhone = () => `07123${String(60_000 + ++phones).padStart(5, '0')}`

export function deliveryAddress() {
  return {
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    email: 'wanjiku@example.com',
    street: 'Moi Avenue 12',
    city: 'Nairobi',
    state: 'Nairobi',
    zipcode: '00100',
    country: 'Kenya',
    phone: freshPhone(),
  }
}

type OrderChoices = Partial<RouteRequest<'POST /api/order/place', Routes['POST /api/order/place']>['body']>

/** The body of an order for one unit of a product; a test states only the fields it depends on. */
export function orderBody(productId: string, choices: OrderChoices = {}) {
  return { address: deliveryAddress(), items: [{ _id: productId, quantity: 1 }], ...choices }
}

/** Places an order through the API; returns the reply. */
export async function placeOrder(
  { call }: Pick<TestMarket, 'call'>,
  person: Person,
  productId: string,
  choices: OrderChoices = {},
) {
  return call('POST /api/order/place', { body: orderBody(productId, choices) }, person)
}

let receipts = 0

/** Settles the latest payment of an order. */
export async function settleOrder(market: TestMarket, order: Order): Promise<void> {
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', order._id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const receipt = `SHOP${String(++receipts).padStart(6, '0')}`
  await settlePayment(market.deps, id, { kind: 'paid', receipt, amountReceived: order.amount })
}

const movesTo = {
  pending: [],
  paid: ['pay'],
  processing: ['pay', 'process'],
  shipped: ['pay', 'process', 'ship'],
  delivered: ['pay', 'process', 'ship', 'deliver'],
} as const satisfies Record<string, readonly StaffOrderMove[]>
export type ReachedState = keyof typeof movesTo

/** Staff moves an order to a status. */
export async function moveOrderTo(market: TestMarket, orderId: string, state: ReachedState): Promise<void> {
  const person = await market.signUp({ role: 'staff' })
  for (const move of movesTo[state]) {
    const body = { move, note: 'By rider', ...(move === 'pay' && { paidBy: 'cash' as const }) }
    await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, person)
  }
}

/** The stock of a product, and how much of it is reserved. */
export async function stockOf({ db }: TestMarket, productId: string) {
  return db
    .selectFrom('products')
    .select(['on_hand as onHand', 'reserved'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
}
