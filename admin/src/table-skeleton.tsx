import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** A list before it is there: a table where there is room for one, else cards. */
export function TableSkeleton({ words }: { words: string }) {
  return (
    <div className="mt-5">
      <LoadingNote>{words}</LoadingNote>
      <div className="grid gap-3 md:hidden">
        {['a', 'b', 'c'].map((card) => (
          <Skeleton key={card} className="h-48 rounded-lg" />
        ))}
      </div>
      <div className="panel hidden divide-y divide-line md:block">
        {['head', 'a', 'b', 'c', 'd', 'e'].map((row) => (
          <div key={row} className="grid grid-cols-4 gap-6 p-4">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        ))}
      </div>
    </div>
  )
}
