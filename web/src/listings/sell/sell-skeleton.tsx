import { m } from '@twende/messages'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

/** The form and, on wide screens, the advert as it grows beside it. */
export const SELL_LAYOUT =
  'mt-6 grid grid-cols-1 items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10'

/** The form's shape until the draft is opened. */
export function SellSkeleton() {
  return (
    <div className={SELL_LAYOUT} aria-busy="true">
      <LoadingNote>{m.sell_loading()}</LoadingNote>
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
