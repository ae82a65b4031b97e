import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { RouteRequest } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { Random } from '../../basic-deps.ts'
import { paidWith, receivePayment } from '../payments.ts'
import { addSession, type Person } from '../people.ts'
import { refusingAsStated } from '../refusals.ts'
import { addProduct, placeOrder } from '../shopping.ts'
import type { TestMarket } from '../test-app.ts'
import { nothingToActOn } from '../walk.ts'

/** Whoever acts in a market, for all orders that walk through it. */
export type Shop = {
  market: TestMarket
  customer: Person
  staff: Person
  admin: Person
  firstMonth: string
}

/** The order of the walk and its products, with what staff's counts of the shelf added to them. */
export type OrderWalk = {
  shop: Shop
  id: string
  products: string[]
  counted: Map<string, number>
  /** What the lists were last compared for: they are read again once it changes. */
  listed: string
  /** How many events of its history were looked at. */
  seen: number
  /** What M-Pesa confirmed for the order, by its code. */
  confirmed: Map<string, number>
}

export const PRICE = 500
export const START = 12

export async function openShop(opened: TestMarket): Promise<Shop> {
  const market = { ...opened, call: refusingAsStated(opened.call) }
  return {
    market,
    customer: await market.signUp(),
    staff: await market.signUp({ role: 'staff' }),
    admin: await market.signUp({ role: 'admin' }),
    firstMonth: nairobiDay(market.clock.now()).slice(0, 7),
  }
}

/** Where a walk begins: most acts need an order that is paid, or of which a part is. */
const BEGINNINGS = [
  'asked',
  'unasked',
  'paidByPhone',
  'paidByPhone',
  'paidAtDesk',
  'partPaid',
  'sent',
] as const

/** Another customer orders two products; the order may be paid, or be on its way, when the walk begins. */
export async function beginOrder(shop: Shop, draw: Random): Promise<{ walk: OrderWalk; beginning: string }> {
  const { market } = shop
  shop.customer = await market.signUp()
  const products = [
    await addProduct(market, { price: PRICE, onHand: START }),
    await addProduct(market, { price: PRICE, onHand: START }),
  ]
  const items = products.map((_id) => ({ _id, quantity: 1 + Math.floor(draw() * 3) }))
  const beginning = BEGINNINGS[Math.floor(draw() * BEGINNINGS.length)] ?? 'asked'
  const isByChat = beginning === 'unasked' || (beginning === 'paidAtDesk' && draw() < 0.5)
  const channel = isByChat ? 'whatsapp' : 'mpesa'
  const { orderId } = await placeOrder(market, shop.customer, products[0] ?? '', { items, channel })
  const walk: OrderWalk = {
    shop,
    id: orderId,
    products,
    counted: new Map(),
    listed: '',
    seen: 0,
    confirmed: new Map(),
  }
  await reach(walk, beginning)
  return { walk, beginning }
}

async function reach(walk: OrderWalk, beginning: (typeof BEGINNINGS)[number]): Promise<void> {
  const { shop, id } = walk
  if (beginning === 'paidByPhone' || beginning === 'sent') await payByPhone(walk, await requestIn(walk))
  if (beginning === 'partPaid') await payByPhone(walk, { ...(await requestIn(walk)), amount: 100 })
  if (beginning === 'paidAtDesk') await moveOrder(walk, { move: 'pay', ...paidWith() })
  if (beginning !== 'sent') return
  for (const move of ['process', 'ship'] as const) await moveOrder({ shop, id }, { move, note: 'By rider' })
}

/** The phone pays so much for a request, and M-Pesa confirms it. */
export async function payByPhone(walk: OrderWalk, { id, amount }: { id: string; amount: number }) {
  walk.confirmed.set(await receivePayment(walk.shop.market, id, amount), amount)
}

type MoveBody = RouteRequest<
  'POST /api/admin/order/:orderId/move',
  Routes['POST /api/admin/order/:orderId/move']
>['body']

export function moveOrder({ shop, id: orderId }: Pick<OrderWalk, 'shop' | 'id'>, body: MoveBody) {
  const request = { params: { orderId }, body }
  return shop.market.call('POST /api/admin/order/:orderId/move', request, shop.staff)
}

const UNANSWERED = ['pending', 'processing', 'failed', 'expired'] as const

/** The latest request to a phone in one of these states. */
export function requestIn(walk: OrderWalk, statuses: readonly string[] = UNANSWERED) {
  return paymentIn(walk, statuses, 'asked')
}

/** The latest payment in one of these states; a refusal where there is none. */
export async function paymentIn(
  { shop, id }: OrderWalk,
  statuses: readonly string[],
  by?: 'asked' | 'recorded',
) {
  return shop.market.db
    .selectFrom('payments')
    .select(['id', 'amount', 'amount_received', 'receipt'])
    .where('order_id', '=', id)
    .where('status', 'in', [...statuses])
    .$if(by === 'asked', (query) => query.where('method', '=', 'stk'))
    .$if(by === 'recorded', (query) => query.where('recorded_by', 'is not', null))
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow(nothingToActOn)
}

export async function orderOf({ shop, id: orderId }: OrderWalk): Promise<StaffOrder> {
  const request = { params: { orderId } }
  return (await shop.market.call('GET /api/admin/order/:orderId', request, shop.staff)).data
}

/** Everybody signs in again, after a time in which sessions end. */
export async function signInAgain(shop: Shop): Promise<void> {
  const sessionOf = async (person: Person, role: 'user' | 'staff' | 'admin') => ({
    ...person,
    ...(await addSession(shop.market.deps, { ...person, role })),
  })
  shop.customer = await sessionOf(shop.customer, 'user')
  shop.staff = await sessionOf(shop.staff, 'staff')
  shop.admin = await sessionOf(shop.admin, 'admin')
}
