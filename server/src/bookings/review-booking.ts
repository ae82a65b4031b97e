import { rateCar } from '../cars/save-car.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { insertReview } from './booking-history-store.ts'
import { findBooking } from './booking-read-store.ts'

type Reviewing = { bookingId: string; accountId: string; rating: number; comment: string }

/** Keeps the customer's one review of a completed booking and counts it into the car's rating. */
export async function reviewBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, rating, comment }: Reviewing,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const booking = await findBooking(tx, bookingId, accountId)
    if (!booking) throw new AppError('booking_not_found')
    if (booking.status !== 'completed' || booking.car_is_lost) throw new AppError('booking_wrong_state')
    const inserted = await insertReview(tx, {
      bookingId,
      carId: booking.car_id,
      accountId,
      rating,
      comment,
      now,
    })
    if (!inserted) throw new AppError('already_reviewed')
    await rateCar(tx, booking.car_id, rating)
  })
}
