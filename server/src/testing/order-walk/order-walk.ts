import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { RouteRequest } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { Random } from '../../basic-deps.ts'
import { settlePayment } from '../../payments/collections/settle-payment.ts'
import { matchNamedMoney } from '../../payments/reconciliation/match-named-money.ts'
import { expireOrders } from '../../shop/lock-stock.ts'
import { paidWith, receivePayment, sendC2bPayment } from '../payments.ts'
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
  /** M-Pesa confirmed less under a code than staff had typed. */
  cameShort: boolean
}

export const PRICE = 500
export const START = 12
export const HOUR_MS = 3_600_000

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

/**
 * Where walks begin, in turns: what ten walks of a few acts would seldom reach by themselves has happened already. What must
 * hold is looked at before the first act, too.
 */
const BEGINNINGS: Readonly<Record<string, (walk: OrderWalk) => Promise<unknown>>> = {
  asked: async () => {},
  unasked: async () => {},
  paidByPhone: async (walk) => payByPhone(walk, await requestIn(walk)),
  paidAtDesk: (walk) => moveOrder(walk, { move: 'pay', ...paidWith() }),
  partPaid: (walk) => payPart(walk),
  paidInParts: async (walk) => {
    await payPart(walk)
    await payAtPaybill(walk, PART)
    // A phone is not asked again at once.
    walk.shop.market.clock.advance(HOUR_MS / 20)
    await askPhone(walk, '0711000222')
    await payByPhone(walk, await requestIn(walk))
  },
  paidAfterTimeout: async (walk) => {
    const request = await requestIn(walk)
    await settlePayment(walk.shop.market.deps, request.id, { kind: 'no_answer' })
    await payByPhone(walk, request)
  },
  /** Staff has not decided long after its time to pay. */
  lookedAt: async (walk) => {
    const { shop } = walk
    const { id, amount } = await requestIn(walk)
    await payByPhone(walk, { id, amount: amount + PART })
    shop.market.clock.advance(8 * 24 * HOUR_MS)
    await signInAgain(shop)
    await expireOrders(shop.market.deps)
  },
  takenOff: async (walk) => {
    await payByPhone(walk, await requestIn(walk))
    const productId = walk.products[0] ?? ''
    const body = { productId, quantity: 1, as: 'shelf', reason: 'One too many' } as const
    const request = { params: { orderId: walk.id }, body }
    return walk.shop.market.call('POST /api/admin/order/:orderId/take-off', request, walk.shop.staff)
  },
  sent: async (walk) => {
    await payByPhone(walk, await requestIn(walk))
    for (const move of ['process', 'ship'] as const) await moveOrder(walk, { move, note: 'By rider' })
  },
}

const PART = 100

const payPart = async (walk: OrderWalk) => payByPhone(walk, { ...(await requestIn(walk)), amount: PART })

/** Another customer orders two products; money may be here, or the order on its way, when the walk begins. */
export async function beginOrder(
  shop: Shop,
  draw: Random,
  turn: number,
): Promise<{ walk: OrderWalk; beginning: string }> {
  const { market } = shop
  shop.customer = await market.signUp()
  const products = [
    await addProduct(market, { price: PRICE, onHand: START }),
    await addProduct(market, { price: PRICE, onHand: START }),
  ]
  const items = products.map((_id) => ({ _id, quantity: 1 + Math.floor(draw() * 3) }))
  const names = Object.keys(BEGINNINGS)
  const beginning = names[turn % names.length] ?? ''
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
    cameShort: false,
  }
  await BEGINNINGS[beginning]?.(walk)
  return { walk, beginning }
}

/** Its customer has a phone asked for what is left to pay; returns how much that is. */
export async function askPhone({ shop, id }: OrderWalk, phone: string): Promise<number> {
  const body = { purpose: 'order', purchaseId: id, phone } as const
  return (await shop.market.call('POST /api/payment/start', { body }, shop.customer)).data.amount
}

/** Money by hand that names the order. */
export async function payAtPaybill(walk: OrderWalk, amount: number): Promise<void> {
  const { market } = walk.shop
  const code = await sendC2bPayment(market, { amount, reference: (await orderOf(walk)).number })
  walk.confirmed.set(code, amount)
  await matchNamedMoney(market.deps)
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
