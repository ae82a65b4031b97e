import type { Db } from '../db/database.ts'

type Review = {
  bookingId: string
  carId: string
  accountId: string
  rating: number
  comment: string
  now: Date
}

/** Keeps the one review of a booking; false when there is one already. */
export async function insertReview(tx: Db, review: Review): Promise<boolean> {
  const inserted = await tx
    .insertInto('reviews')
    .values({
      booking_id: review.bookingId,
      car_id: review.carId,
      account_id: review.accountId,
      rating: review.rating,
      comment: review.comment,
      reviewed_at: review.now,
    })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return inserted !== undefined
}
