import { createHash } from 'node:crypto'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { RouteRequest } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { isWithdrawn } from '../bookings/booking-history-store.ts'
import { findBooking } from '../bookings/booking-read-store.ts'
import { toBookingEvent } from '../bookings/present-booking.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { handOver, takeBack } from './condition-reports.ts'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

/** A Wednesday morning in Nairobi on which most tests of bookings take place. */
export const BOOKING_MORNING = new Date('2026-04-01T09:00:00+03:00')

type BookingChoices = Partial<
  RouteRequest<'POST /api/booking/create', Routes['POST /api/booking/create']>['body']
>

/** The phone number of a person, always the same one. */
function phoneOf({ accountId }: Person): string {
  const digits = createHash('sha256').update(accountId).digest().readUInt32BE() % 10_000_000
  return `079${String(digits).padStart(7, '0')}`
}

let customers = 0

/** The body of a booking request, each for another customer; a test states only the fields it depends on. */
export function bookingBody(carId: string, choices: BookingChoices = {}) {
  return {
    carId,
    startDate: '2026-04-10',
    endDate: '2026-04-13',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: {
      firstName: 'Achieng',
      lastName: 'Ouma',
      email: 'achieng@example.com',
      phone: `0718${String(++customers).padStart(6, '0')}`,
    },
    paymentMethod: 'whatsapp' as const,
    ...choices,
  }
}

/** The fields of a booking request that choose M-Pesa. */
export const BY_MPESA = { paymentMethod: 'mpesa', paymentDetails: { mpesaNumber: '0712000001' } } as const

/** Books a car through the API; returns the booking. */
export async function bookCar(
  { call }: Pick<TestMarket, 'call'>,
  person: Person,
  carId: string,
  choices: BookingChoices = {},
): Promise<Booking> {
  const body = bookingBody(carId, choices)
  const customerInfo = choices.customerInfo ?? { ...body.customerInfo, phone: phoneOf(person) }
  const { data } = await call('POST /api/booking/create', { body: { ...body, customerInfo } }, person)
  return data
}

let receipts = 0

/** Settles the latest payment request of a booking, with all of it unless stated. */
export async function payBooking(
  { db, deps }: TestMarket,
  bookingId: string,
  { amount }: { amount?: number } = {},
): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'amount'])
    .where('booking_id', '=', bookingId)
    .where('method', '=', 'stk')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const receipt = `TEST${String(++receipts).padStart(6, '0')}`
  await settlePayment(deps, payment.id, { kind: 'paid', receipt, amountReceived: amount ?? payment.amount })
}

/** Staff confirms, hands over and takes back, up to the status given. */
export async function moveBookingOn(
  market: Pick<TestMarket, 'call' | 'db' | 'clock'>,
  staff: Person,
  bookingId: string,
  as: 'confirmed' | 'active' | 'completed',
): Promise<void> {
  const confirming = { params: { bookingId }, body: { note: 'Paid in cash', paidBy: 'cash' as const } }
  await market.call('POST /api/admin/booking/:bookingId/confirm', confirming, staff)
  if (as === 'confirmed') return
  await handOver(market, staff, bookingId)
  if (as === 'active') return
  await takeBack(market, staff, bookingId)
}

/** The history of a booking in words, in order. */
export async function historyOf({ db }: Pick<TestMarket, 'db'>, bookingId: string) {
  const booking = await findBooking(db, bookingId)
  if (!booking) throw new Error('no such booking')
  const rows = await db
    .selectFrom('booking_history')
    .select(['at', 'actor', 'event', 'status', 'note', 'facts', isWithdrawn.as('is_withdrawn')])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { what, note } = toBookingEvent(row, booking)
    return { actor: row.actor, what, status: row.status, note }
  })
}
