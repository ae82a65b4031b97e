import { handoverDocument } from '@twende/contract/bookings/admin-booking.ts'
import type { DisputeDecision, DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import type { OwedChoice } from '@twende/contract/bookings/deposit.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { sql } from 'kysely'
import { expireHolds } from '../bookings/expire-holds.ts'
import type { Db } from '../db/database.ts'
import { pollPendingPayments } from '../payments/collections/poll-pending-payments.ts'
import { addReportedReceipts } from '../payments/collections/settle-payment.ts'
import { charge } from '../payments/ledger/postings.ts'
import { matchProofs } from '../payments/proofs/settle-proof.ts'
import { c2bSecret } from '../payments/providers/mpesa/mpesa-provider.ts'
import { matchNamedMoney } from '../payments/reconciliation/match-named-money.ts'
import { expireOrders } from '../shop/lock-stock.ts'
import { handOver, takeBack } from './condition-reports.ts'
import { nextPlate, offenceAt, postFine } from './fines.ts'
import { addCar, type CarFacts } from './fleet.ts'
import { farAhead, type PayingMarket } from './paying-market.ts'
import { paidWith, sendC2bPayment } from './payments.ts'
import type { Person } from './people.ts'
import { bookCar } from './renting.ts'
import { drawCode, mpesaMessage, postForm, sendUntilTaken } from './selling.ts'

/** The market in which money moves, and what the test itself knows of the money. */
export type MoneyWorld = {
  market: PayingMarket
  staff: Person
  colleague: Person
  admin: Person
  /** Codes that people typed or pasted and under which no money moved. */
  wrongCodes: Set<string>
  /** Of these codes the last that was typed for each purchase, by its id. */
  typedCodes: Map<string, string>
  /** Money that M-Pesa reported under such a code afterwards. */
  reported: { receipt: string; amount: number }[]
  /** What staff sent back to customers. */
  refunded: number
}

/** Something that is paid for, and who pays. */
/** What somebody buys: money that matched nothing is no purchase. */
export type SoldType = Exclude<PayableType, 'unmatched'>

export type Purchase = {
  type: SoldType
  id: string
  reference: string
  price: number
  customer: Person
  phone: string
  /** The booking of a deposit. */
  bookingId?: string
}

/** Moves money, or says something about it; false when there was nothing to do it to. */
type Movement = (world: MoneyWorld, purchase: Purchase) => Promise<unknown>

const NOTE = 'As the customer says'
const MINUTE = 60_000

/** Movements of whatever is paid for. */
const common = {
  'the PIN is entered': (world, purchase) => pressNewest(world, purchase, 'pin'),
  'the PIN is entered for the first request': (world, purchase) => pressOldest(world, purchase),
  'the customer declines on the phone': (world, purchase) => pressNewest(world, purchase, 'cancel'),
  'the phone is asked again': async (world, purchase) => {
    world.market.clock.advance(80_000)
    await askPhone(world, purchase)
  },
  'money is reported under the code that was typed': (world, purchase) => reportTypedCode(world, purchase),
  'every callback comes again': (world, purchase) => repeatCallbacks(world, purchase),
  'the price is paid by hand': (world, purchase) => payByHand(world, purchase, purchase.price),
  'a part is paid by hand': (world, purchase) => payByHand(world, purchase, purchase.price - 400),
  'too much is paid by hand': (world, purchase) => payByHand(world, purchase, purchase.price + 700),
  'staff matches money': (world, purchase) => match(world, purchase, false),
  'staff gives unmatched money back': (world, purchase) => match(world, purchase, true),
  'staff accepts a payment': (world, purchase) => decide(world, purchase, 'accept'),
  'staff gives a payment back': (world, purchase) => decide(world, purchase, 'giveBack'),
  'staff finds that no money came': (world, purchase) => decide(world, purchase, 'dismiss'),
  'a second person approves money': (world, purchase) => approveMoney(world, purchase),
  'staff takes out of the books what it recorded': (world, purchase) => voidRecorded(world, purchase),
  'what is owed back pays for another booking': (world, purchase) => moveRefund(world, purchase),
  'refunds are sent': (world, purchase) => sendRefunds(world, purchase),
  'time passes': ({ market }) => {
    market.clock.advance(17 * MINUTE)
    return runPaymentTasks(market)
  },
} satisfies Record<string, Movement>

const ofBooking = {
  'staff confirms with cash': (world, { id }) => confirmBooking(world, id, { paidBy: 'cash' }),
  'staff confirms with a wrong code': (world, purchase) =>
    confirmBooking(world, purchase.id, { paidBy: 'mpesa', code: wrongCode(world, purchase) }),
  'staff confirms with the right code': async (world, purchase) => {
    const code = await unmatchedCode(world, purchase)
    return code !== undefined && confirmBooking(world, purchase.id, { paidBy: 'mpesa', code })
  },
  'staff gives back what is too much': (world, purchase) => decide(world, purchase, 'giveBackRest'),
  'staff confirms without money': (world, { id }) => confirmBooking(world, id, { paidBy: 'none' }),
  'staff takes the rest in cash': (world, { id }) => takeRest(world, id, ''),
  'staff extends the rental': ({ market, staff }, { id }) => extend(market, staff, id),
  'the customer chooses a cheaper car': (world, purchase) =>
    changeCar(world, purchase, { pricePerDay: 1_000 }),
  'the customer chooses a dearer car': (world, purchase) =>
    changeCar(world, purchase, { pricePerDay: 9_500 }),
  'the customer keeps the car longer': (world, purchase) => changeCar(world, purchase, {}),
  'the car is handed over': ({ market, staff }, { id }) => handOver(market, staff, id),
  'the car returns with a charge': ({ market, staff }, { id }) => {
    const charges = [{ what: 'Scratch', amount: 900 }]
    return takeBack(market, staff, id, { fuel: 4, charges, chargesPayment: { paidBy: 'cash' as const } })
  },
  'a fine arrives': (world, { id }) => recordFine(world, id),
  'the fine is withdrawn': (world, { id }) => withdrawFine(world, id),
  'the customer disputes the fine': (world, purchase) => disputeFine(world, purchase),
  'staff keeps the disputed fine': (world, { id }) => decideOnFine(world, id, 'kept'),
  'staff withdraws the disputed fine': (world, { id }) => decideOnFine(world, id, 'withdrawn'),
  'staff withdraws a part of the disputed fine': (world, { id }) => decideOnFine(world, id, 'withdrawn', 300),
  'the phone is asked for what is owed': (world, purchase) => askForOwed(world, purchase),
  'staff asks the phone for what is owed': (world, purchase) =>
    askForOwed(world, purchase, { asStaff: true }),
  'what is owed is paid by hand': (world, purchase) => payOwedByHand(world, purchase, 0),
  'a part of what is owed is paid by hand': (world, purchase) => payOwedByHand(world, purchase, -300),
  'more than is owed is paid by hand': (world, purchase) => payOwedByHand(world, purchase, 700),
  'staff takes what is owed in cash': (world, { id }) => takeOwed(world, id, ''),
  'staff takes what is owed with a wrong code': (world, purchase) =>
    takeOwed(world, purchase.id, wrongCode(world, purchase)),
  'the customer disputes the charge': ({ market }, { id: bookingId, customer }) =>
    market.call(
      'POST /api/booking/:bookingId/dispute',
      { params: { bookingId }, body: { charge: 0, reason: NOTE } },
      customer,
    ),
  'staff keeps the disputed charge': (world, { id }) => decideDispute(world, id, 'kept'),
  'staff withdraws the disputed charge': (world, { id }) => decideDispute(world, id, 'withdrawn'),
  'staff withdraws a part of the disputed charge': (world, { id }) =>
    decideDispute(world, id, 'withdrawn', { amount: 300 }),
  'the customer cancels': ({ market }, { id: bookingId, customer }) =>
    market.call(
      'PUT /api/booking/:bookingId/cancel',
      { params: { bookingId }, body: { cancellationReason: NOTE } },
      customer,
    ),
  'staff cancels': ({ market, staff }, { id: bookingId }) =>
    market.call(
      'POST /api/admin/booking/:bookingId/cancel',
      { params: { bookingId }, body: { reason: NOTE } },
      staff,
    ),
} satisfies Record<string, Movement>

function decideDispute(
  { market, staff }: MoneyWorld,
  bookingId: string,
  decision: DisputeDecision,
  { amount, ...of }: DisputedThing & { amount?: number } = {},
) {
  const disputed = of.keptPart === undefined && of.fine === undefined ? { charge: 0 } : of
  const body = { ...disputed, decision, amount, reason: NOTE }
  const request = { params: { bookingId }, body }
  return market.call('POST /api/admin/booking/:bookingId/dispute/decide', request, staff)
}

const ofOrder = {
  'staff takes cash': (world, { id }) => moveOrder(world, id, 'pay'),
  'staff takes a wrong code': (world, purchase) =>
    moveOrder(world, purchase.id, 'pay', wrongCode(world, purchase)),
  'staff takes the right code': async (world, purchase) => {
    const code = await unmatchedCode(world, purchase)
    return code !== undefined && moveOrder(world, purchase.id, 'pay', code)
  },
  'the order is packed': (world, { id }) => moveOrder(world, id, 'process'),
  'the customer cancels': ({ market }, { id: orderId, customer }) =>
    market.call('POST /api/order/cancel', { body: { orderId, reason: NOTE } }, customer),
  'staff cancels': (world, { id }) => moveOrder(world, id, 'callOff'),
} satisfies Record<string, Movement>

const ofListing = {
  'the seller pastes the right message': async (world, purchase) => {
    const { market } = world
    const code = await unmatchedCode(world, purchase)
    const paid = market.simulator.transactions().find(({ receipt }) => receipt === code)
    return paid !== undefined && paste(market, purchase, paid.receipt, paid.amount)
  },
  'the seller pastes a wrong message': (world, purchase) =>
    paste(world.market, purchase, wrongCode(world, purchase), purchase.price),
  'the seller pastes a message of a part': (world, purchase) =>
    paste(world.market, purchase, wrongCode(world, purchase), purchase.price - 400),
  'staff approves the message': (world, purchase) => approveProof(world, purchase, {}),
  'staff approves another amount': (world, purchase) => approveProof(world, purchase, { amount: 1_600 }),
  'staff rejects the message': ({ market, staff }, { id: listingId }) =>
    market.call(
      'POST /api/admin/listing/:listingId/reject-payment',
      { params: { listingId }, body: { reason: NOTE } },
      staff,
    ),
  'the seller deletes the listing': ({ market }, { id, customer }) =>
    market.call('POST /api/sell/remove', { body: { id } }, customer),
} satisfies Record<string, Movement>

const ofDeposit = {
  'staff takes the deposit in cash': (world, purchase) => takeDeposit(world, purchase, ''),
  'staff takes the deposit with a wrong code': (world, purchase) =>
    takeDeposit(world, purchase, wrongCode(world, purchase)),
  'staff takes the deposit with the right code': async (world, purchase) => {
    const code = await unmatchedCode(world, purchase)
    return code !== undefined && takeDeposit(world, purchase, code)
  },
  'staff asks the phone for the deposit': (world, purchase) =>
    world.market.call(
      'POST /api/admin/booking/:bookingId/deposit/request',
      { ...byBooking(purchase), body: { phone: secondPhone(purchase.phone) } },
      world.staff,
    ),
  'the deposit is waived': ({ market, staff }, purchase) =>
    market.call(
      'POST /api/admin/booking/:bookingId/deposit/waive',
      { ...byBooking(purchase), body: { reason: NOTE } },
      staff,
    ),
  'the customer chooses a car with a lower deposit': (world, purchase) =>
    changeCar(world, purchase, { pricePerDay: 2_000, deposit: 500 }),
  'the customer chooses a car with a higher deposit': (world, purchase) =>
    changeCar(world, purchase, { pricePerDay: 2_000, deposit: 11_000 }),
  'the customer chooses a car without a deposit': (world, purchase) =>
    changeCar(world, purchase, { pricePerDay: 2_000 }),
  'the car of the deposit is handed over': ({ market, staff }, purchase) =>
    handOver(market, staff, bookingOf(purchase)),
  'the car of the deposit returns': ({ market, staff }, purchase) =>
    takeBack(market, staff, bookingOf(purchase), {
      km: 42_300,
      fuel: 4,
      charges: [{ what: 'Scratch', amount: 900 }],
      chargesPayment: { paidBy: 'cash' as const },
    }),
  'a part of the deposit is kept': (world, purchase) => keepDeposit(world, purchase, 700),
  'all of the deposit is kept': (world, purchase) => keepDeposit(world, purchase, purchase.price),
  'a kept part is released': (world, purchase) => releaseDeposit(world, purchase),
  'a fine arrives besides the deposit': (world, purchase) => recordFine(world, bookingOf(purchase)),
  'the fine besides the deposit is withdrawn': (world, purchase) => withdrawFine(world, bookingOf(purchase)),
  'the customer disputes a charge besides the deposit': ({ market }, purchase) =>
    market.call(
      'POST /api/booking/:bookingId/dispute',
      { ...byBooking(purchase), body: { charge: 0, reason: NOTE } },
      purchase.customer,
    ),
  'the customer disputes a kept part': (world, purchase) => disputeKeptPart(world, purchase),
  'staff keeps the disputed part': (world, purchase) => decideKeptPart(world, purchase, 'kept'),
  'staff gives the disputed part back': (world, purchase) => decideKeptPart(world, purchase, 'withdrawn'),
  'staff gives a little of the disputed part back': (world, purchase) =>
    decideKeptPart(world, purchase, 'withdrawn', 200),
  'the money of the charge never came': (world, purchase) => owe(world, purchase),
  'a charge besides the deposit is withdrawn': (world, purchase) =>
    decideDispute(world, bookingOf(purchase), 'withdrawn'),
  'the deposit is settled': (world, purchase) => settleDeposit(world, purchase, {}),
  'the deposit pays what is owed and is settled': (world, purchase) =>
    settleDeposit(world, purchase, { owed: 'keep' }),
  'all of the deposit goes back whatever is owed': (world, purchase) =>
    settleDeposit(world, purchase, { owed: 'leave' }),
  'the booking of the deposit is cancelled': ({ market, staff }, purchase) =>
    market.call(
      'POST /api/admin/booking/:bookingId/cancel',
      { ...byBooking(purchase), body: { reason: NOTE } },
      staff,
    ),
} satisfies Record<string, Movement>

function bookingOf({ bookingId }: Purchase): string {
  if (bookingId === undefined) throw new Error('a deposit is of a booking')
  return bookingId
}

function byBooking(purchase: Purchase) {
  return { params: { bookingId: bookingOf(purchase) } }
}

function takeDeposit({ market, staff }: MoneyWorld, purchase: Purchase, code: string) {
  const body = code === '' ? ({ paidBy: 'cash' } as const) : ({ paidBy: 'mpesa', code } as const)
  return market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { ...byBooking(purchase), body },
    staff,
  )
}

function settleDeposit({ market, staff }: MoneyWorld, purchase: Purchase, body: { owed?: OwedChoice }) {
  const request = { ...byBooking(purchase), body }
  return market.call('POST /api/admin/booking/:bookingId/deposit/settle', request, staff)
}

/** A photo of the return report shows why. */
async function keepDeposit({ market, staff }: MoneyWorld, purchase: Purchase, amount: number) {
  const photo = await market.db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
    .select('condition_photos.id')
    .where('booking_id', '=', bookingOf(purchase))
    .where('kind', '=', 'return')
    .limit(1)
    .executeTakeFirst()
  if (!photo) return false
  const fields = { amount: String(amount), reason: 'damage', words: NOTE, photoIds: photo.id }
  const url = `/api/admin/booking/${bookingOf(purchase)}/deposit/keep`
  return answeredWell(await sendUntilTaken(() => postForm(market, url, fields, staff)))
}

function answeredWell({ statusCode, body }: { statusCode: number; body: string }): boolean {
  if (statusCode >= 500) throw new Error(body)
  return statusCode === 200
}

async function releaseDeposit({ market, staff }: MoneyWorld, purchase: Purchase) {
  const part = await market.db
    .selectFrom('kept_deposit_parts')
    .select('id')
    .where('deposit_id', '=', purchase.id)
    .whereRef('released', '<', 'amount')
    .limit(1)
    .executeTakeFirst()
  if (!part) return false
  return market.call(
    'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release',
    { params: { bookingId: bookingOf(purchase), partId: part.id }, body: { reason: NOTE } },
    staff,
  )
}

async function disputeKeptPart({ market }: MoneyWorld, purchase: Purchase) {
  const part = await market.db
    .selectFrom('kept_deposit_parts')
    .select('id')
    .where('deposit_id', '=', purchase.id)
    .whereRef('released', '<', 'amount')
    .orderBy('kept_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!part) return false
  return market.call(
    'POST /api/booking/:bookingId/dispute',
    { ...byBooking(purchase), body: { keptPart: part.id, reason: NOTE } },
    purchase.customer,
  )
}

async function decideKeptPart(
  world: MoneyWorld,
  purchase: Purchase,
  decision: DisputeDecision,
  amount?: number,
) {
  const bookingId = bookingOf(purchase)
  const waiting = await world.market.db
    .selectFrom('charge_disputes')
    .select('kept_part_id')
    .where('booking_id', '=', bookingId)
    .where('kept_part_id', 'is not', null)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (!waiting?.kept_part_id) return false
  const of = { keptPart: waiting.kept_part_id, ...(amount === undefined ? {} : { amount }) }
  return decideDispute(world, bookingId, decision, of)
}

/** A fine of this moment, for whoever has the car; of the first moment of the rental once it is back. */
async function recordFine({ market, staff }: MoneyWorld, bookingId: string) {
  const booking = await market.db
    .selectFrom('bookings')
    .select(['car_id', 'handover', 'status'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  if (booking.handover === null) return false
  const plate = await plateOf(market.db, booking.car_id)
  const { at } = handoverDocument.read(booking.handover)
  const fields = { plate, amount: '800', ...offenceAt(new Date(at)) }
  const answer = await sendUntilTaken(() => postFine(market, staff, fields))
  return answeredWell(answer)
}

async function plateOf(db: Db, carId: string): Promise<string> {
  const car = await db.selectFrom('cars').select('number_plate').where('id', '=', carId).executeTakeFirst()
  if (car?.number_plate) return car.number_plate
  const plate = nextPlate()
  const set = await db
    .updateTable('cars')
    .set({ number_plate: plate })
    .where('id', '=', carId)
    .where('number_plate', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return set ? plate : plateOf(db, carId)
}

async function withdrawFine({ market, staff }: MoneyWorld, bookingId: string) {
  const fine = await market.db
    .selectFrom('traffic_fines')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!fine) return false
  const request = { params: { fineId: fine.id }, body: { reason: NOTE } }
  return market.call('POST /api/admin/fine/:fineId/withdraw', request, staff)
}

async function disputeFine({ market }: MoneyWorld, { id: bookingId, customer }: Purchase) {
  const params = { bookingId }
  const { data } = await market.call('GET /api/booking/:bookingId/fines', { params }, customer)
  const fine = data.fines.find(({ withdrawnAt, dispute }) => withdrawnAt === null && dispute === null)
  if (!fine) return false
  const body = { fine: fine._id, reason: NOTE }
  return market.call('POST /api/booking/:bookingId/dispute', { params, body }, customer)
}

async function decideOnFine(
  world: MoneyWorld,
  bookingId: string,
  decision: DisputeDecision,
  amount?: number,
) {
  const waiting = await world.market.db
    .selectFrom('charge_disputes')
    .select('fine_id')
    .where('booking_id', '=', bookingId)
    .where('fine_id', 'is not', null)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (!waiting?.fine_id) return false
  const of = { fine: waiting.fine_id, ...(amount === undefined ? {} : { amount }) }
  return decideDispute(world, bookingId, decision, of)
}

/** By the customer, on the page of a booking whose car is out or back, or by staff. */
async function askForOwed(world: MoneyWorld, purchase: Purchase, { asStaff = false } = {}) {
  const params = { bookingId: purchase.id }
  const { data } = await world.market.call('GET /api/booking/:bookingId/fines', { params }, purchase.customer)
  if (data.owed === 0) return false
  world.market.clock.advance(80_000)
  const asked = asStaff ? await askAsStaff(world, purchase) : await askPhone(world, purchase)
  const payment = await world.market.db
    .selectFrom('payments')
    .select('pays_owed')
    .where('id', '=', asked.data._id)
    .executeTakeFirst()
  return payment?.pays_owed === true
}

function askAsStaff({ market, staff }: MoneyWorld, { id: bookingId, phone }: Purchase) {
  const request = { params: { bookingId }, body: { phone: secondPhone(phone) } }
  return market.call('POST /api/admin/booking/:bookingId/owed/request', request, staff)
}

async function payOwedByHand(world: MoneyWorld, purchase: Purchase, difference: number) {
  const params = { bookingId: purchase.id }
  const { data } = await world.market.call('GET /api/booking/:bookingId/fines', { params }, purchase.customer)
  if (data.owed + difference <= 0 || data.owed === 0) return false
  return payByHand(world, purchase, data.owed + difference)
}

async function takeOwed({ market, staff }: MoneyWorld, bookingId: string, code: string) {
  const params = { bookingId }
  const { data } = await market.call('GET /api/admin/booking/:bookingId/fines', { params }, staff)
  if (data.owed === 0) return false
  const body = { amount: data.owed, ...paidWith(code) }
  return market.call('POST /api/admin/booking/:bookingId/owed', { params, body }, staff)
}

/** The customer owes something of the booking, as if what paid the charge had not come. */
async function owe({ market }: MoneyWorld, purchase: Purchase) {
  const bookingId = bookingOf(purchase)
  const charged = await market.db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where('extra_charges', '>', 0)
    .executeTakeFirst()
  if (!charged) return false
  const payable = { type: 'booking', id: bookingId }
  const facts = { payable, amount: 900, key: `test ${bookingId} owes`, at: market.clock.now() }
  return market.db.transaction().execute((tx) => charge(tx, facts))
}

/** Everything that can happen to the money of a purchase, by its name. */
export const movementsOf = {
  booking: { ...common, ...ofBooking },
  order: { ...common, ...ofOrder },
  listing_period: { ...common, ...ofListing },
  deposit: { ...common, ...ofDeposit },
} satisfies Record<SoldType, Record<string, Movement>>

/** Does a movement; false when it was refused or found nothing to do. Any other failure is thrown. */
export async function move(world: MoneyWorld, purchase: Purchase, name: string): Promise<boolean> {
  const movements: Record<string, Movement> = movementsOf[purchase.type]
  const movement = movements[name]
  if (!movement) throw new Error(`${purchase.type} knows no "${name}"`)
  return orRefused(async () => (await movement(world, purchase)) !== false)
}

async function orRefused(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}

/** What scheduled tasks do about payments. */
export async function runPaymentTasks({ deps }: PayingMarket): Promise<void> {
  await pollPendingPayments(deps)
  await expireHolds(deps)
  await expireOrders(deps)
  await addReportedReceipts(deps)
  await matchProofs(deps)
  await matchNamedMoney(deps)
}

function paymentsOf({ market }: MoneyWorld, { id }: Purchase) {
  return market.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The requests on the phone of a purchase that can still be answered, latest first. */
async function openRequests({ market }: MoneyWorld, { id }: Purchase): Promise<string[]> {
  const rows = await market.db
    .selectFrom('mpesa_requests')
    .innerJoin('payments', 'payments.id', 'mpesa_requests.payment_id')
    .select('mpesa_requests.checkout_request_id')
    .where('payments.payable_id', '=', id)
    .where('payments.requested_at', '>', new Date(market.clock.now().getTime() - 5 * MINUTE))
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  return rows.flatMap(({ checkout_request_id }) => checkout_request_id ?? [])
}

async function pressNewest(world: MoneyWorld, purchase: Purchase, action: 'pin' | 'cancel') {
  for (const request of await openRequests(world, purchase))
    if (await world.market.press(request, action)) return true
  return false
}

async function pressOldest(world: MoneyWorld, purchase: Purchase) {
  const [latest, ...earlier] = await openRequests(world, purchase)
  const first = earlier.at(-1)
  return latest !== undefined && first !== undefined && world.market.press(first, 'pin')
}

/** The last digits of a first phone begin with 5. */
const secondPhone = (first: string) => first.replace(/5(..)$/, '6$1')

/** Another phone: one that still asks takes no second request. */
async function askPhone({ market }: MoneyWorld, { type, id, customer, phone: first, price }: Purchase) {
  const phone = secondPhone(first)
  if (type !== 'listing_period') return market.pay(customer, id, phone, type)
  const body = { id, paymentMethod: 'stk', mpesaPhoneNumber: phone, amount: price } as const
  return market.call('POST /api/sell/renew', { body }, customer)
}

/** Posts everything once more that M-Pesa posted about the payments of a purchase. */
export async function repeatCallbacks(world: MoneyWorld, purchase: Purchase): Promise<boolean> {
  const { market } = world
  const messages = await market.db
    .selectFrom('payment_messages')
    .innerJoin('payments', 'payments.id', 'payment_messages.payment_id')
    .select(['payments.webhook_secret', 'payment_messages.body'])
    .where('payments.payable_id', '=', purchase.id)
    .execute()
  const reported = await market.db
    .selectFrom('provider_transactions')
    .select('body')
    .where(isOfPurchase(purchase))
    .execute()
  await Promise.all([
    ...messages.map(({ webhook_secret, body }) => market.tellAt(`/api/hooks/stk/${webhook_secret}`, body)),
    ...reported.map(({ body }) => market.tellAt(c2bPath(market), body)),
  ])
  return messages.length + reported.length > 0
}

const c2bPath = ({ deps }: PayingMarket) => `/api/hooks/c2b/${c2bSecret(deps.tokenSecret)}`

async function payByHand(world: MoneyWorld, { phone, reference }: Purchase, amount: number) {
  await world.market.payByHand({ amount, phone, reference })
}

/** Money that was reported with the reference of a purchase or, paid to a till, from one of its phones. */
function isOfPurchase({ reference, phone }: Purchase) {
  const phones = [phone, secondPhone(phone)].map((each) => `${each.slice(0, 4)} ***** ${each.slice(-3)}`)
  return sql<boolean>`(payer_reference = ${reference} or payer_reference = '' and phone = any(${phones}))`
}

/** The code of money that was paid for the purchase and that no payment has. */
async function unmatchedCode({ market }: MoneyWorld, purchase: Purchase): Promise<string | undefined> {
  const row = await market.db
    .selectFrom('provider_transactions')
    .select('receipt')
    .where('payment_id', 'is', null)
    .where(isOfPurchase(purchase))
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst()
  return row?.receipt
}

function wrongCode({ market, wrongCodes, typedCodes }: MoneyWorld, { id }: Purchase): string {
  const code = drawCode(market.clock.now())
  wrongCodes.add(code)
  typedCodes.set(id, code)
  return code
}

/** The code was not wrong: M-Pesa reports the price under it, late. */
async function reportTypedCode(world: MoneyWorld, { id, price, reference, phone }: Purchase) {
  const { market, wrongCodes, typedCodes, reported } = world
  const code = typedCodes.get(id)
  if (code === undefined || !typedCodes.delete(id)) return false
  wrongCodes.delete(code)
  reported.push({ receipt: code, amount: price })
  const paidAt = market.clock.now()
  return sendC2bPayment(market, { amount: price, code, reference, phone, paidAt })
}

async function match(world: MoneyWorld, purchase: Purchase, giveBack: boolean) {
  const receipt = await unmatchedCode(world, purchase)
  if (receipt === undefined) return false
  const body = { reference: purchase.reference, giveBack, reason: NOTE }
  return world.market.call(
    'POST /api/admin/receipt/:receipt/match',
    { params: { receipt }, body },
    world.staff,
  )
}

async function decide(world: MoneyWorld, purchase: Purchase, decision: PaymentDecision) {
  const states = decision === 'giveBackRest' ? ['paid'] : ['review', 'partial']
  const reviewed = (await paymentsOf(world, purchase)).filter(({ status }) => states.includes(status))
  for (const { id: paymentId } of reviewed) {
    const body = { decision, reason: NOTE }
    const request = { params: { paymentId }, body }
    const decideOne = () =>
      world.market.call('POST /api/admin/payment/:paymentId/decide', request, world.staff)
    if (await orRefused(async () => (await decideOne()).success)) return true
  }
  return false
}

async function approveMoney(world: MoneyWorld, purchase: Purchase) {
  const taken = (await paymentsOf(world, purchase)).find(({ recorded_by }) => recorded_by !== null)
  if (!taken) return false
  const request = { params: { paymentId: taken.id }, body: {} }
  return world.market.call('POST /api/admin/payment/:paymentId/approve', request, world.colleague)
}

/** Half of the refunds in cash, half by M-Pesa, large ones with the agreement of an admin. */
async function sendRefunds(world: MoneyWorld, { id }: Purchase): Promise<boolean> {
  const { market, admin, staff } = world
  const due = await market.db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('payable_id', '=', id)
    .where('status', '=', 'due')
    .execute()
  let sent = false
  for (const [at, { id: refundId, amount }] of due.entries()) {
    const params = { refundId }
    const approve = () => market.call('POST /api/admin/refund/:refundId/approve', { params, body: {} }, admin)
    await orRefused(async () => (await approve()).success)
    const body = paidWith(at % 2 === 0 ? drawCode(market.clock.now()) : '')
    const send = () => market.call('POST /api/admin/refund/:refundId/sent', { params, body }, staff)
    if (!(await orRefused(async () => (await send()).success))) continue
    world.refunded += amount
    sent = true
  }
  return sent
}

async function voidRecorded(world: MoneyWorld, purchase: Purchase): Promise<boolean> {
  const recorded = (await paymentsOf(world, purchase)).filter(({ recorded_by }) => recorded_by !== null)
  for (const { id: paymentId } of recorded) {
    const request = { params: { paymentId }, body: { decision: 'dismiss' as const, reason: NOTE } }
    const say = () => world.market.call('POST /api/admin/payment/:paymentId/decide', request, world.colleague)
    if (await orRefused(async () => (await say()).success)) return true
  }
  return false
}

/** The customer books again, a cheap car or a dear one: what is owed back is more than its price, or a part of it. */
async function moveRefund({ market, admin, staff }: MoneyWorld, { id, customer }: Purchase) {
  const refund = await market.db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('payable_id', '=', id)
    .where('status', '=', 'due')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!refund) return false
  const pricePerDay = refund.amount % 1_000 === 0 ? 30_000 : 1_500
  const carId = await addCar(market.db, { pricePerDay })
  const other = await bookCar(market, customer, carId, farAhead(market.clock.now()))
  const params = { refundId: refund.id }
  const approve = () => market.call('POST /api/admin/refund/:refundId/approve', { params, body: {} }, admin)
  await orRefused(async () => (await approve()).success)
  const body = { reference: other.bookingId, reason: NOTE }
  return market.call('POST /api/admin/refund/:refundId/move', { params, body }, staff)
}

function confirmBooking(
  { market, staff }: MoneyWorld,
  bookingId: string,
  body: { paidBy: 'cash' | 'mpesa' | 'none'; code?: string },
) {
  const request = { params: { bookingId }, body: { note: NOTE, ...body } }
  return market.call('POST /api/admin/booking/:bookingId/confirm', request, staff)
}

function takeRest(world: MoneyWorld, bookingId: string, code: string) {
  return takeOwed(world, bookingId, code)
}

async function extend(market: PayingMarket, staff: Person, bookingId: string) {
  const params = { bookingId }
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const endDate = addDays(data.endDate, 1)
  const body = { endDate, dropoffTime: data.dropoffTime, ...paidWith(), updatedAt: data.updatedAt }
  return market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
}

/** Another car where facts of one are given, otherwise a day more; the phone is asked where that costs more. */
async function changeCar({ market }: MoneyWorld, purchase: Purchase, facts: CarFacts) {
  const { id, bookingId = id, customer, phone } = purchase
  const params = { bookingId }
  const { data } = await market.call('GET /api/booking/:bookingId', { params }, customer)
  const { startDate, endDate, pickupTime, dropoffTime } = data
  const period = { startDate, endDate, pickupTime, dropoffTime }
  const isOtherCar = facts.pricePerDay !== undefined
  const chosen = isOtherCar
    ? { ...period, carId: await addCar(market.db, facts) }
    : { ...period, endDate: addDays(endDate, 1) }
  const shown = await market.call('GET /api/booking/:bookingId/change', { params, query: chosen }, customer)
  const { finalAmount, deposit, updatedAt } = shown.data
  const body = { ...chosen, finalAmount, deposit, updatedAt, phone: secondPhone(phone) }
  return market.call('POST /api/booking/:bookingId/change', { params, body }, customer)
}

function moveOrder({ market, staff }: MoneyWorld, orderId: string, name: StaffOrderMove, code = '') {
  const paid = name === 'pay' ? paidWith(code) : {}
  const request = { params: { orderId }, body: { move: name, note: NOTE, ...paid } }
  return market.call('POST /api/admin/order/:orderId/move', request, staff)
}

function paste(market: PayingMarket, { id, customer, phone }: Purchase, code: string, amount: number) {
  const body = {
    id,
    paymentMethod: 'message',
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: phone,
    mpesaMessage: mpesaMessage({ code, amount, now: market.clock.now() }),
    amount,
  } as const
  return market.call('POST /api/sell/renew', { body }, customer)
}

function approveProof({ market, staff }: MoneyWorld, { id: listingId }: Purchase, body: { amount?: number }) {
  const request = { params: { listingId }, body }
  return market.call('POST /api/admin/listing/:listingId/approve-payment', request, staff)
}

/** The plan that sellers of these tests choose. */
export const PLAN_PRICE = LISTING_PLANS[0].price
