import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** The wizard's first step before its car is there. */
export function WizardSkeleton() {
  return (
    <div aria-busy="true">
      <LoadingNote>Loading the car</LoadingNote>
      <div className="grid grid-cols-4 gap-2 sm:gap-4">
        {['a', 'b', 'c', 'd'].map((bar) => (
          <div key={bar}>
            <Skeleton className="h-1.5 rounded-full" />
            <Skeleton className="mt-2.5 hidden h-5 w-2/3 md:block" />
          </div>
        ))}
      </div>
      <div className="mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <Skeleton className="h-25 rounded-lg lg:order-last lg:h-[34rem]" />
        <div className="grid gap-6">
          <Skeleton className="h-14 w-64 max-w-full" />
          <Skeleton className="h-44 rounded-md" />
          <Skeleton className="h-44 rounded-md" />
        </div>
      </div>
    </div>
  )
}
