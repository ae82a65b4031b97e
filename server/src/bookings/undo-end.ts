import { UNDO_HOURS } from '@twende/contract/bookings/booking-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { sumPaidFor } from '../payments/ledger/post-payment.ts'
import { withdrawRefunds } from '../payments/refunds/create-refund.ts'
import { drawReferences } from './booking-draft.ts'
import { findEnd } from './booking-history-store.ts'
import { type BookingRow, findBooking } from './booking-read-store.ts'
import type { StoredBooking } from './booking-store.ts'
import { findDepositOf, lockBooking } from './deposit/deposit-store.ts'
import { holdParts, lockDepositParts } from './deposit/take-deposit.ts'
import { releaseExpiredHolds } from './expire-holds.ts'
import { notifyCustomer } from './notify-customer.ts'
import { applyCredit, chargePrice, showPriceUnpaid } from './owed/unpaid-price.ts'
import { lockCar } from './rented-car-store.ts'
import { moveBackOrThrow } from './revive-booking-store.ts'
import { holdDepositAgain, refuseWhileDisputed, undoReturn } from './undo-return.ts'

type Undoing = { bookingId: string; accountId: string; note: string }

/**
 * Takes a cancellation, a no-show, a return or a completion without a handover back within a day, while the car is free and no
 * money was sent: the booking is confirmed again, or its rental goes on, and what was to go back is kept.
 */
export async function undoEnd(
  { db, clock, random }: Pick<AppDeps, 'db' | 'clock' | 'random'>,
  { bookingId, accountId, note }: Undoing,
): Promise<void> {
  const draw = () => drawReferences(random)
  await inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    await lockDepositParts(tx, bookingId)
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    await lockCar(tx, booking.car_id)
    // After the locks: it is later than everything that this takes back.
    const now = clock.now()
    await releaseExpiredHolds(tx, booking.car_id, now)
    if (booking.status === 'completed' && booking.handover !== null)
      return undoReturn(tx, { bookingId, accountId, note, now }, draw)
    await requireUndoable(tx, booking, now)
    const by = { bookingId, accountId, by: 'staff', now, note } as const
    if (booking.status === 'completed') return undoCompletion(tx, by, draw)
    await withdrawMoney(tx, booking, { accountId, now })
    const set = {
      cancelled_at: null,
      cancelled_by: null,
      cancellation_reason: '',
      no_show: false,
      hold_expires_at: null,
      payment_status: await paymentStatusOf(tx, booking),
    }
    const restored = await moveBackOrThrow(tx, { ...by, move: 'undoCancel', set }, draw)
    await chargePrice(tx, restored, { accountId, now })
    await applyCredit(tx, bookingId, now)
    await holdDepositParts(tx, bookingId, { accountId, now })
    await notifyCustomer(tx, restored, (params) => ({ kind: 'booking_confirmed', params }), now, {
      event: now.toISOString(),
    })
  })
}

type Completion = Undoing & { by: 'staff'; now: Date }

/** A completion without a handover ends, and the deposit is held as it was before: what was to go back since, and what was kept. */
async function undoCompletion(
  tx: Db,
  by: Completion,
  drawReferences: () => readonly string[],
): Promise<void> {
  const { bookingId, accountId, now, note: reason } = by
  await lockBooking(tx, bookingId)
  await refuseWhileDisputed(tx, bookingId, m.error_undo_completion_disputed)
  const since = (await findEnd(tx, bookingId))?.at ?? now
  const refusal = m.error_undo_completion_deposit_sent
  await holdDepositAgain(tx, { bookingId, accountId, now, since, reason, refusal })
  const restored = await moveBackOrThrow(tx, { ...by, move: 'undoComplete' }, drawReferences)
  await showPriceUnpaid(tx, restored, now)
}

/** Refuses what ended more than a day ago, was never confirmed, or whose rental is over by now. */
async function requireUndoable(tx: Db, booking: BookingRow, now: Date): Promise<void> {
  const end = await findEnd(tx, booking.id)
  const isEnded = booking.status === 'cancelled' || booking.status === 'completed'
  const isUndoable =
    isEnded && end?.before === 'confirmed' && now.getTime() <= end.at.getTime() + UNDO_HOURS * 3_600_000
  if (!isUndoable) throw new AppError('booking_wrong_state', { message: m.error_undo_too_late() })
  if (booking.status === 'cancelled' && booking.ends_at <= now)
    throw new AppError('booking_wrong_state', { message: m.error_undo_over() })
}

type By = { accountId: string; now: Date }

/** What the cancellation owed back, of the price and of a deposit, is owed no more. */
async function withdrawMoney(tx: Db, booking: BookingRow, by: By): Promise<void> {
  if (!booking.cancelled_at) return
  const since = { ...by, since: booking.cancelled_at }
  const deposit = await findDepositOf(tx, booking.id)
  const isWithdrawn =
    (await withdrawRefunds(tx, { payableType: 'booking', payableId: booking.id }, since)) &&
    (!deposit || (await withdrawRefunds(tx, { payableType: 'deposit', payableId: deposit.id }, since)))
  if (!isWithdrawn) throw new AppError('booking_wrong_state', { message: m.error_undo_refund_sent() })
}

/** Parts of a deposit that were to go back with the cancellation are held: they count since then. */
async function holdDepositParts(tx: Db, bookingId: string, by: By): Promise<void> {
  const deposit = await findDepositOf(tx, bookingId)
  const parts = await lockDepositParts(tx, bookingId)
  if (deposit) await holdParts(tx, { deposit, parts, ...by })
}

async function paymentStatusOf(tx: Db, { id, final_amount }: StoredBooking): Promise<'paid' | 'pending'> {
  return (await sumPaidFor(tx, 'booking', id)) >= final_amount ? 'paid' : 'pending'
}
