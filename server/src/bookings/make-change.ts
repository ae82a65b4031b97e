import {
  type BookingChangeRecord,
  bookingChangeDocument,
  unpaidChangeDocument,
} from '@twende/contract/bookings/change-record.ts'
import type { PriceSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { type ShownPrice, sumOf } from '@twende/contract/bookings/rental-price.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import type { ReceivedPayment } from '../payments/payable.ts'
import { createRefund } from '../payments/refunds/create-refund.ts'
import { writeHistory } from './booking-history-store.ts'
import { findBooking } from './booking-read-store.ts'
import { type StoredBooking, unlessRefused, updateRental } from './booking-store.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { notifyCustomer } from './notify-customer.ts'
import { carOfBooking, lockCar } from './rented-car-store.ts'

type StoredPeriod = Pick<
  StoredBooking,
  'start_date' | 'end_date' | 'pickup_time' | 'dropoff_time' | 'final_amount'
>

/** The period and price of a booking, as its history and its payment keep them. */
export function periodOf(booking: StoredPeriod): BookingChangeRecord['from'] {
  return {
    startDate: booking.start_date,
    endDate: booking.end_date,
    pickupTime: booking.pickup_time,
    dropoffTime: booking.dropoff_time,
    finalAmount: booking.final_amount,
  }
}

type Move = {
  booking: Pick<StoredBooking, 'id' | 'status' | 'updated_at'>
  period: RentalPeriod
  price: ShownPrice
  snapshot: PriceSnapshot
  now: Date
}

/** Writes what a change makes of a booking; undefined when the booking changed meanwhile. The database refuses a car that is taken. */
export function moveRental(
  tx: Db,
  { booking, period, price, snapshot, now }: Move,
): Promise<StoredBooking | undefined> {
  const statuses = [booking.status === 'active' ? 'active' : 'confirmed'] as const
  const updatedAt = booking.updated_at.toISOString()
  return updateRental(tx, { bookingId: booking.id, period, price, snapshot, statuses, updatedAt, now })
}

/** What follows from a change that was made: its history, what goes back, and a message to the customer. */
export async function finishChange(
  tx: Db,
  { moved, from, now }: { moved: StoredBooking; from: BookingChangeRecord['from']; now: Date },
): Promise<void> {
  const to = periodOf(moved)
  const note = bookingChangeDocument.write({ from, to })
  const { account_id: accountId } = moved
  await writeHistory(tx, [moved], { by: 'customer', accountId, now, event: 'change', note })
  const refund = Math.max(0, from.finalAmount - to.finalAmount)
  if (refund > 0) {
    const payable = { payableType: 'booking', payableId: moved.id } as const
    const why = { reason: 'booking_changed', occasion: uuidv7() } as const
    await createRefund(tx, { ...payable, amount: refund, ...why }, now)
  }
  const mailed = { refund, paid: Math.max(0, to.finalAmount - from.finalAmount) }
  await notifyCustomer(
    tx,
    moved,
    (params) => ({ kind: 'booking_changed', params: { ...params, ...mailed } }),
    now,
    moved.updated_at.toISOString(),
  )
}

/**
 * Makes a change whose difference was paid, in the transaction that settles the payment. `gone` when the booking is no
 * longer what it was when the payment was asked for, when its time has come, or when somebody else has the car: then the
 * money goes back and the booking stays as it is.
 */
export async function makePaidChange(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  bookingId: string,
  payment: ReceivedPayment,
): Promise<'done' | 'gone'> {
  const now = clock.now()
  const { from, to, price: snapshot } = unpaidChangeDocument.read(payment.terms)
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) return 'gone'
  await lockCar(tx, carId)
  await releaseExpiredHolds(tx, carId, now)
  const booking = await findBooking(tx, bookingId)
  const isEnough = (payment.amount_received ?? payment.amount) >= to.finalAmount - from.finalAmount
  if (!booking || !isEnough || !isAsItWas(booking, from) || !isToCome(booking, { from, to }, now))
    return 'gone'
  const price = sumOf(booking.price_per_day, snapshot.days.map(daily), snapshot.discountPercent)
  const moved = await unlessRefused(tx, () => moveRental(tx, { booking, period: to, price, snapshot, now }))
  if (moved === undefined || typeof moved === 'string') return 'gone'
  await finishChange(tx, { moved, from, now })
  return 'done'
}

const daily = ({ price, insurance }: PriceSnapshot['days'][number]) => ({ price, insurance })

function isAsItWas(
  booking: StoredPeriod & Pick<StoredBooking, 'status' | 'payment_status'>,
  from: BookingChangeRecord['from'],
): boolean {
  const now = periodOf(booking)
  const isSame =
    now.startDate === from.startDate &&
    now.endDate === from.endDate &&
    now.pickupTime === from.pickupTime &&
    now.dropoffTime === from.dropoffTime &&
    now.finalAmount === from.finalAmount
  return isSame && (booking.status === 'confirmed' || booking.status === 'active')
}

/** The pickup is moved only before the car leaves, and to a time that is still to come; the return likewise. */
function isToCome(
  { status }: Pick<StoredBooking, 'status'>,
  { from, to }: BookingChangeRecord,
  now: Date,
): boolean {
  if (nairobiInstant(to.endDate, to.dropoffTime) <= now) return false
  if (from.startDate === to.startDate && from.pickupTime === to.pickupTime) return true
  return status === 'confirmed' && nairobiInstant(to.startDate, to.pickupTime) > now
}
