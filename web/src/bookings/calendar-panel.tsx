import { Button } from '@twende/ui/controls/button.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { CalendarDays, ChevronUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Choices } from './booking-choices.ts'

const StayCalendar = later(() => import('./stay-calendar.tsx').then((m) => m.StayCalendar))

type CalendarPanelProps = {
  carId: string
  choices: Choices
  onChoose: (stay: Pick<Choices, 'startDate' | 'endDate'>) => void
}

/** The car's free days, on demand: the date fields above do without it. */
export function CalendarPanel({ carId, choices, onChoose }: CalendarPanelProps) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="secondary"
        size="sm"
        aria-expanded={open}
        icon={open ? <ChevronUp className="size-4" /> : <CalendarDays className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the calendar' : 'See free days'}
      </Button>
      {open && (
        <Suspense fallback={<Skeleton className="mt-4 h-[25.5rem] rounded-lg" />}>
          <StayCalendar carId={carId} choices={choices} onChoose={onChoose} />
        </Suspense>
      )}
    </div>
  )
}
