import { Skeleton } from '@twende/ui/controls/skeleton.tsx'

export const placedLayout = 'mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10'

/** The wizard's last step before its booking is there. */
export function PlacedSkeleton() {
  return (
    <div className={placedLayout} aria-busy="true">
      <div className="grid gap-6">
        <Skeleton className="h-16 w-72 max-w-full rounded-md" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
      <Skeleton className="h-80 rounded-lg" />
    </div>
  )
}
