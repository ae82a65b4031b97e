import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

export type Leaving = { car: FleetCar; kind: 'retire' | 'restore' }

const kinds = {
  retire: {
    title: 'Retire this car?',
    explains: 'Nobody can find or book it any more. What was booked stays in the records.',
    yes: 'Retire',
    danger: true,
    text: { label: 'Reason', hint: 'Only staff reads this.', required: true },
    usual: ['Sold.', 'Written off after an accident.', 'Its lease ended.'],
  },
  restore: {
    title: 'Put this car back into the fleet?',
    explains: 'It is found and rented as before.',
    yes: 'Restore',
    danger: false,
    text: { label: 'Note', hint: 'Only staff reads this.', required: false },
    usual: undefined,
  },
} as const

/** Asks before a car leaves the fleet or comes back. */
export function RetireDialog({ leaving, onClose }: { leaving: Leaving | undefined; onClose: () => void }) {
  const [last, setLast] = useState(leaving)
  const { revalidate } = useRevalidator()
  if (leaving && leaving !== last) setLast(leaving)
  const asked = leaving ?? last
  if (!asked) return null
  const { car, kind } = asked
  async function decide(words: string): Promise<boolean> {
    const params = { carId: car._id }
    try {
      const { message } =
        kind === 'retire'
          ? await call('POST /api/admin/car/:carId/retire', { params, body: { reason: words } })
          : await call('POST /api/admin/car/:carId/restore', { params, body: { note: words } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      if (error.code === 'unreachable') return false
    }
    await revalidate()
    return true
  }
  return (
    <WhenOpen open={leaving !== undefined}>
      <ReasonDialog
        key={`${car._id} ${kind}`}
        {...kinds[kind]}
        title={`${car.name}: ${kinds[kind].title.charAt(0).toLowerCase()}${kinds[kind].title.slice(1)}`}
        open={leaving !== undefined}
        onDecide={decide}
        onClose={onClose}
      />
    </WhenOpen>
  )
}
