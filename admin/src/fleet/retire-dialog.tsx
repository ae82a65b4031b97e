import { adminFleetRoutes } from '@twende/contract/cars/admin-fleet-routes.ts'
import type { FleetCar } from '@twende/contract/cars/car.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

const RETIRE = 'POST /api/admin/car/:carId/retire'
const RESTORE = 'POST /api/admin/car/:carId/restore'
/** Somebody else was there meanwhile: what is shown is old. */
const LATE: ReadonlySet<string> = new Set([
  'car_not_found',
  'car_is_retired',
  'car_not_retired',
  'car_has_bookings',
])

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

export type Leaving = { car: FleetCar; kind: 'retire' | 'restore' }

function questionOf({ car, kind }: Leaving) {
  if (kind === 'restore') {
    return {
      title: m.admin_fleet_restore_title({ car: car.name }),
      explains: m.admin_fleet_restore_text(),
      yes: m.admin_fleet_restore(),
      text: { label: m.admin_fleet_note_label(), hint: m.admin_fleet_reason_hint(), required: false },
    }
  }
  return {
    title: m.admin_fleet_retire_title({ car: car.name }),
    explains: m.admin_fleet_retire_text(),
    yes: m.admin_fleet_retire(),
    danger: true,
    text: { label: m.admin_fleet_reason_label(), hint: m.admin_fleet_reason_hint(), required: true },
    usual: [m.admin_fleet_reason_sold(), m.admin_fleet_reason_accident(), m.admin_fleet_reason_lease()],
  }
}

/** Asks before a car leaves the fleet or comes back. */
export function RetireDialog({ leaving, onClose }: { leaving: Leaving | undefined; onClose: () => void }) {
  const [last, setLast] = useState(leaving)
  const { revalidate } = useRevalidator()
  if (leaving && leaving !== last) setLast(leaving)
  const asked = leaving ?? last
  if (!asked) return null
  const { car, kind } = asked
  async function decide(words: string) {
    const params = { carId: car._id }
    try {
      const { message } =
        kind === 'retire'
          ? await call(RETIRE, { params, body: { reason: words } })
          : await call(RESTORE, { params, body: { note: words } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError) || !LATE.has(error.code)) throw error
      toast.error(error.message)
    }
    await revalidate()
  }
  return (
    <WhenOpen open={leaving !== undefined}>
      <ReasonDialog
        key={`${car._id} ${kind}`}
        {...questionOf(asked)}
        open={leaving !== undefined}
        schema={adminFleetRoutes[kind === 'retire' ? RETIRE : RESTORE].body}
        name={kind === 'retire' ? 'reason' : 'note'}
        onDecide={decide}
        onClose={onClose}
      />
    </WhenOpen>
  )
}
