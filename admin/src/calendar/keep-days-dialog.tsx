import type { CalendarCar } from '@twende/contract/bookings/admin-booking.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { FormDialog } from '../bookings/form-dialog.tsx'
import { useWalkIn } from '../bookings/use-walk-in.ts'
import { WalkInFields } from '../bookings/walk-in-fields.tsx'
import { BlockFields } from './block-fields.tsx'
import { type Days, freeStretch } from './day-cells.ts'
import { useBlock } from './use-block.ts'

type KeepDaysDialogProps = { open: boolean; car: CalendarCar; days: Days; onClose: () => void }

const kinds = [
  { value: 'walkIn', label: 'Walk-in booking' },
  { value: 'block', label: 'Block' },
] as const

/** What the chosen days of a car are for: somebody at the counter, or the garage. */
export function KeepDaysDialog({ open, car, days, onClose }: KeepDaysDialogProps) {
  const [kind, setKind] = useState<'walkIn' | 'block'>('walkIn')
  const [stretch] = useState(() => freeStretch(car.spans, days, serverNow()))
  const { revalidate } = useRevalidator()
  const { startDate, startTime: pickupTime, endDate, endTime: dropoffTime } = stretch
  const walkIn = useWalkIn({ carId: car._id, startDate, pickupTime, endDate, dropoffTime }, [car])
  const block = useBlock(car._id, stretch)
  const isBlock = kind === 'block'
  return (
    <FormDialog
      open={open}
      title={car.name}
      explains={
        days.first === days.last ? showDay(days.first) : `${showDay(days.first)} to ${showDay(days.last)}`
      }
      yes={isBlock ? 'Block' : 'Book'}
      size="md"
      wrong={isBlock ? block.wrong : walkIn.wrong}
      onSend={() => (isBlock ? block.send(revalidate) : walkIn.send(() => void revalidate()))}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Choices
            legend="What for"
            legendHidden
            look="segments"
            choices={kinds}
            value={kind}
            onChange={setKind}
          />
          {isBlock ? (
            <BlockFields block={block} tried={tried} />
          ) : (
            <WalkInFields walkIn={walkIn} cars={[car]} tried={tried} />
          )}
        </>
      )}
    </FormDialog>
  )
}
