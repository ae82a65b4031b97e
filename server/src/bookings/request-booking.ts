import type { Booking, BookingRequest } from '@twende/contract/bookings/booking.ts'
import { isRentable, occupiedSpan, rentalDays } from '@twende/contract/bookings/rental-period.ts'
import { type RentalPrice, rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { MAX_UNPAID_HOLDS, MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { carToShow } from '../cars/read-cars.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import type { HoldOrigin } from '../holds/hold-origin.ts'
import { inTurn } from '../holds/in-turn.ts'
import { keepOrigin, limitCarHold, lockOrigin } from '../holds/limit-holds.ts'
import { AppError } from '../http/app-error.ts'
import { bookingRequestedText } from '../notifications/notification-texts.ts'
import { latestPayment } from '../payments/latest-payment.ts'
import { openFirstPayment } from '../payments/open-payment.ts'
import { readSettings } from '../settings/read-settings.ts'
import { announceBooking } from './announce-booking.ts'
import { bookingDraft } from './booking-draft.ts'
import { writeHistory } from './booking-history-store.ts'
import { countRunningHolds } from './booking-read-store.ts'
import { drawReference } from './booking-reference.ts'
import { insertBooking, leaveCar, lockAccount } from './booking-store.ts'
import { type Asked, findEarlierRequest } from './earlier-request.ts'
import { markBookingPayment } from './mark-booking-payment.ts'
import { quoteBooking } from './quote-booking.ts'
import { bookingAsItIs } from './read-bookings.ts'
import { releaseSpentHolds } from './release-spent-holds.ts'
import { areLocations, lockCar } from './rented-car-store.ts'

type RequestDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'config' | 'jobs'>
/** Holds a car for a stay, unpaid, and for M-Pesa has the phone asked to pay; a repeated request gets the first answer. */
export async function requestBooking(
  deps: RequestDeps,
  accountId: string,
  request: BookingRequest,
  idempotencyKey?: string,
  origin?: HoldOrigin,
): Promise<{ booking: Booking; payment: Payment | null }> {
  const asked = { accountId, request, idempotencyKey, origin }
  const hold = () => inTransaction(deps.db, (tx) => holdCar(tx, deps, asked))
  const bookingId = await inTurn(origin, hold).catch(async (error: unknown) => {
    throw await withWayOut(deps, request, error)
  })
  return {
    booking: await bookingAsItIs(deps, bookingId),
    payment: await latestPayment(deps.db, { purpose: 'booking', purchaseId: bookingId }),
  }
}

/** Locks the account, then the network and phone numbers that it comes from, then the car: one order everywhere. */
async function holdCar(tx: Db, deps: RequestDeps, asked: Asked): Promise<string> {
  const { accountId, request, origin } = asked
  const now = deps.clock.now()
  await lockAccount(tx, accountId)
  const earlier = await findEarlierRequest(tx, asked, now)
  if (earlier !== undefined) return earlier
  const phone = payingPhone(request)
  if (!isRentable(request, now)) throw new AppError('rental_dates_invalid')
  const places = [request.pickupLocation, request.dropoffLocation]
  if (!(await areLocations(tx, places))) throw new AppError('location_unknown')
  if ((await countRunningHolds(tx, accountId, now)) >= MAX_UNPAID_HOLDS) throw new AppError('too_many_holds')
  // What a booking keeps of the car is read before the car is locked: its rivals wait behind that lock.
  const car = await carToShow(tx, request.carId, deps.config.publicUrl)
  const { bookingHoldMinutes, cancellation } = await readSettings(tx, deps.config)
  const method = request.paymentMethod
  await lockOrigin(tx, origin)
  const wish = { accountId, method, minutes: bookingHoldMinutes[method], now, origin }
  const hold = await limitCarHold(tx, wish, stayOf(request))
  const holdMinutes = hold.minutes
  const price = await lockedPrice(tx, request)
  await releaseSpentHolds(tx, car._id, now)
  const { publicUrl } = deps.config
  const draft = bookingDraft({ ...asked, car, price, phone, holdMinutes, cancellation, now, publicUrl })
  const booking = await insertBooking(tx, draft, drawReference(deps.random))
  if (!hold.keeps) await leaveCar(tx, booking.id)
  await keepOrigin(tx, wish, { bookingId: booking.id })
  await writeHistory(tx, [booking], { by: 'customer', accountId, now, what: 'Booked' })
  const held = { heldUntil: booking.hold_expires_at ?? now, keeps: hold.keeps, method }
  await announceBooking(tx, booking, (facts) => bookingRequestedText({ ...facts, ...held }), now)
  if (phone !== null) {
    const amount = booking.final_amount
    const payment = { purpose: 'booking', purchaseId: booking.id, accountId, amount, phone } as const
    const { status } = await openFirstPayment(tx, deps, payment)
    if (status !== booking.payment_status) await markBookingPayment(tx, booking.id, status)
  }
  return booking.id
}

function stayOf(request: BookingRequest): { totalDays: number; from: Date; until: Date } {
  return { totalDays: rentalDays(request.startDate, request.endDate), ...occupiedSpan(request) }
}

function payingPhone({ paymentMethod, paymentDetails }: BookingRequest): string | null {
  if (paymentMethod !== 'mpesa') return null
  const phone = paymentDetails?.mpesaNumber
  if (!phone) throw new AppError('invalid', { message: 'Please fill in all required fields' })
  return phone
}

async function lockedPrice(
  tx: Db,
  { carId, startDate, endDate, finalAmount, paymentMethod }: BookingRequest,
): Promise<RentalPrice> {
  const car = await lockCar(tx, carId)
  if (!car || car.retired_at) throw new AppError('car_not_found')
  if (!car.available) throw new AppError('car_unavailable')
  const price = rentalPrice(car.price_per_day, startDate, endDate)
  if (finalAmount !== undefined && finalAmount !== price.finalAmount) throw new AppError('price_changed')
  if (paymentMethod === 'mpesa' && price.finalAmount > MPESA_LARGEST_PAYMENT) {
    throw new AppError('too_much_for_mpesa')
  }
  return price
}

/** Gives a refusal what the customer needs to go on: the price now, the next free days, similar cars. */
async function withWayOut(deps: RequestDeps, request: BookingRequest, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  if (error.code !== 'price_changed' && error.code !== 'car_taken') return error
  const quote = await quoteBooking(deps, request)
  const { nextFree, similar } = quote
  return new AppError(error.code, {
    data: error.code === 'car_taken' ? { nextFree, similar, quote } : { quote },
  })
}
