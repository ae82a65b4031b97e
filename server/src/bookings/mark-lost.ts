import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { type BookingRow, findBooking } from './booking-read-store.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { lockBooking } from './deposit/deposit-store.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { lockDepositParts } from './deposit/take-deposit.ts'
import { giveBackCredit, showPriceUnpaid } from './owed/unpaid-price.ts'
import {
  carOfBooking,
  confirmLoss,
  lockCar,
  lockLoss,
  requestLoss,
  requestWithdrawalOfLoss,
  setLossWithdrawn,
} from './rented-car-store.ts'
import { holdDepositAgain, refuseWhileDisputed } from './undo-return.ts'

type Losing = { bookingId: string; accountId: string; reason: string }

/**
 * Declares the car of a rental under way lost, which ends the rental: `requested` when this is the first of the two people
 * that it takes. The car is given to nobody until its return is recorded.
 */
export async function markLost(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason }: Losing,
): Promise<'lost' | 'requested'> {
  return inTransaction(db, async (tx) => {
    const booking = await lockRental(tx, bookingId)
    const now = clock.now()
    if (booking?.status !== 'active') throw new AppError('booking_wrong_state')
    const request = await requestLoss(tx, { bookingId, reason, accountId, now })
    if (request.requested_by === accountId) {
      if (!request.isNew) throw new AppError('loss_needs_second_person')
      return 'requested'
    }
    await confirmLoss(tx, { bookingId, accountId, now })
    const note = request.reason
    const lost = await moveBookingOrThrow(tx, {
      bookingId,
      move: 'markLost',
      by: 'staff',
      accountId,
      now,
      note,
    })
    await startReturnOfDeposit(tx, lost, now)
    await giveBackCredit(tx, bookingId, now)
    return 'lost'
  })
}

/** Locks what the end of a rental changes, in the order of all locks. */
async function lockRental(tx: Db, bookingId: string): Promise<BookingRow | undefined> {
  await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  await lockDepositParts(tx, bookingId)
  const carId = await carOfBooking(tx, bookingId)
  if (carId === undefined) throw new AppError('booking_not_found')
  await lockCar(tx, carId)
  await lockBooking(tx, bookingId)
  return findBooking(tx, bookingId)
}

/**
 * Withdraws the loss of a car that did not come back yet, so that its rental goes on and its deposit is held again: `asked`
 * when this is the first of the two people that it takes. What one person only asked for is withdrawn by one.
 */
export async function withdrawLoss(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason }: Losing,
): Promise<'asked' | 'requestWithdrawn' | 'withdrawn'> {
  return inTransaction(db, async (tx) => {
    const booking = await lockRental(tx, bookingId)
    const now = clock.now()
    const loss = await lockLoss(tx, bookingId)
    if (!booking || !loss || booking.returned_at) throw new AppError('booking_wrong_state')
    const by = { id: loss.id, accountId, now }
    if (loss.confirmed_at === null) {
      await requestWithdrawalOfLoss(tx, { ...by, reason })
      await setLossWithdrawn(tx, by)
      return 'requestWithdrawn'
    }
    if (loss.withdrawal_requested_by === null) {
      await refuseWhileDisputed(tx, bookingId, m.error_undo_loss_disputed)
      await requestWithdrawalOfLoss(tx, { ...by, reason })
      return 'asked'
    }
    if (loss.withdrawal_requested_by === accountId)
      throw new AppError('loss_needs_second_person', { message: m.error_loss_withdrawal_second_person() })
    await setLossWithdrawn(tx, by)
    const declared = { since: loss.confirmed_at, note: loss.withdrawal_reason }
    await goOn(tx, booking, { ...declared, accountId, now })
    return 'withdrawn'
  })
}

type GoingOn = { since: Date; note: string; accountId: string; now: Date }

/** The rental goes on, with the deposit as it was before the loss. */
async function goOn(tx: Db, booking: BookingRow, { since, note, accountId, now }: GoingOn): Promise<void> {
  const { id: bookingId } = booking
  await refuseWhileDisputed(tx, bookingId, m.error_undo_loss_disputed)
  const refusal = m.error_undo_loss_deposit_sent
  await holdDepositAgain(tx, { bookingId, accountId, now, since, reason: note, refusal })
  await moveBookingOrThrow(tx, { bookingId, move: 'withdrawLoss', by: 'staff', accountId, now, note })
  await showPriceUnpaid(tx, booking, now)
}
