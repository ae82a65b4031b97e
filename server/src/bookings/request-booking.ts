import { type Booking, type BookingRequest, payerPhoneOf } from '@twende/contract/bookings/booking.ts'
import { withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import {
  fromNextHour,
  isRentable,
  occupiedSpan,
  rentalDays,
} from '@twende/contract/bookings/rental-period.ts'
import { MAX_UNPAID_HOLDS } from '@twende/contract/business-constants.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import { m } from '@twende/messages'
import { findCarToShow } from '../cars/read-cars.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { lockHirerWithAccount, requireNotRefused } from '../drivers/refusal-list.ts'
import { type HoldOrigin, queueByNetwork } from '../holds/hold-origin.ts'
import { limitCarHold, lockOrigin, saveHoldOrigin } from '../holds/limit-holds.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import type { BookingParams } from '../notifications/notification-params.ts'
import { openFirstPayment, requireCollectable } from '../payments/collections/open-payment.ts'
import { latestPayment } from '../payments/read-payment.ts'
import { readPricesInForce } from '../prices/read-prices.ts'
import { readSettings } from '../settings/read-settings.ts'
import {
  type BookedPrice,
  bookingDraft,
  bookingRequestHash,
  drawReferences,
  requestedInstants,
} from './booking-draft.ts'
import { findRunningHolds } from './booking-read-store.ts'
import { insertBooking, type StoredBooking, setKeepsNoCar, setPaymentStatus } from './booking-store.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { extrasOfRental } from './extras/extras-of-rental.ts'
import { notifyCustomer } from './notify-customer.ts'
import { notTooDear, priceOfRental } from './price-of-rental.ts'
import { quoteBooking } from './quote-booking.ts'
import { readBooking } from './read-bookings.ts'
import { findOfferedPlaces, type LockedCar, lockCarToBook } from './rented-car-store.ts'

const PRESSED_TWICE_MS = 2 * 60_000

type RequestDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'config' | 'jobs' | 'tokenSecret'>
export type BookingInput = {
  accountId: string
  request: BookingRequest
  /** Undefined for bookings that our own programs make. */
  origin: HoldOrigin | undefined
}

/**
 * Holds a car for a rental period, unpaid, and sends the payment request, if any; a repeated request gets the first answer.
 * A pickup that is over becomes one at the next full hour.
 */
export async function requestBooking(
  deps: RequestDeps,
  accountId: string,
  asked: BookingRequest,
  idempotency: Idempotency,
  origin?: HoldOrigin,
): Promise<{ booking: Booking; payment: Payment | null }> {
  const request = fromNextHour(asked, deps.clock.now())
  const input = { accountId, request, origin }
  const hold = () => idempotency.transaction((tx) => holdCar(tx, deps, input))
  const bookingId = await queueByNetwork(origin, hold).catch(async (error: unknown) => {
    throw await withAlternatives(deps, request, error)
  })
  const booking = await readBooking(deps, bookingId)
  // On WhatsApp, staff agrees on the payment.
  const isAgreed = request.paymentMethod === 'whatsapp'
  const payment = isAgreed
    ? null
    : await latestPayment(deps.db, { payableType: 'booking', payableId: bookingId })
  return { booking, payment }
}

/** Locks the account, then the network and phone numbers that it comes from, then the car: one order everywhere. */
async function holdCar(tx: Db, deps: RequestDeps, input: BookingInput): Promise<string> {
  const { accountId, request, origin } = input
  const now = deps.clock.now()
  const { publicUrl } = deps.config
  const hirer = await lockHirer(tx, input)
  const runningHolds = await findRunningHolds(tx, { accountId, now })
  const earlier = earlierRequest(runningHolds, request, now)
  if (earlier !== undefined) return earlier
  const phone = payingPhone(request)
  if (!isRentable(request, now)) throw new AppError('rental_dates_invalid')
  // What a booking keeps of the car is read before the car is locked: its rivals wait behind that lock.
  const inForce = await readPricesInForce(tx)
  const places = await findOfferedPlaces(tx, [request.pickupLocation, request.dropoffLocation])
  const period = holdPeriod(request)
  const extras = extrasOfRental({ ...request, totalDays: period.totalDays }, inForce.extras, places)
  if (runningHolds.length >= MAX_UNPAID_HOLDS) throw new AppError('too_many_holds')
  const car = await findCarToShow(tx, request.carId, publicUrl)
  if (!car) throw new AppError('car_not_found')
  const { bookingHoldMinutes, cancellation, rentalTerms } = await readSettings(tx, deps.config)
  const method = request.paymentMethod
  const holdRequest = { accountId, method, minutes: bookingHoldMinutes[method], now, origin }
  await requireNotRefused(tx, deps, hirer, 'customer')
  await lockOrigin(tx, origin)
  const hold = await limitCarHold(tx, holdRequest, period)
  const lockedCar = await lockCarToBook(tx, request.carId, now)
  const holdMinutes = hold.minutes
  const rules = rulesOfCar(inForce.rules, { carId: car._id, category: car.category })
  if (!lockedCar) throw new AppError('car_not_found')
  const price = priceOfLocked(lockedCar, request, { rules, extras })
  if (lockedCar.has_expired_holds) await releaseExpiredHolds(tx, request.carId, now)
  const draft = bookingDraft({
    ...input,
    car,
    price,
    phone,
    holdMinutes,
    cancellation,
    rentalTerms,
    now,
    publicUrl,
  })
  const event = { by: 'customer', event: 'book', accountId, note: '' } as const
  const booking = await insertBooking(tx, draft, event, () => drawReferences(deps.random))
  if (!hold.keeps) await setKeepsNoCar(tx, booking.id)
  await saveHoldOrigin(tx, holdRequest, { bookingId: booking.id })
  await notifyHeld(tx, booking, { keepsCar: hold.keeps, method, now })
  if (phone !== null) await requestPayment(tx, deps, booking, { accountId, phone })
  return booking.id
}

function notifyHeld(
  tx: Db,
  booking: StoredBooking,
  { now, ...hold }: { keepsCar: boolean; method: BookingRequest['paymentMethod']; now: Date },
): Promise<void> {
  const held = { ...hold, heldUntil: (booking.hold_expires_at ?? now).toISOString() }
  const make = (params: BookingParams) =>
    ({ kind: 'booking_requested', params: { ...params, ...held } }) as const
  return notifyCustomer(tx, booking, make, now)
}

async function requestPayment(
  tx: Db,
  deps: RequestDeps,
  booking: StoredBooking,
  { accountId, phone }: { accountId: string; phone: string },
): Promise<void> {
  const { id: payableId, final_amount: amount } = booking
  const paymentRequest = { payableType: 'booking', payableId, accountId, amount, phone } as const
  const { status } = await openFirstPayment(tx, deps, paymentRequest)
  if (status !== booking.payment_status) await setPaymentStatus(tx, payableId, status)
}

function lockHirer(tx: Db, { accountId, request: { customerInfo, paymentDetails } }: BookingInput) {
  return lockHirerWithAccount(tx, accountId, {
    phones: [customerInfo.phone, paymentDetails?.mpesaNumber ?? null],
    licences: [customerInfo.licenseNumber],
  })
}

function holdPeriod(request: BookingRequest): { totalDays: number; from: Date; until: Date } {
  return { totalDays: rentalDays(request.startDate, request.endDate), ...occupiedSpan(request) }
}

/** The phone that is asked to pay; null for a booking that is arranged on WhatsApp. */
function payingPhone(request: BookingRequest): string | null {
  if (request.paymentMethod === 'whatsapp') return null
  const phone = payerPhoneOf(request)
  if (!phone) throw new AppError('invalid', { message: m.validation_required_fields() })
  return phone
}

/** The price of a rental of a car that is locked; refuses one that cannot be booked, or that costs another sum than was shown. */
function priceOfLocked(
  car: LockedCar,
  { finalAmount, paymentMethod, ...period }: BookingRequest,
  { rules, extras }: { rules: PriceRule[]; extras: BookedPrice['extras'] },
): BookedPrice {
  if (car.retired_at) throw new AppError('car_not_found')
  if (!car.available) throw new AppError('car_unavailable')
  const price = notTooDear(withExtras(priceOfRental(car.price_per_day, period, rules), extras))
  if (finalAmount !== undefined && finalAmount !== price.finalAmount) throw new AppError('price_changed')
  if (paymentMethod !== 'whatsapp') requireCollectable(price.finalAmount)
  return price
}

/** Gives a refusal what the customer needs to go on: the price now, the next free days, similar cars. */
async function withAlternatives(
  deps: RequestDeps,
  request: BookingRequest,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  const isTaken = error.code === 'car_taken' || error.code === 'car_not_covered'
  if (error.code !== 'price_changed' && !isTaken) return error
  const quote = await quoteBooking(deps, request)
  const { nextFree, similar } = quote
  return new AppError(error.code, {
    data: isTaken ? { nextFree, similar, quote } : { quote },
  })
}

type RunningHold = Awaited<ReturnType<typeof findRunningHolds>>[number]

/** The booking that the same request made moments ago, as when a button is pressed twice. The account is locked. */
function earlierRequest(holds: RunningHold[], request: BookingRequest, now: Date): string | undefined {
  const carId = request.carId.toLowerCase()
  const { startsAt, endsAt } = requestedInstants(request)
  const same = holds.find(
    (hold) =>
      hold.car_id === carId &&
      hold.payment_method === request.paymentMethod &&
      hold.starts_at.getTime() === startsAt.getTime() &&
      hold.ends_at.getTime() === endsAt.getTime() &&
      hold.created_at.getTime() >= now.getTime() - PRESSED_TWICE_MS,
  )
  const sawItsPrice = request.finalAmount === undefined || request.finalAmount === same?.final_amount
  // Other details for the same rental period, or another price: not a second press, so the running hold is named.
  if (same && (!sawItsPrice || same.request_hash !== bookingRequestHash(request))) {
    throw new AppError('already_held', { data: { bookingId: same.id } })
  }
  return same?.id
}
