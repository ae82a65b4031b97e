import { m } from '@twende/messages'
import { rateCar, unrateCar } from '../cars/save-car.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { insertReview } from './booking-history-store.ts'
import { findBooking } from './booking-read-store.ts'
import { lockReview, setAnswer, setHidden } from './review-store.ts'

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
    if (booking.status !== 'completed' || booking.car_is_lost)
      throw new AppError('booking_wrong_state', { message: m.error_review_not_completed() })
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

type Decision = { bookingId: string; accountId: string }

/** Hides a review from everybody but its customer, who reads the reason, and takes it out of the car's rating. */
export async function hideReview(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { reason, ...decision }: Decision & { reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const review = await reviewOf(tx, decision.bookingId)
    if (review.isHidden) throw new AppError('booking_wrong_state')
    await setHidden(tx, { ...decision, text: reason, now: clock.now() })
    await unrateCar(tx, review.carId, review.rating)
  })
}

/** Shows a hidden review again, and counts it again. */
export async function showReview(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  decision: Decision,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const review = await reviewOf(tx, decision.bookingId)
    if (!review.isHidden) throw new AppError('booking_wrong_state')
    await setHidden(tx, { ...decision, text: '', now: clock.now() })
    await rateCar(tx, review.carId, review.rating)
  })
}

/** Answers a review below it, for everybody; an empty answer takes the earlier one away. */
export async function answerReview(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { answer, ...decision }: Decision & { answer: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await reviewOf(tx, decision.bookingId)
    await setAnswer(tx, { ...decision, text: answer, now: clock.now() })
  })
}

async function reviewOf(tx: Db, bookingId: string) {
  const review = await lockReview(tx, bookingId)
  if (!review) throw new AppError('booking_wrong_state')
  return review
}
