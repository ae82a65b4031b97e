import { type ExtraLine, readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { carSnapshot, carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import {
  type BookingChangeRecord,
  bookingChangeDocument,
  type CarTerms,
  type UnpaidChange,
  unpaidChangeDocument,
} from '@twende/contract/bookings/change-record.ts'
import { extrasForDays, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import type { PriceSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { type ShownPrice, sumOf } from '@twende/contract/bookings/rental-price.ts'
import { bookedTermsDocument } from '@twende/contract/bookings/rental-terms.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { v7 as uuidv7 } from 'uuid'
import { getCar } from '../../cars/read-cars.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { reduceCharge } from '../../payments/ledger/postings.ts'
import type { ReceivedPayment } from '../../payments/payable.ts'
import { createRefund } from '../../payments/refunds/create-refund.ts'
import { refundWayOf } from '../../payments/refunds/list-refunds.ts'
import { addAddendum } from '../agreements/add-addendum.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { type StoredBooking, unlessRefused, updateRental } from '../booking-store.ts'
import { changeDeposit, lockDepositToChange } from '../deposit/change-deposit.ts'
import { releaseExpiredHolds } from '../expire-holds.ts'
import { sumFinesOf } from '../fines/fine-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { payWithCoveringCredit } from '../owed/unpaid-price.ts'
import { carOfBooking, lockCars } from '../rented-car-store.ts'

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

/** A car as bookings store it: addresses of pictures without the site's own. */
export const carToStore = (db: Db, carId: string): Promise<Car> => getCar(db, carId, '')

/** The other car that a booking gets (`carToStore`), and what it has of it besides the price. */
export type OtherCar = { car: Car; terms: CarTerms }

type Move = {
  booking: Pick<StoredBooking, 'id' | 'status' | 'updated_at' | 'rental_terms'>
  period: RentalPeriod
  price: ShownPrice & { extras: ExtraLine[] }
  snapshot: PriceSnapshot
  /** Undefined where the car stays. */
  other: OtherCar | undefined
  now: Date
}

/**
 * Writes what a change makes of a booking and its deposit; undefined when the booking changed meanwhile. The database
 * refuses a car that is taken.
 */
export async function moveRental(
  tx: Db,
  { booking, period, price, snapshot, other, now }: Move,
): Promise<StoredBooking | undefined> {
  const { id: bookingId } = booking
  const statuses = [booking.status === 'active' ? 'active' : 'confirmed'] as const
  const updatedAt = booking.updated_at.toISOString()
  const car = other && {
    id: other.car._id,
    snapshot: carSnapshotDocument.write(carSnapshot(other.car, '')),
    rentalTerms: bookedTermsDocument.write({
      ...bookedTermsDocument.read(booking.rental_terms),
      kmPerDay: other.terms.kmPerDay,
    }),
  }
  const moved = await updateRental(tx, { bookingId, period, price, snapshot, car, statuses, updatedAt, now })
  if (moved && other) await changeDeposit(tx, { bookingId, amount: other.terms.deposit, now })
  return moved
}

type Finishing = { before: StoredBooking; moved: StoredBooking; now: Date }

/** What follows from a change that was made: its history, what goes back, and a message to the customer. */
export async function finishChange(tx: Db, { before, moved, now }: Finishing): Promise<void> {
  const [from, to] = [periodOf(before), periodOf(moved)]
  const isOtherCar = before.car_id !== moved.car_id
  const car = isOtherCar ? { from: carNameOf(before), to: carNameOf(moved) } : null
  const note = bookingChangeDocument.write({ from, to, car })
  const { account_id: accountId } = moved
  await writeHistory(tx, [moved], { by: 'customer', accountId, now, event: 'change', note })
  await addAddendum(tx, { before, moved, staffId: null, now })
  const refund = await lowerPrice(tx, moved.id, Math.max(0, from.finalAmount - to.finalAmount), now)
  const paid = Math.max(0, to.finalAmount - from.finalAmount)
  const refundWay = await refundWayOf(tx, [moved.id])
  const isOut = moved.status === 'active'
  const mailed = { refund, refundWay, paid, isOut, ...(car && { formerCar: car.from }) }
  await notifyCustomer(
    tx,
    moved,
    (params) => ({ kind: 'booking_changed', params: { ...params, ...mailed } }),
    now,
    { event: moved.updated_at.toISOString() },
  )
}

/** First what is still to be paid is owed no more; what was paid beyond the new price is owed back. Returns how much that is. */
async function lowerPrice(tx: Db, bookingId: string, amount: number, now: Date): Promise<number> {
  const occasion = uuidv7()
  const payable = { type: 'booking', id: bookingId }
  const key = `booking ${bookingId} costs less ${occasion}`
  const refund = await reduceCharge(tx, { payable, amount, key, at: now })
  if (refund > 0) {
    const why = { reason: 'booking_changed', occasion } as const
    await createRefund(tx, { payableType: 'booking', payableId: bookingId, amount: refund, ...why }, now)
  }
  await payWithCoveringCredit(tx, bookingId, now)
  return refund
}

const carNameOf = ({ car_snapshot }: StoredBooking) => carSnapshotDocument.read(car_snapshot).name

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
  const change = unpaidChangeDocument.read(payment.terms)
  const { from, to, price: snapshot, car: paidCar } = change
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined || (paidCar && !(await lockDepositToChange(tx, bookingId)))) return 'gone'
  const known = paidCar && (await carToStore(tx, paidCar.to))
  const newCarId = paidCar?.to ?? carId
  const newCar = (await lockCars(tx, [carId, newCarId])).get(newCarId)
  if (paidCar && (!newCar?.available || newCar.retired_at)) return 'gone'
  await releaseExpiredHolds(tx, newCarId, now)
  const booking = await findBooking(tx, bookingId)
  const isEnough = (payment.amount_received ?? payment.amount) >= to.finalAmount - from.finalAmount
  // The money for the change would pay a fine first, and the change would count as paid.
  if ((await sumFinesOf(tx, bookingId)) > 0 && (await findOwed(tx, 'booking', bookingId)).owed > 0)
    return 'gone'
  if (!booking || !isEnough || !isAsItWas(booking, change) || !isToCome(booking, change, now)) return 'gone'
  const pricePerDay = paidCar?.pricePerDay ?? booking.price_per_day
  const ofDays = sumOf(pricePerDay, snapshot.days.map(daily), snapshot.discountPercent)
  const price = withExtras(ofDays, extrasForDays(readBookedExtras(booking.extras), ofDays.totalDays))
  const other = known && paidCar ? { car: known, terms: paidCar } : undefined
  const move = { booking, period: to, price, snapshot, other, now }
  const moved = await unlessRefused(tx, () => moveRental(tx, move))
  if (moved === undefined || typeof moved === 'string') return 'gone'
  await finishChange(tx, { before: booking, moved, now })
  return 'done'
}

const daily = ({ price, insurance }: PriceSnapshot['days'][number]) => ({ price, insurance })

function isAsItWas(booking: StoredBooking, { from, car }: UnpaidChange): boolean {
  const now = periodOf(booking)
  const isSame =
    now.startDate === from.startDate &&
    now.endDate === from.endDate &&
    now.pickupTime === from.pickupTime &&
    now.dropoffTime === from.dropoffTime &&
    now.finalAmount === from.finalAmount
  if (car) return isSame && booking.status === 'confirmed' && booking.car_id === car.from
  return isSame && (booking.status === 'confirmed' || booking.status === 'active')
}

/** The pickup is moved only before the car leaves, and to a time that is still to come; the return and the car likewise. */
function isToCome(
  { status }: Pick<StoredBooking, 'status'>,
  { from, to, car }: UnpaidChange,
  now: Date,
): boolean {
  if (nairobiInstant(to.endDate, to.dropoffTime) <= now) return false
  if (!car && from.startDate === to.startDate && from.pickupTime === to.pickupTime) return true
  return status === 'confirmed' && nairobiInstant(to.startDate, to.pickupTime) > now
}
