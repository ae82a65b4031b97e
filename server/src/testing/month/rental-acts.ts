import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import { DESK_METHODS, type DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { handOver, takeBack } from '../condition-reports.ts'
import { postKeptPart } from '../deposits.ts'
import { offenceAt, postFine } from '../fines.ts'
import type { Person } from '../people.ts'
import { bookCar } from '../renting.ts'
import {
  clerk,
  type Firm,
  freeCar,
  type MonthCar,
  payAtDesk,
  payingPhone,
  pick,
  quietPhone,
  runJobs,
  today,
  took,
} from './month-firm.ts'

type Rental = { id: string; reference: string; price: number; car: MonthCar; customer: Person | undefined }
type Stay = { startsIn?: number; days?: number; childSeats?: number }

export const byBooking = ({ id }: Pick<Rental, 'id'>) => ({ params: { bookingId: id } })

async function stayOf(firm: Firm, { startsIn = 1, days = 3, childSeats }: Stay) {
  const startDate = addDays(today(firm), startsIn)
  const endDate = addDays(startDate, days)
  const car = await freeCar(firm, startDate, endDate)
  const times = { pickupTime: '08:00', dropoffTime: '18:00' }
  const extras = childSeats === undefined ? {} : { extras: { childSeats } }
  return { car, period: { carId: car.carId, startDate, endDate, ...times, ...extras } }
}

export async function bookAtCounter(
  firm: Firm,
  paidBy: DeskMethod | 'none',
  stay: Stay = {},
  paidOn?: Day,
): Promise<Rental> {
  const { call } = firm.market
  const { car, period } = await stayOf(firm, stay)
  const places = { pickupLocation: 'Nairobi', dropoffLocation: 'Nairobi' }
  const { data: price } = await call('POST /api/booking/quote', { body: { ...period, ...places } })
  const paid = paidBy === 'none' ? { paidBy } : await payAtDesk(firm, paidBy, price.finalAmount, paidOn)
  const customerInfo = { firstName: 'Njeri', lastName: 'Mwangi', phone: quietPhone(firm) }
  const body = { ...period, ...places, customerInfo, ...paid }
  const { data } = await call('POST /api/admin/bookings', { body }, clerk(firm))
  return { id: data._id, reference: data.bookingId, price: data.finalAmount, car, customer: undefined }
}

/** A customer books on the page, and pays on the phone or asks on WhatsApp. */
export async function bookOnline(firm: Firm, way: 'stk' | 'whatsapp', stay: Stay = {}): Promise<Rental> {
  const { car, period } = await stayOf(firm, stay)
  const customer = await firm.market.signUp()
  const { carId, ...days } = period
  const byPhone = { paymentMethod: 'mpesa', paymentDetails: { mpesaNumber: payingPhone(firm) } } as const
  const booking = await bookCar(firm.market, customer, carId, { ...days, ...(way === 'stk' ? byPhone : {}) })
  if (way === 'stk') {
    took(firm, 'mpesa', booking.finalAmount)
    await runJobs(firm)
  }
  return { id: booking._id, reference: booking.bookingId, price: booking.finalAmount, car, customer }
}

const anyMethod = (firm: Firm) => pick(firm, DESK_METHODS)

async function takeDeposit(firm: Firm, rental: Rental, method: DeskMethod) {
  const { data } = await firm.market.call(
    'GET /api/admin/booking/:bookingId/deposit',
    byBooking(rental),
    firm.admin,
  )
  const amount = data.deposit?.amount ?? 0
  const body = await payAtDesk(firm, method, amount)
  const request = { ...byBooking(rental), body }
  await firm.market.call('POST /api/admin/booking/:bookingId/deposit/take', request, clerk(firm))
  return amount
}

export async function leave(firm: Firm, rental: Rental, method = anyMethod(firm)) {
  await takeDeposit(firm, rental, method)
  await handOver(firm.market, clerk(firm), rental.id)
}

export const comeBack = (firm: Firm, rental: Rental, returned: Parameters<typeof takeBack>[3] = {}) =>
  takeBack(firm.market, clerk(firm), rental.id, returned)

export function settleDeposit(firm: Firm, rental: Rental, owed?: 'keep' | 'leave') {
  const request = { ...byBooking(rental), body: owed ? { owed } : {} }
  return firm.market.call('POST /api/admin/booking/:bookingId/deposit/settle', request, clerk(firm))
}

export async function owedOf(firm: Firm, rental: Rental): Promise<number> {
  const { data } = await firm.market.call(
    'GET /api/admin/booking/:bookingId/fines',
    byBooking(rental),
    firm.admin,
  )
  return data.owed
}

export async function payOwed(firm: Firm, rental: Rental, paidBy: DeskMethod, paidOn?: Day) {
  const amount = await owedOf(firm, rental)
  const body = { amount, ...(await payAtDesk(firm, paidBy, amount, paidOn)) }
  const request = { ...byBooking(rental), body }
  await firm.market.call('POST /api/admin/booking/:bookingId/owed', request, clerk(firm))
}

export async function extend(firm: Firm, rental: Rental, days: number, paidBy: DeskMethod | 'none') {
  const { call } = firm.market
  const { data } = await call('GET /api/admin/booking/:bookingId', byBooking(rental), firm.admin)
  const endDate = addDays(data.endDate, days)
  const query = { endDate }
  const shown = await call(
    'GET /api/admin/booking/:bookingId/extend',
    { ...byBooking(rental), query },
    firm.admin,
  )
  const { finalAmount, bookedAmount } = shown.data
  const paid = paidBy === 'none' ? { paidBy } : await payAtDesk(firm, paidBy, finalAmount - bookedAmount)
  const body = { endDate, dropoffTime: data.dropoffTime, updatedAt: data.updatedAt, finalAmount, ...paid }
  await call('POST /api/admin/booking/:bookingId/extend', { ...byBooking(rental), body }, clerk(firm))
}

/** The customer chooses another car, or other days; the phone is asked where that costs more. */
export async function change(firm: Firm, rental: Rental, chosen: { car?: MonthCar; days?: number }) {
  const { call } = firm.market
  const { data } = await call('GET /api/booking/:bookingId', byBooking(rental), rental.customer)
  const { startDate, endDate, pickupTime, dropoffTime } = data
  const to = {
    startDate,
    endDate: addDays(endDate, chosen.days ?? 0),
    pickupTime,
    dropoffTime,
    ...(chosen.car && { carId: chosen.car.carId }),
  }
  const query = to
  const shown = await call(
    'GET /api/booking/:bookingId/change',
    { ...byBooking(rental), query },
    rental.customer,
  )
  const { finalAmount, deposit, updatedAt, due } = shown.data
  if (due > 0) took(firm, 'mpesa', due)
  const body = { ...to, finalAmount, deposit, updatedAt, phone: payingPhone(firm) }
  await call('POST /api/booking/:bookingId/change', { ...byBooking(rental), body }, rental.customer)
  await runJobs(firm)
}

export async function recordFine(firm: Firm, plate: string, at: Date, amount: number): Promise<string> {
  const answer = await postFine(firm.market, clerk(firm), { plate, amount: String(amount), ...offenceAt(at) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().data._id
}

export async function endOf(firm: Firm, rental: Rental): Promise<Day> {
  const { data } = await firm.market.call('GET /api/admin/booking/:bookingId', byBooking(rental), firm.admin)
  return data.endDate
}

export async function keepPart(firm: Firm, rental: Rental) {
  const { id: photoIds } = await firm.market.db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
    .select('condition_photos.id')
    .where('booking_id', '=', rental.id)
    .where('kind', '=', 'return')
    .limit(1)
    .executeTakeFirstOrThrow()
  const answer = await postKeptPart(
    firm.market,
    clerk(firm),
    { bookingId: rental.id },
    { amount: '1900', photoIds },
  )
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** A car whose days cost more, and that is free for this rental; one is bought where there is none. */
export async function dearerCar(firm: Firm, { car: own }: Rental, start: Day): Promise<MonthCar> {
  return freeCar(firm, start, addDays(start, 4), own.pricePerDay)
}

export function cancelByCustomer(firm: Firm, rental: Rental) {
  const request = { ...byBooking(rental), body: { cancellationReason: 'Plans changed' } }
  return firm.market.call('PUT /api/booking/:bookingId/cancel', request, rental.customer)
}
