import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { BookingsHeading } from './bookings-heading.tsx'

/** My Bookings before its bookings are there. */
export function BookingsSkeleton() {
  return (
    <div aria-busy="true">
      <BookingsHeading onRefresh={() => {}} refreshing />
      <LoadingNote>Loading your bookings</LoadingNote>
      <Skeleton className="mt-6 h-37.5 rounded-lg sm:h-19.5" />
      <div className="mt-6 flex gap-3">
        <Skeleton className="h-12 max-w-xl flex-1 rounded-md" />
        <Skeleton className="h-12 w-29 rounded-md" />
      </div>
      <div className="mt-6 grid gap-4">
        {['a', 'b', 'c'].map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="panel grid grid-cols-[6.5rem_1fr] gap-4 p-4 sm:grid-cols-[12rem_1fr] sm:p-5 lg:grid-cols-[14rem_1fr_11rem] lg:gap-x-6">
      <Skeleton className="aspect-[4/3] rounded-md" />
      <div className="grid content-start gap-3">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="h-6 w-40 max-w-full" />
        <Skeleton className="hidden h-5 w-64 max-w-full sm:block" />
        <Skeleton className="hidden h-5 w-32 sm:block" />
      </div>
      <div className="col-span-full grid grid-cols-2 content-between gap-4 border-t border-line pt-4 sm:col-span-1 sm:col-start-2 lg:col-start-3 lg:grid-cols-1 lg:border-t-0 lg:pt-0">
        <Skeleton className="h-12 w-28 lg:justify-self-end" />
        <Skeleton className="h-11 w-28 justify-self-end rounded-md lg:w-full" />
      </div>
    </div>
  )
}
