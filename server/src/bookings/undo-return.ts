import {
  handoverDocument,
  returnDocument,
  withdrawnReturnDocument,
} from '@twende/contract/bookings/admin-booking.ts'
import { UNDO_HOURS } from '@twende/contract/bookings/booking-status.ts'
import { m } from '@twende/messages'
import { moveCarTo, resetOdometer } from '../cars/save-car.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { withdrawRefunds } from '../payments/refunds/create-refund.ts'
import { deleteDraft } from './agreements/agreement-store.ts'
import { findEnd } from './booking-history-store.ts'
import { type BookingRow, findBooking } from './booking-read-store.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { withdrawReturnReport } from './condition/condition-report-store.ts'
import { type DepositRow, findDepositOf, lockBooking, reopenDeposit } from './deposit/deposit-store.ts'
import { findKeptParts } from './deposit/kept-part-store.ts'
import { releasePart, withdrawCharge } from './deposit/release-deposit.ts'
import { findDisputes } from './disputes/dispute-store.ts'
import { notifyCustomer } from './notify-customer.ts'
import { showPriceUnpaid } from './owed/unpaid-price.ts'
import { wasHandedOverSince } from './rented-car-store.ts'

type Undoing = { bookingId: string; accountId: string; note: string; now: Date }

/**
 * Takes the return of a car back within a day: the rental goes on. What the return charged is charged no more, what it kept
 * of the deposit is held again, and a deposit that was to go back stays. The report and its paper are kept as withdrawn. The
 * payments and the car are locked.
 */
export async function undoReturn(tx: Db, { bookingId, accountId, note, now }: Undoing): Promise<void> {
  await lockBooking(tx, bookingId)
  const booking = await findBooking(tx, bookingId)
  if (!booking?.handover || !booking.handover_return) throw new AppError('booking_wrong_state')
  const handover = handoverDocument.read(booking.handover)
  const returned = returnDocument.read(booking.handover_return)
  const since = await requireUndoable(tx, booking, now)
  const by = { bookingId, accountId, now }
  const deposit = await holdDepositAgain(tx, { ...by, since, reason: note })
  if (booking.extra_charges > 0)
    await withdrawCharge(tx, {
      ...by,
      deposit,
      amount: booking.extra_charges,
      reason: note,
      occasion: `return of ${bookingId} taken back at ${now.toISOString()}`,
      why: 'return_taken_back',
      key: `return of ${bookingId} taken back at ${now.toISOString()}`,
    })
  const goesOn = await moveBookingOrThrow(tx, {
    ...by,
    move: 'undoReturn',
    by: 'staff',
    note: withdrawnReturnDocument.write({ reason: note, returned }),
    set: { handover_return: null, returned_at: null, extra_charges: 0 },
  })
  await showPriceUnpaid(tx, booking, now)
  await resetOdometer(tx, booking.car_id, { from: returned, to: handover })
  await moveCarTo(tx, booking.car_id, booking.pickup_location, now)
  await withdrawReturnReport(tx, bookingId, now)
  await deleteDraft(tx, { bookingId, kind: 'return' })
  const facts = { reason: note, charged: booking.extra_charges, hasDeposit: deposit !== undefined }
  await notifyCustomer(
    tx,
    goesOn,
    (params) => ({ kind: 'booking_return_taken_back', params: { ...params, ...facts } }),
    now,
    { event: now.toISOString() },
  )
}

/** Refuses what cannot be taken back any more, and says why; returns when the return was recorded. */
async function requireUndoable(tx: Db, booking: BookingRow, now: Date): Promise<Date> {
  const end = await findEnd(tx, booking.id)
  const refuse = (message: string) => new AppError('booking_wrong_state', { message })
  if (end?.before !== 'active' || now.getTime() > end.at.getTime() + UNDO_HOURS * 3_600_000)
    throw refuse(m.error_undo_return_too_late())
  if (await wasHandedOverSince(tx, { carId: booking.car_id, bookingId: booking.id, event: end.id }))
    throw refuse(m.error_undo_return_car_left())
  const disputes = await findDisputes(tx, booking.id)
  if (disputes.some(({ fine_id }) => fine_id === null)) throw refuse(m.error_undo_return_disputed())
  return end.at
}

type Holding = { bookingId: string; accountId: string; now: Date; since: Date; reason: string }

/** Holds all of the deposit as before the return: what was to go back, and what was kept. */
async function holdDepositAgain(
  tx: Db,
  { bookingId, accountId, now, since, reason }: Holding,
): Promise<DepositRow | undefined> {
  const settled = await findDepositOf(tx, bookingId)
  if (!settled) return undefined
  const payable = { payableType: 'deposit', payableId: settled.id } as const
  if (!(await withdrawRefunds(tx, payable, { since, accountId, now })))
    throw new AppError('booking_wrong_state', { message: m.error_undo_return_deposit_sent() })
  await reopenDeposit(tx, settled.id)
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) return undefined
  for (const part of (await findKeptParts(tx, deposit.id)).toReversed()) {
    const amount = part.amount - part.released
    if (amount > 0) await releasePart(tx, { deposit, part, amount, bookingId, reason, accountId, now })
  }
  return deposit
}
