import { Button } from '@twende/ui/controls/button.tsx'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { RotateCw } from 'lucide-react'

type MyOrdersHeadingProps = { onRefresh?: (() => void) | undefined; refreshing?: boolean }

export function MyOrdersHeading({ onRefresh, refreshing }: MyOrdersHeadingProps) {
  return (
    <SectionHeading
      as="h1"
      title="My Orders"
      action={
        onRefresh && (
          <Button
            variant="secondary"
            size="sm"
            pending={refreshing}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={onRefresh}
          >
            Refresh Order Status
          </Button>
        )
      }
    />
  )
}

/** My Orders before its orders are there. */
export function MyOrdersSkeleton() {
  return (
    <div aria-busy="true">
      <MyOrdersHeading onRefresh={() => {}} refreshing />
      <LoadingNote>Loading your orders</LoadingNote>
      <div className="mt-6 grid gap-4">
        {['a', 'b', 'c'].map((card) => (
          <Skeleton key={card} className="h-80 rounded-lg" />
        ))}
      </div>
    </div>
  )
}
