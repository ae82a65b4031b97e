import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { SELL_LAYOUT } from './sell-layout.ts'

/** The form's shape until the draft is opened. */
export function SellSkeleton() {
  return (
    <div className={SELL_LAYOUT} aria-busy="true">
      <LoadingNote>Loading the form</LoadingNote>
      <div className="grid gap-6">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
      <div className="hidden lg:block">
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  )
}
