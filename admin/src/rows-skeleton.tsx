import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** The rows of a room while they are on their way. */
export function RowsSkeleton({ words }: { words: string }) {
  return (
    <div className="panel divide-y divide-line overflow-hidden">
      <LoadingNote>{words}</LoadingNote>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex gap-3 p-3">
          <Skeleton className="aspect-[4/3] w-24 shrink-0" />
          <span className="grid flex-1 content-start gap-2">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 w-1/4" />
          </span>
        </div>
      ))}
    </div>
  )
}
