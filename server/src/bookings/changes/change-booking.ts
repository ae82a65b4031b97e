import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { type Booking, customerDocument } from '@twende/contract/bookings/booking.ts'
import { type ChangeProblem, changedPrice, changeProblem } from '@twende/contract/bookings/booking-change.ts'
import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { freeUntil } from '@twende/contract/bookings/cancellation.ts'
import { cancellationDocument } from '@twende/contract/bookings/cancellation-policy.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import {
  type ChangePreview,
  type UnpaidChange,
  unpaidChangeDocument,
} from '@twende/contract/bookings/change-record.ts'
import { extrasForDays, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { priceSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { bookedTermsDocument } from '@twende/contract/bookings/rental-terms.ts'
import { type Payment, PaymentStatus } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { inTransaction, tryOut } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { hirerWithAccount, requireNotRefused } from '../../drivers/refusal-list.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { requireCollectable } from '../../payments/collections/open-payment.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { openAddition, pollEarlierAddition } from '../../payments/collections/start-payment.ts'
import { isExactlyPaid } from '../../payments/ledger/post-payment.ts'
import { readPayment } from '../../payments/read-payment.ts'
import { refundWayOf } from '../../payments/refunds/list-refunds.ts'
import { priceRulesOf } from '../../prices/read-prices.ts'
import type { BookedPrice } from '../booking-draft.ts'
import { type BookingRow, findBooking, lacksDriver } from '../booking-read-store.ts'
import { refuseTakenCar, type StoredBooking } from '../booking-store.ts'
import { findReports } from '../condition/condition-report-store.ts'
import { amountOfDeposit, excessOfDeposit, lockDepositToChange } from '../deposit/change-deposit.ts'
import { releaseExpiredHolds } from '../expire-holds.ts'
import { sumFinesOf } from '../fines/fine-store.ts'
import { notTooDear, refuseTooShort, storedPrice } from '../price-of-rental.ts'
import { readBooking } from '../read-bookings.ts'
import { lockCars } from '../rented-car-store.ts'
import { carToStore, finishChange, moveRental, type OtherCar, periodOf } from './make-change.ts'

type ChangeDeps = Parameters<typeof openAddition>[1] & Pick<AppDeps, 'tokenSecret'>

type Choice = {
  bookingId: string
  accountId: string
  period: RentalPeriod
  /** The car that it is to have; its own where none is chosen. */
  carId?: string | undefined
}

/** What a change would cost or give back; refuses what `changeBooking` would refuse. Changes nothing. */
export function previewChange(deps: ChangeDeps, choice: Choice): Promise<ChangePreview> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const plan = await planChange(tx, deps, choice, now)
    if (plan.due > 0) requireCollectable(plan.due)
    await tryOut(tx, () => make(tx, plan, now))
    return shown(tx, plan)
  })
}

type Change = Choice & {
  /** The price that was shown, and the deposit. */
  finalAmount: number
  deposit: number | undefined
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
    booking: await readBooking(deps, bookingId),
    payment: madeId === bookingId ? null : await readPayment(deps.db, madeId),
  }
}

/** Returns the id of the booking that was changed, or of the payment that is asked for. */
async function changeOrAsk(tx: Db, deps: ChangeDeps, change: Change): Promise<string> {
  const now = deps.clock.now()
  const { bookingId, accountId, phone } = change
  const plan = await planChange(tx, deps, change, now)
  const { booking, price, due, other } = plan
  if (booking.updated_at.toISOString() !== change.updatedAt) throw new AppError('changed_meanwhile')
  const isShown = change.deposit === undefined || change.deposit === (await depositAfter(tx, plan))
  if (change.finalAmount !== price.finalAmount || !isShown)
    throw new AppError('price_changed', { data: { change: await shown(tx, plan) } })
  if (due === 0) {
    const moved = await make(tx, plan, now)
    await finishChange(tx, { before: booking, moved, now })
    return bookingId
  }
  if (phone === undefined) throw new AppError('invalid', { message: m.validation_required_fields() })
  await tryOut(tx, () => make(tx, plan, now))
  const asked: UnpaidChange = {
    from: periodOf(booking),
    to: { ...plan.period, finalAmount: price.finalAmount },
    price: priceSnapshot(price),
    car: other
      ? { from: booking.car_id, to: other.car._id, pricePerDay: price.pricePerDay, ...other.terms }
      : null,
  }
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
  return (
    one.car?.to === other.car?.to &&
    fields.every((field) => one.from[field] === other.from[field] && one.to[field] === other.to[field])
  )
}

type Plan = {
  booking: BookingRow
  period: RentalPeriod
  price: BookedPrice
  due: number
  /** Undefined where the car stays. */
  other: OtherCar | undefined
}

/** Locks what a change of a booking needs, payments and cars, and prices it; refuses what the rules do not allow. */
async function planChange(tx: Db, deps: ChangeDeps, choice: Choice, now: Date): Promise<Plan> {
  const { bookingId, accountId, period } = choice
  const named = await findBooking(tx, bookingId, accountId)
  if (!named) throw new AppError('booking_not_found')
  const isOtherCar = choice.carId !== undefined && choice.carId !== named.car_id
  const carId = choice.carId ?? named.car_id
  await requireNotRefused(tx, deps, await hirerOf(tx, named), 'customer')
  const car = await carToStore(tx, carId)
  await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  if (isOtherCar) await requireChangeableCar(tx, bookingId)
  const locked = (await lockCars(tx, [named.car_id, carId])).get(carId)
  if (!locked?.available || locked.retired_at) throw new AppError('car_unavailable')
  await releaseExpiredHolds(tx, carId, now)
  const booking = await findBooking(tx, bookingId, accountId)
  if (booking?.car_id !== named.car_id) throw new AppError('changed_meanwhile')
  refuseProblem(changeProblem(changedBooking(booking), period, now, { isOtherCar }))
  await requirePaid(tx, booking)
  const rules = await priceRulesOf(tx, { carId, category: car.category })
  const inForce = { pricePerDay: locked.price_per_day, rules }
  const ofDays = isOtherCar
    ? rentalPrice(inForce.pricePerDay, period.startDate, period.endDate, rules)
    : changedPrice(bookedPrice(booking), period, inForce)
  refuseTooShort(ofDays)
  const extras = extrasForDays(readBookedExtras(booking.extras), ofDays.totalDays)
  const price = notTooDear(withExtras(ofDays, extras))
  const { deposit, kmPerDay } = car
  const other = isOtherCar ? { car, terms: { deposit, kmPerDay } } : undefined
  return { booking, period, price, due: Math.max(0, price.finalAmount - booking.final_amount), other }
}

/** Refuses another car once staff has begun to hand this one over, and while the deposit of this one is being paid. */
async function requireChangeableCar(tx: Db, bookingId: string): Promise<void> {
  if ((await findReports(tx, bookingId)).length > 0) throw problems.not_changeable()
  if (!(await lockDepositToChange(tx, bookingId))) throw wrongState(m.error_booking_change_deposit_asked())
}

function hirerOf(tx: Db, { account_id, customer_info, payer_phone }: BookingRow) {
  const { phone, licenseNumber } = customerDocument.read(customer_info)
  return hirerWithAccount(tx, account_id, { phones: [phone, payer_phone], licences: [licenseNumber] })
}

function bookedPrice(booking: BookingRow) {
  return {
    startDate: booking.start_date,
    pricePerDay: booking.price_per_day,
    snapshot: storedPrice(booking),
  }
}

/** What the rules of changes ask of a booking. */
export function changedBooking(booking: BookingRow) {
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

export function refuseProblem(problem: ChangeProblem | undefined): void {
  if (problem) throw problems[problem]()
}

/** What was paid must be exactly the price, and the fines: only then is the difference what is due or goes back. */
async function requirePaid(tx: Db, { id, final_amount }: BookingRow): Promise<void> {
  const amount = final_amount + (await sumFinesOf(tx, id))
  if (!(await isExactlyPaid(tx, { type: 'booking', id, amount }))) throw problems.not_changeable()
}

/** Writes the change; refuses a car that is taken or not covered, and a licence that ends before the new return. */
async function make(tx: Db, { booking, period, price, other }: Plan, now: Date): Promise<StoredBooking> {
  const hadDriver = !(await lacksDriver(tx, booking.id))
  const move = { booking, period, price, snapshot: priceSnapshot(price), other, now }
  const moved = await moveRental(tx, move).catch(refuseTakenCar)
  if (!moved) throw new AppError('changed_meanwhile')
  if (hadDriver && (await lacksDriver(tx, booking.id))) throw new AppError('driver_licence_ends')
  return moved
}

async function depositAfter(tx: Db, { booking, other }: Plan): Promise<number> {
  return other ? other.terms.deposit : amountOfDeposit(tx, booking.id)
}

async function shown(tx: Db, plan: Plan): Promise<ChangePreview> {
  const { booking, price, due, other } = plan
  const { dailyRules: _, discountRule: __, fewestDays: ___, ...prices } = price
  const deposit = await depositAfter(tx, plan)
  const { kmPerDay } = bookedTermsDocument.read(booking.rental_terms)
  return {
    ...prices,
    bookedAmount: booking.final_amount,
    due,
    refund: Math.max(0, booking.final_amount - price.finalAmount),
    refundWay: await refundWayOf(tx, [booking.id]),
    carName: other?.car.name ?? carSnapshotDocument.read(booking.car_snapshot).name,
    deposit,
    kmPerDay: other?.terms.kmPerDay ?? kmPerDay,
    bookedDeposit: await amountOfDeposit(tx, booking.id),
    bookedKmPerDay: kmPerDay,
    depositRefund: other ? await excessOfDeposit(tx, booking.id, deposit) : 0,
    updatedAt: booking.updated_at.toISOString(),
  }
}
