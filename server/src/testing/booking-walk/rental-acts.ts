import { randomUUID } from 'node:crypto'
import { addDays } from '@twende/contract/calendar-day.ts'
import { expect } from 'vitest'
import { type Random, randomInteger } from '../../basic-deps.ts'
import { expireHolds } from '../../bookings/expire-holds.ts'
import { remindCustomers } from '../../bookings/reminders/remind-customers.ts'
import { remindStaff } from '../../bookings/reminders/remind-staff.ts'
import { handOver, reportOf, takeBack } from '../condition-reports.ts'
import { addApprovedDriver, DRIVER_ROW } from '../driving.ts'
import { bookingBody } from '../renting.ts'
import { type Acts, nothingToActOn, oneOf } from '../walk.ts'
import { drawDeskPayment } from './paying-acts.ts'
import {
  customerOf,
  drawBooking,
  drawPeriod,
  drawStaff,
  nextPhone,
  type RentalWalk,
  signInAgain,
} from './rental-walk.ts'

const HOUR_MS = 3_600_000

/** Without these acts a rental does not get far. */
export const OFTEN = [
  'phonePays',
  'confirm',
  'takeDeposit',
  'handOver',
  'takeBack',
  'settleDeposit',
  'cancelByCustomer',
  'cancelByStaff',
  'extend',
  'takeOwed',
]

/** What happens to a rental from its booking to its end, and the clock. */
export const rentalActs: Acts<RentalWalk> = {
  bookByMpesa: (walk, draw) => book(walk, draw, 'mpesa'),
  bookByChat: (walk, draw) => book(walk, draw, 'whatsapp'),
  bookAtCounter: async (walk, draw) => {
    const customerInfo = { firstName: 'Otieno', lastName: 'Okello', phone: nextPhone(walk) }
    const paid =
      draw() < 0.3
        ? ({ paidBy: 'none', note: 'Pays on the day' } as const)
        : await drawDeskPayment(walk, draw)
    const places = { pickupLocation: 'Nairobi', dropoffLocation: 'Nairobi' }
    const body = {
      carId: oneOf(walk.cars, draw) ?? '',
      ...drawPeriod(walk, draw),
      ...places,
      customerInfo,
      ...paid,
    }
    return walk.market.call('POST /api/admin/bookings', { body }, drawStaff(walk, draw))
  },
  confirm: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['pending'])
    const body =
      draw() < 0.4 ? ({ paidBy: 'none', note: 'Known to us' } as const) : await drawDeskPayment(walk, draw)
    const route = 'POST /api/admin/booking/:bookingId/confirm'
    return walk.market.call(route, { params, body }, drawStaff(walk, draw))
  },
  cancelByCustomer: async (walk, draw) => {
    const booking = await drawBooking(walk, draw, ['pending', 'confirmed'])
    const { params } = booking
    const customer = customerOf(walk, booking)
    const { data: shown } = await walk.market.call('GET /api/booking/:bookingId/refund', { params }, customer)
    const request = { params, body: { cancellationReason: 'Plans changed' } }
    await walk.market.call('PUT /api/booking/:bookingId/cancel', request, customer)
    expect(await refundOfCancellation(walk, booking.id)).toBe(shown.refund)
  },
  cancelByStaff: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['pending', 'confirmed'])
    const route = 'POST /api/admin/booking/:bookingId/cancel'
    return walk.market.call(route, { params, body: { reason: 'It broke down' } }, drawStaff(walk, draw))
  },
  noShow: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['confirmed'])
    const route = 'POST /api/admin/booking/:bookingId/no-show'
    return walk.market.call(route, { params, body: { note: 'Nobody came' } }, drawStaff(walk, draw))
  },
  completeUnrecorded: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['confirmed'])
    const route = 'POST /api/admin/booking/:bookingId/complete'
    return walk.market.call(route, { params, body: { note: 'It was out' } }, drawStaff(walk, draw))
  },
  undo: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['cancelled', 'completed'])
    const route = 'POST /api/admin/booking/:bookingId/undo'
    return walk.market.call(route, { params, body: { note: 'A slip' } }, drawStaff(walk, draw))
  },
  change: (walk, draw) => changeAsCustomer(walk, draw),
  extend: async (walk, draw) => {
    const { params, end_date } = await drawBooking(walk, draw, ['confirmed', 'active'])
    const { market } = walk
    const query = { endDate: addDays(end_date, randomInteger(draw, 1, 2)) }
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, walk.staff)
    const shown = await market.call('GET /api/admin/booking/:bookingId/extend', { params, query }, walk.staff)
    const paid = draw() < 0.4 ? ({ paidBy: 'none' } as const) : await drawDeskPayment(walk, draw)
    const { finalAmount } = shown.data
    const body = { ...query, dropoffTime: data.dropoffTime, ...paid, finalAmount, updatedAt: data.updatedAt }
    return market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, drawStaff(walk, draw))
  },
  sendPapers: async (walk, draw) => {
    const { id, account_id } = await drawBooking(walk, draw, ['pending', 'confirmed'])
    const at = walk.market.clock.now()
    const row = {
      ...DRIVER_ROW,
      id: randomUUID(),
      account_id,
      booking_id: id,
      created_at: at,
      updated_at: at,
    }
    const sent = await walk.market.db
      .insertInto('drivers')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!sent) throw nothingToActOn()
  },
  approvePapers: async (walk, draw) => {
    const params = { driverId: await drawDriver(walk, draw) }
    return walk.market.call('POST /api/admin/driver/:driverId/approve', { params }, drawStaff(walk, draw))
  },
  refusePapers: async (walk, draw) => {
    const request = {
      params: { driverId: await drawDriver(walk, draw) },
      body: { reason: 'photo_unreadable' as const },
    }
    return walk.market.call('POST /api/admin/driver/:driverId/refuse', request, drawStaff(walk, draw))
  },
  allowUnpaidHandover: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['confirmed'])
    const { money } = await walk.market.call('GET /api/admin/booking/:bookingId', { params }, walk.staff)
    const body = { amount: money.owed, reason: 'A good customer' }
    const by = draw() < 0.5 ? walk.admin : drawStaff(walk, draw)
    return walk.market.call('POST /api/admin/booking/:bookingId/owed/allow', { params, body }, by)
  },
  handOver: async (walk, draw) => {
    const { id, params } = await drawBooking(walk, draw, ['confirmed'])
    if (draw() < 0.7) return handOver(walk.market, drawStaff(walk, draw), id)
    // Whoever drives was never approved.
    const report = await reportOf(walk.market, id, { kind: 'handover' })
    const body = { km: 42_000, fuel: 8, report, kmConfirmed: true }
    return walk.market.call(
      'POST /api/admin/booking/:bookingId/handover',
      { params, body },
      drawStaff(walk, draw),
    )
  },
  approveAtCounter: async (walk, draw) => {
    const { id } = await drawBooking(walk, draw, ['confirmed'])
    await addApprovedDriver(walk.market, id)
  },
  takeBack: async (walk, draw) => {
    const { id } = await drawBooking(walk, draw, ['active', 'completed'])
    const charges = [
      { kind: 'fuel' as const, amount: 1_200 },
      { what: 'Scratch', amount: 3_000 },
    ].slice(0, randomInteger(draw, 0, 2))
    const deskPaid = await drawDeskPayment(walk, draw)
    const chargesPayment = oneOf(
      [{ paidBy: 'none' as const }, { paidBy: 'deposit' as const }, deskPaid],
      draw,
    )
    const charged = charges.length > 0 && chargesPayment ? { charges, chargesPayment } : {}
    return takeBack(walk.market, drawStaff(walk, draw), id, { fuel: 7, ...charged })
  },
  correctReading: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['active', 'completed'])
    const kind = draw() < 0.5 ? 'handover' : 'return'
    const request = {
      params: { ...params, kind } as const,
      body: { km: randomInteger(draw, 42_000, 44_000), reason: 'A slip' },
    }
    const route = 'POST /api/admin/booking/:bookingId/condition/:kind/reading'
    return walk.market.call(route, request, drawStaff(walk, draw))
  },
  markLost: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['active'])
    const route = 'POST /api/admin/booking/:bookingId/lost'
    return walk.market.call(route, { params, body: { reason: 'Stolen' } }, drawStaff(walk, draw))
  },
  withdrawLoss: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['active', 'completed'])
    const route = 'POST /api/admin/booking/:bookingId/lost/withdraw'
    return walk.market.call(route, { params, body: { reason: 'It was found' } }, drawStaff(walk, draw))
  },
  wait: async (walk, draw) => {
    walk.market.clock.advance(draw() * draw() * 60 * HOUR_MS)
    await signInAgain(walk)
  },
  tasks: async ({ market: { deps } }) => {
    await expireHolds(deps)
    await remindCustomers(deps)
    await remindStaff(deps)
  },
}

async function refundOfCancellation({ market }: RentalWalk, bookingId: string): Promise<number> {
  const refund = market.db
    .selectFrom('refunds')
    .select('amount')
    .where('booking_id', '=', bookingId)
    .where('reason', '=', 'cancelled_by_customer')
    .where('status', '=', 'due')
  return (await refund.executeTakeFirst())?.amount ?? 0
}

async function book(walk: RentalWalk, draw: Random, paymentMethod: 'mpesa' | 'whatsapp') {
  const customer = oneOf(walk.customers, draw)
  if (!customer) throw nothingToActOn()
  const phone = nextPhone(walk)
  const paying = paymentMethod === 'mpesa' ? { paymentDetails: { mpesaNumber: phone } } : {}
  const customerInfo = { firstName: 'Achieng', lastName: 'Ouma', email: customer.email, phone }
  const body = bookingBody(oneOf(walk.cars, draw) ?? '', {
    ...drawPeriod(walk, draw),
    customerInfo,
    paymentMethod,
    ...paying,
  })
  return walk.market.call('POST /api/booking/create', { body }, customer)
}

/** Other days, another car, or both; the phone is asked where that costs more. */
async function changeAsCustomer(walk: RentalWalk, draw: Random) {
  const booking = await drawBooking(walk, draw, ['confirmed', 'active'])
  const customer = customerOf(walk, booking)
  const { params } = booking
  const { data } = await walk.market.call('GET /api/booking/:bookingId', { params }, customer)
  const { startDate, endDate, pickupTime, dropoffTime } = data
  const longer = {
    startDate,
    endDate: addDays(endDate, oneOf([1, 1, -1, 2], draw) ?? 1),
    pickupTime,
    dropoffTime,
  }
  const now = { startDate, endDate, pickupTime, dropoffTime }
  const period = oneOf([longer, longer, now, drawPeriod(walk, draw)], draw) ?? longer
  const chosen = { ...period, ...(draw() < 0.4 && { carId: oneOf(walk.cars, draw) ?? '' }) }
  const shown = await walk.market.call(
    'GET /api/booking/:bookingId/change',
    { params, query: chosen },
    customer,
  )
  const { finalAmount, deposit, updatedAt } = shown.data
  const body = { ...chosen, finalAmount, deposit, updatedAt, phone: nextPhone(walk) }
  return walk.market.call('POST /api/booking/:bookingId/change', { params, body }, customer)
}

async function drawDriver({ market }: RentalWalk, draw: Random): Promise<string> {
  const waiting = await market.db
    .selectFrom('drivers')
    .select('id')
    .where('status', '=', 'submitted')
    .limit(5)
    .execute()
  const driver = oneOf(waiting, draw)
  if (!driver) throw nothingToActOn()
  return driver.id
}
