import type { Booking } from '@twende/contract/bookings/booking.ts'
import { type ChangeProblem, changedPrice, changeProblem } from '@twende/contract/bookings/booking-change.ts'
import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { freeUntil } from '@twende/contract/bookings/cancellation.ts'
import { cancellationDocument } from '@twende/contract/bookings/cancellation-policy.ts'
import {
  type ChangePreview,
  type UnpaidChange,
  unpaidChangeDocument,
} from '@twende/contract/bookings/change-record.ts'
import { priceSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { PaymentStatus } from '@twende/contract/payments/payment-status.ts'
import { m } from '@twende/messages'
import { knownCar } from '../cars/read-cars.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, tryOut } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { openAddition, pollEarlierAddition } from '../payments/collections/start-payment.ts'
import { isExactlyPaid } from '../payments/ledger/book-payment.ts'
import { readPayment } from '../payments/read-payment.ts'
import { priceRulesOf } from '../prices/read-price-rules.ts'
import { type BookingRow, findBooking, lacksDriver } from './booking-read-store.ts'
import { refuseTakenCar, type StoredBooking } from './booking-store.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { finishChange, moveRental, periodOf } from './make-change.ts'
import { refuseTooShort, storedPrice } from './price-of-rental.ts'
import { bookingAsItIs } from './read-bookings.ts'
import { lockCar } from './rented-car-store.ts'

type ChangeDeps = Parameters<typeof openAddition>[1]

type Choice = { bookingId: string; accountId: string; period: RentalPeriod }

/** What a change would cost or give back; refuses what `changeBooking` would refuse. Changes nothing. */
export function previewChange(deps: ChangeDeps, choice: Choice): Promise<ChangePreview> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const plan = await planChange(tx, deps, choice, now)
    await tryOut(tx, () => make(tx, plan, now))
    return shown(plan)
  })
}

type Change = Choice & {
  /** The price that was shown. */
  finalAmount: number
  /** When the booking was changed last, as it was shown. */
  updatedAt: string
  /** The phone that is asked to pay, where something is due. */
  phone: string | undefined
}

/**
 * Changes a customer's own booking. Where it costs no more, at once; what was paid above the new price is owed back. Where
 * it costs more, a phone is asked for the difference, and the change is made once that is paid (`makePaidChange`).
 */
export async function changeBooking(
  deps: ChangeDeps,
  change: Change,
  idempotency: Idempotency,
): Promise<{ booking: Booking; payment: Payment | null }> {
  const { bookingId } = change
  if (!(await idempotency.earlier()))
    await pollEarlierAddition(deps, { payableType: 'booking', payableId: bookingId })
  const madeId = await idempotency.transaction((tx) => changeOrAsk(tx, deps, change))
  return {
    booking: await bookingAsItIs(deps, bookingId),
    payment: madeId === bookingId ? null : await readPayment(deps.db, madeId),
  }
}

/** Returns the id of the booking that was changed, or of the payment that is asked for. */
async function changeOrAsk(tx: Db, deps: ChangeDeps, change: Change): Promise<string> {
  const now = deps.clock.now()
  const { bookingId, accountId, phone } = change
  const plan = await planChange(tx, deps, change, now)
  const { booking, price, due } = plan
  if (booking.updated_at.toISOString() !== change.updatedAt) throw new AppError('changed_meanwhile')
  if (change.finalAmount !== price.finalAmount)
    throw new AppError('price_changed', { data: { change: shown(plan) } })
  if (due === 0) {
    const moved = await make(tx, plan, now)
    await finishChange(tx, { moved, from: periodOf(booking), now })
    return bookingId
  }
  if (phone === undefined) throw new AppError('invalid', { message: m.validation_required_fields() })
  await tryOut(tx, () => make(tx, plan, now))
  const to = { ...plan.period, finalAmount: price.finalAmount }
  const asked = { from: periodOf(booking), to, price: priceSnapshot(price) }
  const payment = await openAddition(tx, deps, {
    payableType: 'booking',
    payableId: bookingId,
    accountId,
    phone,
    amount: due,
    terms: JSON.parse(unpaidChangeDocument.write(asked)),
    isSame: (terms) => isSameChange(unpaidChangeDocument.read(terms), asked),
  })
  return payment.id
}

function isSameChange(one: UnpaidChange, other: UnpaidChange): boolean {
  const fields = ['startDate', 'endDate', 'pickupTime', 'dropoffTime', 'finalAmount'] as const
  return fields.every((field) => one.from[field] === other.from[field] && one.to[field] === other.to[field])
}

type Plan = { booking: BookingRow; period: RentalPeriod; price: RentalPrice; due: number }

/** Locks what a change of a booking needs, payments and car, and prices it; refuses what the rules do not allow. */
async function planChange(
  tx: Db,
  { config }: Pick<AppDeps, 'config'>,
  { bookingId, accountId, period }: Choice,
  now: Date,
): Promise<Plan> {
  const named = await findBooking(tx, bookingId, accountId)
  if (!named) throw new AppError('booking_not_found')
  const { category } = await knownCar(tx, named.car_id, config.publicUrl)
  await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  const car = await lockCar(tx, named.car_id)
  if (!car?.available || car.retired_at) throw new AppError('car_unavailable')
  await releaseExpiredHolds(tx, named.car_id, now)
  const booking = await findBooking(tx, bookingId, accountId)
  if (!booking) throw new AppError('booking_not_found')
  refuseProblem(changeProblem(changedBooking(booking), period, now))
  await requirePaid(tx, booking)
  const price = changedPrice(
    {
      startDate: booking.start_date,
      pricePerDay: booking.price_per_day,
      snapshot: storedPrice(booking),
    },
    period,
    {
      pricePerDay: car.price_per_day,
      rules: await priceRulesOf(tx, { carId: named.car_id, category }),
    },
  )
  refuseTooShort(price)
  return { booking, period, price, due: Math.max(0, price.finalAmount - booking.final_amount) }
}

function changedBooking(booking: BookingRow) {
  const { starts_at: pickupAt, created_at: bookedAt } = booking
  return {
    ...periodOf(booking),
    status: BookingStatus.parse(booking.status),
    paymentStatus: PaymentStatus.parse(booking.payment_status),
    freeUntil: freeUntil({ pickupAt, bookedAt }, cancellationDocument.read(booking.cancellation_terms)),
  }
}

const problems: Record<ChangeProblem, () => AppError> = {
  not_changeable: () => wrongState(m.error_booking_change_ask_us()),
  too_late: () => wrongState(m.error_booking_change_too_late()),
  return_only: () => wrongState(m.error_booking_change_return_only()),
  dates_invalid: () => new AppError('rental_dates_invalid', { message: m.error_booking_change_dates() }),
}

const wrongState = (message: string) => new AppError('booking_wrong_state', { message })

function refuseProblem(problem: ChangeProblem | undefined): void {
  if (problem) throw problems[problem]()
}

/** What was paid must be exactly the price: only then is the difference what is due or goes back. */
async function requirePaid(tx: Db, { id, final_amount }: BookingRow): Promise<void> {
  if (!(await isExactlyPaid(tx, { type: 'booking', id, amount: final_amount })))
    throw problems.not_changeable()
}

/** Writes the change; refuses a car that is taken or not covered, and a licence that ends before the new return. */
async function make(tx: Db, { booking, period, price }: Plan, now: Date): Promise<StoredBooking> {
  const hadDriver = !(await lacksDriver(tx, booking.id))
  const snapshot = priceSnapshot(price)
  const moved = await moveRental(tx, { booking, period, price, snapshot, now }).catch(refuseTakenCar)
  if (!moved) throw new AppError('changed_meanwhile')
  if (hadDriver && (await lacksDriver(tx, booking.id))) throw new AppError('driver_licence_ends')
  return moved
}

function shown({ booking, price, due }: Plan): ChangePreview {
  const { dailyRules: _, discountRule: __, fewestDays: ___, ...prices } = price
  return {
    ...prices,
    bookedAmount: booking.final_amount,
    due,
    refund: Math.max(0, booking.final_amount - price.finalAmount),
    updatedAt: booking.updated_at.toISOString(),
  }
}
