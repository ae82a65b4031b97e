import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { lockParts } from '../payments/collections/record-staff-payment.ts'
import { findBooking } from './booking-read-store.ts'
import { moveBookingOrThrow } from './booking-store.ts'
import { startReturnOfDeposit } from './deposit/return-deposit.ts'
import { carOfBooking, confirmLoss, lockCar, requestLoss } from './rented-car-store.ts'

type Losing = { bookingId: string; accountId: string; reason: string }

/**
 * Declares the car of a rental under way lost, which ends the rental: `requested` when this is the first of the two people
 * that it takes. The car is given to nobody until its return is recorded.
 */
export async function markLost(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, reason }: Losing,
): Promise<'lost' | 'requested'> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
    const carId = await carOfBooking(tx, bookingId)
    if (carId === undefined) throw new AppError('booking_not_found')
    await lockCar(tx, carId)
    const booking = await findBooking(tx, bookingId)
    if (booking?.status !== 'active') throw new AppError('booking_wrong_state')
    const request = await requestLoss(tx, { bookingId, reason, accountId, now })
    if (request.requested_by === accountId) {
      if (request.requested_at < now) throw new AppError('loss_needs_second_person')
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
    return 'lost'
  })
}
