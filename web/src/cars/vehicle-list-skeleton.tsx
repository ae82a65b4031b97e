import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { CarCardSkeleton } from './car-card-skeleton.tsx'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

/** A list of vehicles that is still on its way: its controls and a page of cards. */
export function VehicleListSkeleton({ facts }: { facts?: 1 | 2 }) {
  return (
    <div aria-busy="true">
      <LoadingNote>Loading the cars</LoadingNote>
      <Skeleton className="mt-3 h-7 w-72 max-w-full" />
      <div className="mt-8 grid grid-cols-2 gap-3 md:grid-cols-[1fr_auto_14rem]">
        <Skeleton className="col-span-2 h-12 rounded-md md:col-span-1" />
        <Skeleton className="h-12 rounded-md md:w-29" />
        <Skeleton className="h-12 rounded-md" />
      </div>
      <Skeleton className="mt-6 h-6 w-40" />
      <div className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {CARDS.map((card) => (
          <CarCardSkeleton key={card} facts={facts ?? 1} />
        ))}
      </div>
    </div>
  )
}
