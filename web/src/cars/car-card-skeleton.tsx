import { Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** A vehicle's card that is still on its way, in the card's own measures; `facts` is its lines of them. */
export function CarCardSkeleton({ facts = 1 }: { facts?: 1 | 2 }) {
  return (
    <div className="panel overflow-hidden">
      <Skeleton className="aspect-[3/2] rounded-none" />
      <div className="flex flex-col gap-2 p-4">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-5 w-5/6" />
        {facts === 2 && <Skeleton className="h-5 w-2/3" />}
        <Skeleton className="mt-2 h-7 w-28" />
        <div className="mt-1 grid grid-cols-2 gap-2">
          <Skeleton className="h-11 rounded-md" />
          <Skeleton className="h-11 rounded-md" />
        </div>
      </div>
    </div>
  )
}
