import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import type { Charge } from '@twende/contract/bookings/condition/charges.ts'
import type { ReportInput } from '@twende/contract/bookings/condition/condition-report.ts'
import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { DeskPayment, SettledBy } from '@twende/contract/payments/desk-payment.ts'
import { moveCarTo, recordKilometres } from '../cars/save-car.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { requireDriver } from '../drivers/read-drivers.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import {
  dayOfDeskMoney,
  lockParts,
  recordStaffPayment,
} from '../payments/collections/record-staff-payment.ts'
import { charge } from '../payments/ledger/postings.ts'
import { requestAgreement } from './agreements/request-agreement.ts'
import { countWithdrawnReturns } from './booking-history-store.ts'
import { type BookingRow, findBooking } from './booking-read-store.ts'
import { moveBookingOrThrow, type StoredBooking } from './booking-store.ts'
import { requireHirerNotRefused } from './condition/begin-report.ts'
import { completeConditionReport } from './condition/complete-report.ts'
import { findDepositOf } from './deposit/deposit-store.ts'
import { keepWhatIsOwed } from './deposit/keep-deposit.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { lockDepositParts, requireDeposit } from './deposit/take-deposit.ts'
import { giveBackCredit, requireRentalPaid } from './owed/unpaid-price.ts'
import { carOfBooking, isUnderWay, lockCar } from './rented-car-store.ts'

type HandoverDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'tokenSecret'>

/** What staff notes of a car when it leaves and when it returns. */
type CarCondition = {
  km: number
  /** Somebody looked again at unlikely kilometres. */
  kmConfirmed?: boolean
  fuel: number
  note: string
  report?: ReportInput | undefined
}

type HandingOver = { bookingId: string; accountId: string; condition: CarCondition }

/** Gives the customer the car of a confirmed booking; refused while a deposit is due, or nobody is approved to drive. */
export async function handOverCar(
  deps: HandoverDeps,
  { bookingId, accountId, condition }: HandingOver,
  idempotency: Idempotency,
): Promise<void> {
  const { report, kmConfirmed = false, ...state } = condition
  const before = await findBooking(deps.db, bookingId)
  await idempotency.transaction(async (tx) => {
    const parts = await lockDepositParts(tx, bookingId)
    const lockedCarId = await lockCarOf(tx, bookingId)
    const now = deps.clock.now()
    const signedAt = signedBetween(report, before?.created_at, now)
    await recordKilometres(tx, lockedCarId, { km: state.km, at: signedAt, isConfirmed: kmConfirmed })
    await requireDeposit(tx, { bookingId, accountId, parts, now })
    await requireRentalPaid(tx, bookingId)
    await requireDriver(tx, bookingId)
    if (before) await requireHirerNotRefused(tx, deps, before)
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
  chargesPayment?: (Omit<DeskPayment, 'paidBy'> & { paidBy: SettledBy }) | undefined
}

/**
 * Takes the car of a booking under way back and completes the booking; charges beyond the rental are kept as paid. Records
 * also the return of a rental that was completed without one.
 */
export async function returnCar(
  deps: HandoverDeps,
  { bookingId, accountId, condition, charges = [], chargesPayment }: Returning,
  idempotency: Idempotency,
): Promise<void> {
  const { report, kmConfirmed = false, ...state } = condition
  const extra = charges.reduce((sum, { amount }) => sum + amount, 0)
  const handover = handoverOf(await findBooking(deps.db, bookingId))
  await idempotency.transaction(async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, chargesPayment?.code ?? '')
    await lockDepositParts(tx, bookingId)
    const lockedCarId = await lockCarOf(tx, bookingId)
    const now = deps.clock.now()
    const left = handover && { km: handover.km, at: new Date(handover.at) }
    const signedAt = signedBetween(report, left?.at, now)
    await recordKilometres(tx, lockedCarId, { km: state.km, at: signedAt, isConfirmed: kmConfirmed }, left)
    const booking = await moveBookingOrThrow(tx, {
      bookingId,
      move: isNotReturned(await findBooking(tx, bookingId)) ? 'takeBackLate' : 'takeBack',
      by: 'staff',
      accountId,
      now,
      set: {
        extra_charges: extra,
        handover_return: returnDocument.write({
          ...state,
          charges: [...charges],
          chargesPaidBy: extra > 0 ? (chargesPayment?.paidBy ?? null) : null,
          chargesNote: [chargesPayment?.note, chargesPayment?.code].filter(Boolean).join(', '),
          chargesPaidOn: extra > 0 && chargesPayment ? await dayPaid(tx, chargesPayment, now) : null,
          at: signedAt.toISOString(),
        }),
      },
    })
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
    // The return of an earlier rental says nothing about a car that is out again.
    if (!(await isUnderWay(tx, booking.car_id)))
      await moveCarTo(tx, booking.car_id, booking.dropoff_location, now)
    await startReturnOfDeposit(tx, booking, { accountId, now })
    if (extra > 0 && chargesPayment)
      await chargeAtReturn(tx, { booking, amount: extra, payment: chargesPayment, accountId, now })
    await giveBackCredit(tx, bookingId, now)
    if (handover) await requestAgreement(tx, deps, { bookingId, kind: 'return', staffId: accountId }, now)
    return bookingId
  })
}

/** When the charges of a return are paid; null where they are owed. */
async function dayPaid(tx: Db, payment: ChargingAtReturn['payment'], now: Date): Promise<Day | null> {
  if (payment.paidBy === 'none') return null
  return payment.paidBy === 'deposit' ? nairobiDay(now) : dayOfDeskMoney(tx, payment, now)
}

type ChargingAtReturn = {
  booking: StoredBooking
  amount: number
  payment: Omit<DeskPayment, 'paidBy'> & { paidBy: SettledBy }
  accountId: string
  now: Date
}

/** Charges what a return costs. It is paid at the desk, kept from the deposit as far as that goes, or owed. */
async function chargeAtReturn(tx: Db, charging: ChargingAtReturn): Promise<void> {
  const { booking, amount, payment, accountId, now } = charging
  const payable = { type: 'booking', id: booking.id }
  const taken = await countWithdrawnReturns(tx, booking.id)
  const again = taken === 0 ? '' : ` ${taken + 1}`
  await charge(tx, { payable, amount, key: `booking ${booking.id} charged at return${again}`, at: now })
  const { paidBy, code, note, paidOn } = payment
  if (paidBy === 'deposit') {
    const deposit = await findDepositOf(tx, booking.id)
    if (deposit) await keepWhatIsOwed(tx, { bookingId: booking.id, deposit, accountId, now })
  } else if (paidBy !== 'none') {
    const of = { payableType: 'booking', payableId: booking.id, accountId: booking.account_id } as const
    await recordStaffPayment(tx, { ...of, amount, takenBy: accountId, paidBy, code, note, paidOn }, now)
  }
}

/** Locks the car before its booking, as everywhere. */
async function lockCarOf(tx: Db, bookingId: string): Promise<string> {
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) throw new AppError('booking_not_found')
  await lockCar(tx, carId)
  return carId
}

/** Whether a rental is completed, though nobody recorded the return of its car, which is locked. */
function isNotReturned(booking: BookingRow | undefined): boolean {
  return booking?.status === 'completed' && booking.handover !== null && booking.handover_return === null
}

function handoverOf(booking: BookingRow | undefined) {
  return booking?.handover ? handoverDocument.read(booking.handover) : undefined
}

/** When a report was signed, by the device's clock; now, where that cannot be true. */
function signedBetween(report: ReportInput | undefined, earliest: Date | undefined, now: Date): Date {
  const signedAt = report ? new Date(report.signedAt) : now
  return signedAt > now || (earliest && signedAt < earliest) ? now : signedAt
}
