import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import { extraKilometres, MOST_CHARGED } from '@twende/contract/bookings/condition/charges.ts'
import type { ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { readingProblem } from '@twende/contract/bookings/condition/odometer-reading.ts'
import { bookedTermsDocument } from '@twende/contract/bookings/rental-terms.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import { correctOdometer, refuseUnlikelyReading } from '../../cars/save-car.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { charge } from '../../payments/ledger/postings.ts'
import { writeHistory } from '../booking-history-store.ts'
import { type BookingRow, findBooking } from '../booking-read-store.ts'
import { lockDeposit } from '../deposit/keep-deposit.ts'
import { withdrawCharge } from '../deposit/release-deposit.ts'
import { findDisputes } from '../disputes/dispute-store.ts'
import { carOfBooking, lockCar } from '../rented-car-store.ts'
import { findReadingsAround, insertReadingCorrection, setReading } from './condition-report-store.ts'

type Correcting = {
  bookingId: string
  accountId: string
  kind: ReportKind
  km: number
  /** Somebody looked again at kilometres that do not fit the readings before and after. */
  kmConfirmed: boolean
  reason: string
}

/**
 * Corrects the kilometres that a handover or return has. What was charged for kilometres becomes what the terms of the
 * booking say of the right ones: what is too much goes back, what is missing is owed. The odometer follows where this was
 * its last reading, and with it the service plan.
 */
export async function correctReading(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, kind, km, kmConfirmed, reason }: Correcting,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const carId = await carOfBooking(tx, bookingId)
    if (carId === undefined) throw new AppError('booking_not_found')
    await lockCar(tx, carId)
    const booking = await findBooking(tx, bookingId)
    const before = booking && readingsOf(booking)
    const wrong = before?.[kind]
    if (!booking || !wrong) throw new AppError('booking_wrong_state')
    if (wrong.km === km) throw new AppError('invalid', { message: m.error_reading_same() })
    const corrected = { km, at: new Date(wrong.at) }
    if (!kmConfirmed) await refuseUnlikely(tx, { carId, bookingId, kind }, corrected)
    const id = uuidv7()
    await correctOdometer(tx, carId, { from: wrong.km, ...corrected })
    const set = await correctedSet(tx, booking, { kind, km })
    await setReading(tx, { bookingId, set: set.columns, now })
    await insertReadingCorrection(tx, {
      id,
      booking_id: bookingId,
      kind,
      km_before: wrong.km,
      km_after: km,
      reason,
      corrected_by: accountId,
      corrected_at: now,
    })
    const numbers = { before: wrong.km.toLocaleString('en-KE'), after: km.toLocaleString('en-KE'), reason }
    const note =
      kind === 'handover' ? m.booking_note_reading_left(numbers) : m.booking_note_reading_back(numbers)
    await writeHistory(tx, [booking], { by: 'staff', accountId, now, event: 'correctReading', note })
    const key = `reading ${id} corrected`
    if (set.added > 0)
      await charge(tx, {
        payable: { type: 'booking', id: bookingId },
        amount: set.added,
        key,
        at: now,
        actor: accountId,
      })
    if (set.added < 0)
      await withdrawCharge(tx, {
        bookingId,
        deposit,
        amount: -set.added,
        reason,
        occasion: id,
        why: 'reading_corrected',
        key,
        accountId,
        now,
      })
  })
}

/** Asks again, with both numbers, where a correction is as unlikely as a reading would be. */
async function refuseUnlikely(
  tx: Db,
  named: { carId: string; bookingId: string; kind: ReportKind },
  corrected: { km: number; at: Date },
): Promise<void> {
  const { before, after } = await findReadingsAround(tx, { ...named, at: corrected.at })
  refuseUnlikelyReading(before, corrected)
  if (!after || !readingProblem(corrected, after)) return
  const [next, km] = [after.km.toLocaleString('en-KE'), corrected.km.toLocaleString('en-KE')]
  throw new AppError('reading_unlikely', { message: m.error_reading_before_next({ next, km }) })
}

function readingsOf({ handover, handover_return }: BookingRow) {
  return {
    handover: handover === null ? undefined : handoverDocument.read(handover),
    return: handover_return === null ? undefined : returnDocument.read(handover_return),
  }
}

type Corrected = {
  columns: Parameters<typeof setReading>[1]['set']
  /** Shillings by which the charges rise; negative where they fall. */
  added: number
}

/** What the booking stores after the correction, and what its charges change by. */
async function correctedSet(
  tx: Db,
  booking: BookingRow,
  { kind, km }: { kind: ReportKind; km: number },
): Promise<Corrected> {
  const before = readingsOf(booking)
  const handover = before.handover && (kind === 'handover' ? { ...before.handover, km } : before.handover)
  const back = before.return && (kind === 'return' ? { ...before.return, km } : before.return)
  const changed = kind === 'handover' && handover ? { handover: handoverDocument.write(handover) } : {}
  if (!back) {
    if (!handover) throw new AppError('booking_wrong_state')
    return { columns: { handover: handoverDocument.write(handover) }, added: 0 }
  }
  const charges = await chargesWithKilometres(tx, booking, { handover, back })
  return {
    columns: {
      ...changed,
      handover_return: returnDocument.write({ ...back, charges: charges.lines }),
      extra_charges: booking.extra_charges + charges.added,
    },
    added: charges.added,
  }
}

type Readings = ReturnType<typeof readingsOf>
type Back = NonNullable<Readings['return']>

/** The charges with that for kilometres as the terms say; one about which the customer disputes is not changed so. */
async function chargesWithKilometres(
  tx: Db,
  booking: BookingRow,
  { handover, back }: { handover: Readings['handover']; back: Back },
): Promise<{ lines: Back['charges']; added: number }> {
  const terms = bookedTermsDocument.read(booking.rental_terms)
  const facts = { terms, totalDays: booking.total_days, handover: handover ?? null, returned: back }
  const kilometres = extraKilometres(facts)
  const amount = Math.min(kilometres * terms.extraKmRate, MOST_CHARGED)
  const place = back.charges.findIndex((line) => line.kind === 'kilometres')
  const charged = back.charges[place]
  const added = amount - (charged?.amount ?? 0)
  if (added === 0) return { lines: back.charges, added }
  const disputes = await findDisputes(tx, booking.id)
  if (charged && disputes.some((dispute) => dispute.charge === place))
    throw new AppError('booking_wrong_state', { message: m.error_reading_disputed() })
  const line = { kind: 'kilometres', what: '', amount, quantity: kilometres, markId: null } as const
  if (!charged) return { lines: [...back.charges, line], added }
  // Disputes name charges by their place, which therefore stays.
  const isGone = amount === 0 && !disputes.some((dispute) => dispute.charge !== null)
  return {
    lines: isGone ? back.charges.toSpliced(place, 1) : back.charges.with(place, line),
    added,
  }
}
