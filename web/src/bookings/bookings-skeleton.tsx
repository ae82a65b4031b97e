import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { BookingsHeading } from './bookings-heading.tsx'

/** My Bookings before its bookings are there. */
export function BookingsSkeleton() {
  return (
    <div aria-busy="true">
      <BookingsHeading />
      <LoadingNote>Loading your bookings</LoadingNote>
      <Skeleton className="mt-6 h-38 rounded-lg sm:h-20" />
      <Skeleton className="mt-6 h-12 rounded-md" />
      <div className="mt-6 grid gap-4">
        {['a', 'b', 'c'].map((card) => (
          <Skeleton key={card} className="h-72 rounded-lg sm:h-44" />
        ))}
      </div>
    </div>
  )
}
