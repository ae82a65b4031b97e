import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { MyListingsHeading } from './my-listings-heading.tsx'

/** My Listings before its cars are there. */
export function MyListingsSkeleton() {
  return (
    <div aria-busy="true">
      <MyListingsHeading loading />
      <LoadingNote>Loading your listings</LoadingNote>
      <Skeleton className="mt-6 h-19.5 rounded-lg" />
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
    <div className="panel grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 p-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-5 lg:grid-cols-[14rem_minmax(0,1fr)_11rem] lg:gap-x-6">
      <Skeleton className="aspect-[4/3] self-start rounded-md sm:row-span-2" />
      <div className="grid content-start gap-3">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="h-6 w-40 max-w-full" />
        <Skeleton className="h-5 w-28" />
      </div>
      <div className="col-span-full grid content-start gap-4 sm:col-span-1 sm:col-start-2">
        <Skeleton className="h-11 w-56 max-w-full" />
        <Skeleton className="h-11 w-48 max-w-full" />
      </div>
      <div className="col-span-full grid grid-cols-2 content-start gap-2 sm:col-start-2 sm:flex sm:flex-wrap lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:flex-col lg:flex-nowrap">
        {['a', 'b', 'c', 'd'].map((door) => (
          <Skeleton key={door} className="h-11 min-w-20 rounded-md" />
        ))}
      </div>
    </div>
  )
}
