import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { customerDocument } from '@twende/contract/bookings/booking.ts'
import type { Charge } from '@twende/contract/bookings/condition/charges.ts'
import type { ReportInput } from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'
import { recordKilometres } from '../cars/save-car.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { approvedLicences, requireDriver } from '../drivers/read-drivers.ts'
import { requireNotRefused } from '../drivers/refusal-list.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { lockParts, recordStaffPayment } from '../payments/collections/record-staff-payment.ts'
import { charge } from '../payments/ledger/postings.ts'
import { requestAgreement } from './agreements/request-agreement.ts'
import { type BookingRow, findBooking } from './booking-read-store.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { completeConditionReport } from './condition/complete-report.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { lockDepositParts, requireDeposit } from './deposit/take-deposit.ts'
import { carOfBooking, lockCar } from './rented-car-store.ts'

type HandoverDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'tokenSecret'>

/** What staff notes of a car when it leaves and when it returns. */
type CarCondition = { km: number; fuel: number; note: string; report?: ReportInput | undefined }

type HandingOver = { bookingId: string; accountId: string; condition: CarCondition }

/** Gives the customer the car of a confirmed booking; refused while a deposit is due, or nobody is approved to drive. */
export async function handOverCar(
  deps: HandoverDeps,
  { bookingId, accountId, condition }: HandingOver,
  idempotency: Idempotency,
): Promise<void> {
  const now = deps.clock.now()
  const { report, ...state } = condition
  const before = await findBooking(deps.db, bookingId)
  const signedAt = signedBetween(report, before?.created_at, now)
  await idempotency.transaction(async (tx) => {
    const parts = await lockDepositParts(tx, bookingId)
    const lockedCarId = await recordKilometresOf(tx, bookingId, state.km)
    await requireDeposit(tx, { bookingId, accountId, parts, now })
    await requireDriver(tx, bookingId)
    const phones = before ? [customerDocument.read(before.customer_info).phone] : []
    const hirer = { phones, licences: await approvedLicences(tx, bookingId) }
    await requireNotRefused(tx, deps, hirer, 'staff')
    const { car_id: carId } = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'handOver',
      by: 'staff',
      accountId,
      now,
      set: { handover: handoverDocument.write({ ...state, at: signedAt.toISOString() }) },
    })
    // Its customer changed the car at this very moment: the kilometres would be those of another one.
    if (carId !== lockedCarId) throw new AppError('changed_meanwhile')
    if (report) {
      const completion = {
        bookingId,
        carId,
        kind: 'handover',
        input: report,
        signedAt,
        accountId,
        now,
      } as const
      await completeConditionReport(tx, completion)
    }
    const agreement = { bookingId, kind: 'handover', staffId: accountId, language: report?.language } as const
    await requestAgreement(tx, deps, agreement, now)
    return bookingId
  })
}

type Returning = HandingOver & {
  /** What is charged beyond the rental. */
  charges?: readonly Charge[]
  chargesPaidBy?: string
}

/** Takes the car of a booking under way back and completes the booking; charges beyond the rental are kept as paid. */
export async function returnCar(
  deps: HandoverDeps,
  { bookingId, accountId, condition, charges = [], chargesPaidBy = '' }: Returning,
  idempotency: Idempotency,
): Promise<void> {
  const now = deps.clock.now()
  const { report, ...state } = condition
  const extra = charges.reduce((sum, { amount }) => sum + amount, 0)
  if (extra > 0 && chargesPaidBy === '') {
    throw new AppError('invalid', { message: m.validation_how_charges_paid() })
  }
  const handover = handoverOf(await findBooking(deps.db, bookingId))
  const signedAt = signedBetween(report, handover && new Date(handover.at), now)
  await idempotency.transaction(async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    await recordKilometresOf(tx, bookingId, state.km)
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'takeBack',
      by: 'staff',
      accountId,
      now,
      set: {
        extra_charges: extra,
        handover_return: returnDocument.write({
          ...state,
          charges: [...charges],
          chargesPaidBy,
          at: signedAt.toISOString(),
        }),
      },
    })
    if (handover && state.km < handover.km) {
      const message = m.error_booking_km_lower({ before: handover.km, after: state.km })
      throw new AppError('invalid', { message })
    }
    if (report) {
      const { car_id: carId } = booking
      const completion = {
        bookingId,
        carId,
        kind: 'return',
        input: report,
        signedAt,
        accountId,
        now,
      } as const
      await completeConditionReport(tx, completion)
    }
    await startReturnOfDeposit(tx, booking, now)
    if (extra > 0) {
      const payment = { payableType: 'booking', payableId: bookingId, accountId: booking.account_id } as const
      const payable = { type: 'booking', id: bookingId }
      await charge(tx, { payable, amount: extra, key: `booking ${bookingId} charged at return`, at: now })
      await recordStaffPayment(
        tx,
        { ...payment, amount: extra, takenBy: accountId, note: chargesPaidBy },
        now,
      )
    }
    if (handover) await requestAgreement(tx, deps, { bookingId, kind: 'return', staffId: accountId }, now)
    return bookingId
  })
}

/** Locks the car before its booking, as everywhere, and moves its odometer forward. */
async function recordKilometresOf(tx: Db, bookingId: string, km: number): Promise<string> {
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) throw new AppError('booking_not_found')
  await lockCar(tx, carId)
  await recordKilometres(tx, carId, km)
  return carId
}

function handoverOf(booking: BookingRow | undefined) {
  return booking?.handover ? handoverDocument.read(booking.handover) : undefined
}

/** When a report was signed, by the device's clock; now, where that cannot be true. */
function signedBetween(report: ReportInput | undefined, earliest: Date | undefined, now: Date): Date {
  const signedAt = report ? new Date(report.signedAt) : now
  return signedAt > now || (earliest && signedAt < earliest) ? now : signedAt
}
