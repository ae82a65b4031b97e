import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { CarReview } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { Stars } from '@twende/ui/controls/stars.tsx'

type CarReviewsProps = { reviews: readonly CarReview[]; rating: number; count: number }

/** What people said who rented this car. */
export function CarReviews({ reviews, rating, count }: CarReviewsProps) {
  return (
    <section className="mt-14" aria-labelledby="reviews">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="reviews" className="text-2xl sm:text-3xl">
          {m.car_page_reviews()}
        </h2>
        <span className="flex items-center gap-2">
          <Stars rating={rating} />
          <span className="figures font-semibold">{rating.toFixed(1)}</span>
          <span className="text-soft">{m.car_page_review_count({ count })}</span>
        </span>
      </div>
      <ul className="mt-6 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {reviews.map((review) => (
          <li key={`${review.name ?? ''} ${review.reviewedAt}`} className="panel p-5">
            <Stars rating={review.rating} />
            {review.comment && <p className="mt-3 whitespace-pre-line">{review.comment}</p>}
            {review.answer && (
              <p className="mt-3 border-l-2 border-line pl-3 whitespace-pre-line">
                {m.car_page_review_answer({ answer: review.answer })}
              </p>
            )}
            <p className="mt-3 text-sm text-soft">
              {review.name ?? m.account_deleted()}, {showDay(nairobiDay(new Date(review.reviewedAt)))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
