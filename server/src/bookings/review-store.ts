import type { Db } from '../db/database.ts'

/** The review of a booking with what staff decided about it, locked. */
export async function lockReview(tx: Db, bookingId: string) {
  const review = await tx
    .selectFrom('reviews')
    .select(['car_id', 'rating'])
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()
  if (!review) return undefined
  const decision = await tx
    .selectFrom('review_decisions')
    .select('hidden_at')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return { carId: review.car_id, rating: review.rating, isHidden: (decision?.hidden_at ?? null) !== null }
}

type Decided = { bookingId: string; accountId: string; text: string; now: Date }

/** Hides a review for this reason; an empty one shows it again. */
export async function setHidden(tx: Db, { bookingId, accountId, text, now }: Decided): Promise<void> {
  const isHidden = text !== ''
  const hidden = {
    hidden_reason: text,
    hidden_by: isHidden ? accountId : null,
    hidden_at: isHidden ? now : null,
  }
  await tx
    .insertInto('review_decisions')
    .values({ booking_id: bookingId, ...hidden })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(hidden))
    .execute()
}

/** Answers a review, in the place of an earlier answer; an empty one takes the answer away. */
export async function setAnswer(tx: Db, { bookingId, accountId, text, now }: Decided): Promise<void> {
  const isAnswered = text !== ''
  const answered = {
    answer: text,
    answered_by: isAnswered ? accountId : null,
    answered_at: isAnswered ? now : null,
  }
  await tx
    .insertInto('review_decisions')
    .values({ booking_id: bookingId, ...answered })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(answered))
    .execute()
}
