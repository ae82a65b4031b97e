import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { PIECE_ENDS, type PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { expect } from 'vitest'
import { type Random, randomInteger } from '../../basic-deps.ts'
import { addReportedReceipts, settlePayment } from '../../payments/collections/settle-payment.ts'
import { matchNamedMoney } from '../../payments/reconciliation/match-named-money.ts'
import { expireOrders } from '../../shop/lock-stock.ts'
import { paidWith, sendC2bPayment } from '../payments.ts'
import { drawCode } from '../selling.ts'
import { deliveryAddress } from '../shopping.ts'
import { type Acts, nothingToActOn, oneOf } from '../walk.ts'
import {
  askPhone,
  HOUR_MS,
  moveOrder,
  type OrderWalk,
  orderOf,
  PRICE,
  payAtPaybill,
  payByPhone,
  paymentIn,
  requestIn,
  START,
  signInAgain,
} from './order-walk.ts'

/** What is answered where it can be: a request to a phone, and money that staff looks at. */
export const OFTEN = [
  'phonePays',
  'paybill',
  'decide',
  'cancel',
  'callOff',
  'takeOff',
  'sendRefund',
  'process',
  'tasks',
]

const endOf = (draw: Random): PieceEnd => oneOf(['shelf', ...PIECE_ENDS], draw) ?? 'shelf'

type StaffMove = 'process' | 'ship' | 'deliver' | 'callOff' | 'takeBack' | 'notArrived' | 'sendAgain'
const move = (wanted: StaffMove) => async (walk: OrderWalk, draw: Random) => {
  const { items } = await orderOf(walk)
  const ends = items.map(({ _id }) => ({ productId: _id, as: endOf(draw) }))
  return moveOrder(walk, { move: wanted, note: `Because of ${wanted}`, ends })
}

/** What its customer and M-Pesa do with money, and what staff does about it. */
const payingActs: Acts<OrderWalk> = {
  askPhone: async (walk, draw) => {
    const asked = await askPhone(walk, `07${String(randomInteger(draw, 10_000_000, 99_999_999))}`)
    const { amount, paid } = await orderOf(walk)
    expect(asked).toBe(amount - paid)
  },
  phonePays: async (walk, draw) => {
    const { id, amount } = await requestIn(walk)
    const paid = oneOf([amount, amount, amount - 100, amount + 100, 100], draw) ?? amount
    await payByPhone(walk, { id, amount: paid })
  },
  callbackComesAgain: async (walk) => {
    const { id, receipt, amount_received } = await requestIn(walk, MONEY_CAME)
    if (receipt === null) throw nothingToActOn()
    const result = { kind: 'paid', receipt, amountReceived: amount_received } as const
    await settlePayment(walk.shop.market.deps, id, result)
  },
  /** The callback was lost: the answer to a question names no receipt. */
  pollSaysPaid: async (walk) => {
    const { id } = await requestIn(walk)
    await settlePayment(walk.shop.market.deps, id, { kind: 'paid', receipt: null, amountReceived: null })
  },
  receiptComesLate: async (walk) => {
    const { id, receipt, amount } = await requestIn(walk, ['paid', 'review'])
    if (receipt !== null) throw nothingToActOn()
    const late = drawCode(walk.shop.market.clock.now())
    await settlePayment(walk.shop.market.deps, id, { kind: 'paid', receipt: late, amountReceived: amount })
    walk.confirmed.set(late, amount)
  },
  phoneRefuses: async (walk) => {
    const { id } = await requestIn(walk, ['processing'])
    await settlePayment(walk.shop.market.deps, id, { kind: 'not_paid', failure: 'cancelled' })
  },
  nobodyAnswers: async (walk) => {
    const { id } = await requestIn(walk, ['processing'])
    await settlePayment(walk.shop.market.deps, id, { kind: 'no_answer' })
  },
  paybill: async (walk, draw) => {
    const { amount, paid } = await orderOf(walk)
    const left = Math.max(0, amount - paid)
    await payAtPaybill(walk, oneOf([left, left, amount, 300], draw) || PRICE)
  },
  decide: async (walk, draw) => {
    const { shop } = walk
    const { id: paymentId } = await paymentIn(walk, ['review', 'partial'])
    const decision = oneOf(['accept', 'accept', 'giveBack', 'dismiss'] as const, draw) ?? 'accept'
    const request = { params: { paymentId }, body: { decision, reason: 'Looked at it' } }
    return shop.market.call('POST /api/admin/payment/:paymentId/decide', request, shop.admin)
  },
  /** What staff recorded as received by mistake is taken out of the books. */
  takeOutOfBooks: async (walk) => {
    const { shop } = walk
    const { id: paymentId } = await paymentIn(walk, ['paid', 'partial'], 'recorded')
    const body = { decision: 'dismiss', reason: 'Of somebody else' } as const
    const request = { params: { paymentId }, body }
    return shop.market.call('POST /api/admin/payment/:paymentId/decide', request, shop.admin)
  },
  sendRefund: async (walk) => {
    const { market, admin } = walk.shop
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', walk.id)
      .where('status', '=', 'due')
      .executeTakeFirstOrThrow(nothingToActOn)
    const request = { params: { refundId }, body: paidWith() }
    return market.call('POST /api/admin/refund/:refundId/sent', request, admin)
  },
  payAtDesk: (walk) => payAtDesk(walk),
  payByCode: (walk, draw) => {
    const number = String(randomInteger(draw, 0, 999_999)).padStart(6, '0')
    return payAtDesk(walk, `${codeBeginning(nairobiDay(walk.shop.market.clock.now()))}W${number}`)
  },
  /** M-Pesa reports a code that staff typed, sometimes with less. */
  reportTypedCode: async (walk, draw) => {
    const { market } = walk.shop
    const { receipt: code, amount } = await paymentIn(walk, MONEY_CAME, 'recorded')
    if (code === null) throw nothingToActOn()
    // What M-Pesa has said once, it says again.
    const reported = walk.confirmed.get(code) ?? (draw() < 0.3 ? amount - 50 : amount)
    walk.cameShort ||= reported < amount
    await sendC2bPayment(market, { amount: reported, code })
    walk.confirmed.set(code, reported)
    await addReportedReceipts(market.deps)
    await matchNamedMoney(market.deps)
  },
}

/** Staff takes what is left of the price, and no more. */
async function payAtDesk(walk: OrderWalk, code = '') {
  const { amount, paid } = await orderOf(walk)
  await moveOrder(walk, { move: 'pay', ...paidWith(code) })
  const taken = await paymentIn(walk, MONEY_CAME, 'recorded').catch(() => ({ amount: 0 }))
  if (paid < amount) expect(taken.amount).toBe(amount - paid)
}

const MONEY_CAME = ['paid', 'partial', 'review', 'refunding', 'refunded'] as const

/** What becomes of the order and of its pieces, and the clock. */
const orderActs: Acts<OrderWalk> = {
  cancel: ({ shop, id }) =>
    shop.market.call('POST /api/order/cancel', { body: { orderId: id } }, shop.customer),
  process: move('process'),
  ship: move('ship'),
  deliver: move('deliver'),
  callOff: move('callOff'),
  takeBack: move('takeBack'),
  notArrived: move('notArrived'),
  sendAgain: move('sendAgain'),
  undo: ({ shop, id: orderId }) => {
    const request = { params: { orderId }, body: { reason: 'A slip' } }
    return shop.market.call('POST /api/admin/order/:orderId/undo', request, shop.staff)
  },
  takeOff: async (walk, draw) => {
    const { shop, id: orderId } = walk
    const productId = oneOf((await orderOf(walk)).items, draw)?._id ?? ''
    const body = { productId, quantity: randomInteger(draw, 1, 2), as: endOf(draw), reason: 'Broken' }
    return shop.market.call(
      'POST /api/admin/order/:orderId/take-off',
      { params: { orderId }, body },
      shop.staff,
    )
  },
  changeDelivery: async (walk) => {
    const { shop, id: orderId } = walk
    const { timeline, dispatchNote } = await orderOf(walk)
    const lastEventAt = timeline.at(-1)?.at ?? ''
    const body = { address: deliveryAddress(), dispatchNote, reason: '', lastEventAt }
    return shop.market.call(
      'POST /api/admin/order/:orderId/delivery',
      { params: { orderId }, body },
      shop.staff,
    )
  },
  count: async ({ shop, products, counted }, draw) => {
    const productId = oneOf(products, draw) ?? ''
    const before = await shop.market.db
      .selectFrom('products')
      .select('on_hand')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const onHand = Math.floor(draw() * START)
    const request = { params: { productId }, body: { onHand, evenIfPromised: true } }
    await shop.market.call('POST /api/admin/product/:productId/stock', request, shop.staff)
    counted.set(productId, (counted.get(productId) ?? 0) + onHand - before.on_hand)
  },
  sellToOthers: async ({ shop, products }, draw) => {
    const quantity = randomInteger(draw, 1, 4)
    const items = [{ _id: oneOf(products, draw) ?? '', quantity }]
    const body = { items, amount: PRICE * quantity, ...paidWith() }
    return shop.market.call('POST /api/admin/orders', { body }, shop.staff)
  },
  wait: async ({ shop }, draw) => {
    shop.market.clock.advance(draw() * draw() * 30 * HOUR_MS)
    await signInAgain(shop)
  },
  tasks: ({ shop }) => expireOrders(shop.market.deps),
}

/** Every act of its customer, of staff, of M-Pesa, of other customers and of the clock. */
export const orderActsOfAll: Acts<OrderWalk> = { ...payingActs, ...orderActs }
