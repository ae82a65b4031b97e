import { Button } from '@twende/ui/controls/button.tsx'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { RotateCw } from 'lucide-react'

type BookingsHeadingProps = { onRefresh?: (() => void) | undefined; refreshing?: boolean }

export function BookingsHeading({ onRefresh, refreshing }: BookingsHeadingProps) {
  return (
    <SectionHeading
      as="h1"
      title="My Bookings"
      action={
        onRefresh && (
          <Button
            variant="secondary"
            size="sm"
            pending={refreshing}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        )
      }
    />
  )
}
