import type { Day } from '@twende/contract/calendar-day.ts'
import { DESK_METHODS } from '@twende/contract/payments/desk-payment.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import type { Person } from '../people.ts'
import { createListing, drawCode, mpesaMessage } from '../selling.ts'
import { deliveryAddress, placeOrder } from '../shopping.ts'
import {
  clerk,
  decideOnMoney,
  type Firm,
  matchByHand,
  now,
  payAtDesk,
  payAtPaybill,
  payingPhone,
  pick,
  quietPhone,
  runJobs,
  type Story,
  today,
  took,
} from './month-firm.ts'

type ForSale = { id: string; code: string; seller: Person; paid: number; paidOn: Day }
type ListingAct = 'approve-payment' | 'verify' | 'reject-payment' | 'give-money-back' | 'reject'

/** A seller pastes the message of M-Pesa. */
async function listCar(firm: Firm, paid: number): Promise<ForSale> {
  const seller = await firm.market.signUp()
  const code = drawCode(now(firm))
  const listing = await createListing(firm.market, seller, { paid, code, image1: firm.photo })
  return { id: listing._id, code, seller, paid, paidOn: today(firm) }
}

const onListing = (firm: Firm, { id: listingId }: ForSale, act: ListingAct, body: { amount?: number } = {}) =>
  firm.market.call(
    `POST /api/admin/listing/:listingId/${act}` as const,
    { params: { listingId }, body: { reason: 'As we saw it', ...body } },
    clerk(firm),
  )

/** Only now its money is in the books, of the day of its message: M-Pesa reports none of it. */
async function approve(firm: Firm, listing: ForSale) {
  await onListing(firm, listing, 'approve-payment', { amount: listing.paid })
  took(firm, 'mpesa', listing.paid, listing.paidOn)
}

async function payMore(firm: Firm, { id, seller }: ForSale, amount: number) {
  const code = drawCode(now(firm))
  const body = {
    id,
    paymentMethod: 'message' as const,
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: mpesaMessage({ code, amount, now: now(firm) }),
    amount,
  }
  await firm.market.call('POST /api/sell/renew', { body }, seller)
  took(firm, 'mpesa', amount)
}

type Order = { id: string; number: string; amount: number; customer: Person }

/** Its phone is asked at once, and pays what is asked or more, or does not answer. */
async function order(firm: Firm, { quantity = 2, pays = false, extra = 0 } = {}): Promise<Order> {
  const customer = await firm.market.signUp()
  const product = pick(firm, firm.products)
  const phone = pays ? payingPhone(firm) : quietPhone(firm)
  if (extra > 0)
    await firm.market.phoneBehaves({ phone, resultCode: '0', paysAmount: product.price * quantity + extra })
  const choices = { items: [{ _id: product.id, quantity }], address: { ...deliveryAddress(), phone } }
  const { data } = await placeOrder(firm.market, customer, product.id, choices)
  if (pays) {
    took(firm, 'mpesa', data.amount + extra)
    await runJobs(firm)
  }
  return { id: data._id, number: data.number, amount: data.amount, customer }
}

type Move = Exclude<StaffOrderMove, 'pay'>
const move = (firm: Firm, { id: orderId }: Pick<Order, 'id'>, name: Move) =>
  firm.market.call(
    'POST /api/admin/order/:orderId/move',
    { params: { orderId }, body: { move: name, note: `Because of ${name}` } },
    clerk(firm),
  )

async function payOrderAtDesk(firm: Firm, { id: orderId, amount }: Order) {
  const paid = await payAtDesk(firm, pick(firm, DESK_METHODS), amount)
  const body = { move: 'pay' as const, note: 'Came to the shop', ...paid }
  await firm.market.call('POST /api/admin/order/:orderId/move', { params: { orderId }, body }, clerk(firm))
}

/** Cars for sale, orders of the shop, and money of strangers. */
export const sales: Readonly<Record<string, Story>> = {
  'a car for sale, paid': async function* (firm) {
    const listing = await listCar(firm, 2_000)
    yield { days: 1, at: '00:01' }
    await approve(firm, listing)
    yield { days: 0, at: '10:00' }
    await onListing(firm, listing, 'verify')
  },
  'a car for sale, paid beyond its plan': async function* (firm) {
    const listing = await listCar(firm, 2_700)
    yield { days: 0, at: '23:59' }
    await approve(firm, listing)
  },
  'a car for sale, paid in parts': async function* (firm) {
    const listing = await listCar(firm, 600)
    yield { days: 0, at: '23:58' }
    await approve(firm, listing)
    yield { days: 1, at: '00:02' }
    await payMore(firm, listing, 1_400)
    await onListing(firm, listing, 'approve-payment')
  },
  'a car for sale, refused': async function* (firm) {
    const listing = await listCar(firm, 2_000)
    yield { days: 1, at: '09:00' }
    await onListing(firm, listing, 'reject-payment')
  },
  'a car for sale, its money given back': async function* (firm) {
    const listing = await listCar(firm, 2_000)
    yield { days: 0, at: '23:58' }
    await approve(firm, listing)
    yield { days: 1, at: '00:03' }
    await onListing(firm, listing, 'give-money-back')
  },
  'a car for sale, its payment corrected': async function* (firm) {
    const listing = await listCar(firm, 4_500)
    yield { days: 0, at: '23:58' }
    await approve(firm, listing)
    yield { days: 1, at: '09:00' }
    const body = { code: listing.code, amount: 2_000, reason: 'A slip' }
    const request = { params: { listingId: listing.id }, body }
    await firm.market.call('POST /api/admin/listing/:listingId/correct-payment', request, firm.admin)
    took(firm, 'mpesa', -2_500, listing.paidOn)
  },
  'an order, paid by phone': async function* (firm) {
    const bought = await order(firm, { pays: true })
    yield { days: 1, at: '09:00' }
    await move(firm, bought, 'process')
    yield { days: 1, at: '09:00' }
    await move(firm, bought, 'ship')
    yield { days: 1, at: '09:00' }
    await move(firm, bought, 'deliver')
  },
  'an order, paid at the desk and brought back': async function* (firm) {
    const bought = await order(firm)
    await payOrderAtDesk(firm, bought)
    for (const name of ['process', 'ship', 'deliver'] as const) await move(firm, bought, name)
    yield { days: 2, at: '00:01' }
    await move(firm, bought, 'takeBack')
  },
  'an order, paid in parts': async function* (firm) {
    const bought = await order(firm)
    await payAtPaybill(firm, 500, bought.number)
    yield { days: 1, at: '00:02' }
    await payAtPaybill(firm, bought.amount - 500, bought.number)
    await decideOnMoney(firm, bought.id, 'accept')
  },
  'an order, paid too much': async function* (firm) {
    const bought = await order(firm, { pays: true, extra: 300 })
    yield { days: 1, at: '00:03' }
    await decideOnMoney(firm, bought.id, 'accept')
  },
  'an order, pieces taken off': async function* (firm) {
    const bought = await order(firm, { quantity: 3 })
    await payOrderAtDesk(firm, bought)
    yield { days: 1, at: '00:01' }
    const params = { orderId: bought.id }
    const { data } = await firm.market.call('GET /api/admin/order/:orderId', { params }, firm.admin)
    const productId = data.items[0]?._id ?? ''
    const body = { productId, quantity: 1, as: 'damaged' as const, reason: 'Broken' }
    await firm.market.call('POST /api/admin/order/:orderId/take-off', { params, body }, clerk(firm))
  },
  'an order, called off': async function* (firm) {
    const bought = await order(firm, { pays: true })
    yield { days: 0, at: '23:59' }
    await move(firm, bought, 'callOff')
  },
  'sold at the counter': async function* (firm) {
    const product = pick(firm, firm.products)
    const amount = product.price * 2
    const paid = await payAtDesk(firm, pick(firm, DESK_METHODS), amount)
    const body = { items: [{ _id: product.id, quantity: 2 }], amount, ...paid }
    await firm.market.call('POST /api/admin/orders', { body }, clerk(firm))
    yield { days: 0, at: '23:59' }
  },
  'money of a stranger, given back': async function* (firm) {
    const receipt = await payAtPaybill(firm, 3_300, 'SHOSHO')
    yield { days: 1, at: '00:02' }
    await matchByHand(firm, receipt, '', true)
  },
  'money of a stranger, waiting': async function* (firm) {
    await payAtPaybill(firm, 2_150, 'KWA BABA')
    yield { days: 1, at: '00:02' }
  },
}
