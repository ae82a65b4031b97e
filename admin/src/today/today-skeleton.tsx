import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** Today before its figures are there. */
export function TodaySkeleton() {
  return (
    <>
      <h1 className="text-3xl">Today</h1>
      <LoadingNote>Loading today</LoadingNote>
      <Skeleton className="mt-2 h-6 w-56" />
      <div className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[...'abcdefghijklmnop'].map((tile) => (
          <Skeleton key={tile} className="h-24 rounded-lg" />
        ))}
      </div>
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </>
  )
}
