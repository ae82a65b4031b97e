import { Skeleton } from '../ui/skeleton.tsx'

/** A car card that is still on its way, in the card's own measures. */
export function CarCardSkeleton() {
  return (
    <div className="panel overflow-hidden">
      <Skeleton className="aspect-[3/2] rounded-none" />
      <div className="flex flex-col gap-3 p-4">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-5/6" />
        <div className="flex items-end justify-between pt-3">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-11 w-24" />
        </div>
      </div>
    </div>
  )
}
