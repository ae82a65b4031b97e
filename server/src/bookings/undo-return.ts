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
import { withdrawReturnReport } from './condition/condition-report-store.ts'
import { type DepositRow, findDepositOf, lockBooking, reopenDeposit } from './deposit/deposit-store.ts'
import { findKeptParts } from './deposit/kept-part-store.ts'
import { releasePart, withdrawCharge } from './deposit/release-deposit.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { findDisputes } from './disputes/dispute-store.ts'
import { notifyCustomer } from './notify-customer.ts'
import { showPriceUnpaid } from './owed/unpaid-price.ts'
import { isUnderWay, wasHandedOverSince } from './rented-car-store.ts'
import { moveBackOrThrow } from './revive-booking-store.ts'

type Undoing = { bookingId: string; accountId: string; note: string; now: Date }

/**
 * Takes the return of a car back within a day: the rental goes on, or, where it had ended before, has no return again. What the return charged is charged no more, what it kept
 * of the deposit is held again, and a deposit that was to go back stays. The report and its paper are kept as withdrawn. The
 * payments and the car are locked.
 */
export async function undoReturn(
  tx: Db,
  { bookingId, accountId, note, now }: Undoing,
  drawReferences: () => readonly string[],
): Promise<void> {
  await lockBooking(tx, bookingId)
  const booking = await findBooking(tx, bookingId)
  if (!booking?.handover || !booking.handover_return) throw new AppError('booking_wrong_state')
  const handover = handoverDocument.read(booking.handover)
  const returned = returnDocument.read(booking.handover_return)
  const { since, before } = await requireUndoable(tx, booking, now)
  const by = { bookingId, accountId, now }
  const refusal = m.error_undo_return_deposit_sent
  const deposit = await holdDepositAgain(tx, { ...by, since, reason: note, refusal })
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
  const move = {
    ...by,
    move: before === 'active' ? 'undoReturn' : 'undoLateReturn',
    by: 'staff',
    note: withdrawnReturnDocument.write({ reason: note, returned }),
    set: { handover_return: null, returned_at: null, extra_charges: 0 },
  } as const
  const goesOn = await moveBackOrThrow(tx, move, drawReferences)
  await showPriceUnpaid(tx, booking, now)
  await resetOdometer(tx, booking.car_id, { from: returned, to: handover })
  // The return of an earlier rental says nothing about a car that is out again.
  if (goesOn.status === 'active' || !(await isUnderWay(tx, booking.car_id)))
    await moveCarTo(tx, booking.car_id, booking.pickup_location, now)
  if (goesOn.status === 'completed' && deposit?.settled_at === null)
    await startReturnOfDeposit(tx, goesOn, { accountId, now })
  await withdrawReturnReport(tx, bookingId, now)
  await deleteDraft(tx, { bookingId, kind: 'return' })
  const facts = {
    reason: note,
    charged: booking.extra_charges,
    hasDeposit: deposit !== undefined,
    goesOn: goesOn.status === 'active',
  }
  await notifyCustomer(
    tx,
    goesOn,
    (params) => ({ kind: 'booking_return_taken_back', params: { ...params, ...facts } }),
    now,
    { event: now.toISOString() },
  )
}

/** Refuses what cannot be taken back any more, and says why; returns when the return was recorded, and of what. */
async function requireUndoable(tx: Db, booking: BookingRow, now: Date) {
  const end = await findEnd(tx, booking.id)
  const refuse = (message: string) => new AppError('booking_wrong_state', { message })
  const isReturn = end?.before === 'active' || end?.before === 'completed'
  if (!isReturn || now.getTime() > end.at.getTime() + UNDO_HOURS * 3_600_000)
    throw refuse(m.error_undo_return_too_late())
  if (await wasHandedOverSince(tx, { carId: booking.car_id, bookingId: booking.id, event: end.id }))
    throw refuse(m.error_undo_return_car_left())
  await refuseWhileDisputed(tx, booking.id, m.error_undo_return_disputed)
  return { since: end.at, before: end.before }
}

/** Disputes name what was charged or kept, and their decision corrects it. */
export async function refuseWhileDisputed(tx: Db, bookingId: string, refusal: () => string): Promise<void> {
  const disputes = await findDisputes(tx, bookingId)
  if (disputes.some(({ fine_id }) => fine_id === null))
    throw new AppError('booking_wrong_state', { message: refusal() })
}

type Holding = {
  bookingId: string
  accountId: string
  now: Date
  /** When the rental ended, which is taken back. */
  since: Date
  reason: string
  /** What staff is told where some of it was sent. */
  refusal: () => string
}

/** Holds the deposit as it was before the rental ended: what was to go back since, and what was kept. */
export async function holdDepositAgain(
  tx: Db,
  { bookingId, accountId, now, since, reason, refusal }: Holding,
): Promise<DepositRow | undefined> {
  const settled = await findDepositOf(tx, bookingId)
  if (!settled) return undefined
  const payable = { payableType: 'deposit', payableId: settled.id } as const
  if (!(await withdrawRefunds(tx, payable, { since, accountId, now })))
    throw new AppError('booking_wrong_state', { message: refusal() })
  if (!settled.settled_at || settled.settled_at >= since) await reopenDeposit(tx, settled.id)
  const deposit = await findDepositOf(tx, bookingId)
  if (!deposit) return undefined
  for (const part of (await findKeptParts(tx, deposit.id)).toReversed()) {
    const amount = part.amount - part.released
    if (amount > 0 && part.kept_at >= since)
      await releasePart(tx, { deposit, part, amount, bookingId, reason, accountId, now })
  }
  return deposit
}
