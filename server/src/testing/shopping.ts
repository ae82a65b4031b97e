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

/** Puts a product into the shop of a test and answers its id; a test states only the facts it depends on. */
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

/** A phone can ring for one payment at a time. */
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

type Wishes = Partial<RouteRequest<'POST /api/order/place', Routes['POST /api/order/place']>['body']>

/** What the order form sends for one piece of a product; a test states only the wishes it is about. */
export function orderBody(productId: string, wishes: Wishes = {}) {
  return { address: deliveryAddress(), items: [{ _id: productId, quantity: 1 }], ...wishes }
}

/** Orders through the door, and answers what it says. */
export async function placeOrder(
  { call }: Pick<TestMarket, 'call'>,
  person: Person,
  productId: string,
  wishes: Wishes = {},
) {
  return call('POST /api/order/place', { body: orderBody(productId, wishes) }, person)
}

let receipts = 0

/** M-Pesa tells that an order's latest payment went through. */
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

/** Staff moves an order on until it is where a test needs it. */
export async function moveOrderTo(market: TestMarket, orderId: string, state: ReachedState): Promise<void> {
  const person = await market.signUp({ role: 'staff' })
  for (const move of movesTo[state]) {
    const body = { move, note: 'By rider' }
    await market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, person)
  }
}

/** What the shop has of a product: in all, and promised. */
export async function stockOf({ db }: TestMarket, productId: string) {
  return db
    .selectFrom('products')
    .select(['on_hand as onHand', 'reserved'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
}
