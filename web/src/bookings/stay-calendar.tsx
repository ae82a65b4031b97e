import { BOOKING_HORIZON_DAYS, LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import type { Choices } from './booking-choices.ts'
import { busyDays } from './busy-days.ts'

type StayCalendarProps = {
  carId: string
  choices: Choices
  onChoose: (stay: Pick<Choices, 'startDate' | 'endDate'>) => void
}

const cell = 'size-11 grid place-items-center rounded-md figures font-medium'

const looks = {
  root: 'relative w-fit max-w-full select-none',
  months: 'flex items-start gap-8',
  month: 'grid gap-2',
  month_caption: 'flex h-11 items-center pl-2 font-display text-lg font-bold tracking-tight',
  nav: 'absolute top-0 right-0 flex',
  button_previous: `${cell} hover:bg-sand aria-disabled:text-line`,
  button_next: `${cell} hover:bg-sand aria-disabled:text-line`,
  month_grid: 'border-collapse',
  weekday: 'size-11 text-sm font-normal text-soft',
  day: 'p-0 text-center',
  day_button: `${cell} hover:bg-sand disabled:cursor-not-allowed disabled:hover:bg-transparent`,
  today: 'underline underline-offset-4',
  outside: 'invisible',
  disabled: 'text-edge',
  range_start: '[&>button]:bg-acacia [&>button]:text-paper [&>button]:hover:bg-acacia-deep',
  range_end: '[&>button]:bg-acacia [&>button]:text-paper [&>button]:hover:bg-acacia-deep',
  range_middle: 'bg-acacia-tint [&>button]:rounded-none',
} as const

const dayWords = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

const dotted =
  'relative after:pointer-events-none after:absolute after:bottom-1 after:left-1/2 after:size-1.5 after:-translate-x-1/2 after:rounded-full after:bg-sunrise after:content-[""]'

/** A month of the car's days: taken ones cannot be chosen, partly taken ones carry a mark. */
export function StayCalendar({ carId, choices, onChoose }: StayCalendarProps) {
  const today = nairobiDay(serverNow())
  const last = addDays(today, BOOKING_HORIZON_DAYS)
  const [month, setMonth] = useState(() => asDate(`${(choices.startDate || today).slice(0, 7)}-01`))
  const [months] = useState(() => (window.matchMedia('(min-width: 768px)').matches ? 2 : 1))
  const shown = dayOf(month)
  const { answer } = useAnswer(`${carId} ${shown.slice(0, 7)}`, async (signal) => {
    const query = { from: shown, to: addDays(shown, 45 * months) }
    const { data } = await call('GET /api/car/availability/:carId', { params: { carId }, query }, { signal })
    return busyDays(data.busy)
  })
  const { taken, partly } = answer.value ?? { taken: new Set<Day>(), partly: new Set<Day>() }
  const selected: DateRange = {
    from: choices.startDate ? asDate(choices.startDate) : undefined,
    to: choices.endDate ? asDate(choices.endDate) : undefined,
  }
  return (
    <div className="panel mt-4 w-fit max-w-full p-2 sm:p-4">
      <DayPicker
        mode="range"
        month={month}
        onMonthChange={setMonth}
        startMonth={asDate(today)}
        endMonth={asDate(last)}
        selected={selected}
        onSelect={(range) => onChoose(stayOf(range))}
        min={1}
        max={LONGEST_RENTAL_DAYS}
        resetOnSelect
        excludeDisabled
        disabled={(date) => isOutside(dayOf(date), today, last) || taken.has(dayOf(date))}
        modifiers={{
          taken: (date) => taken.has(dayOf(date)),
          partly: (date) => partly.has(dayOf(date)),
        }}
        modifiersClassNames={{ taken: 'line-through', partly: dotted }}
        labels={{
          labelDayButton: (date, { taken: isTaken, partly: isPartly, selected: isChosen }) =>
            [
              dayWords.format(date),
              isTaken && 'taken',
              isPartly && 'taken for some hours',
              isChosen && 'chosen',
            ]
              .filter(Boolean)
              .join(', '),
        }}
        weekStartsOn={1}
        fixedWeeks
        numberOfMonths={months}
        classNames={looks}
        components={{
          Chevron: ({ orientation }) =>
            orientation === 'left' ? <ChevronLeft className="size-5" /> : <ChevronRight className="size-5" />,
        }}
      />
      <p className="mt-2 min-h-5 px-2 text-sm text-soft" role="status">
        {legendFor(answer.state)}
      </p>
    </div>
  )
}

function legendFor(state: 'waiting' | 'here' | 'refused'): string {
  if (state === 'waiting') return 'Looking up the free days'
  if (state === 'refused') return 'The free days could not be loaded; the dates are still checked.'
  return 'Struck out: taken. Dotted: taken for some hours.'
}

function isOutside(day: Day, first: Day, last: Day): boolean {
  return day < first || day > last
}

// The picker thinks in the browser's own time zone; only year, month and day are carried over.
function asDate(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function dayOf(date: Date): Day {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function stayOf(range: DateRange | undefined): Pick<Choices, 'startDate' | 'endDate'> {
  const startDate = range?.from ? dayOf(range.from) : ''
  const endDate = range?.to ? dayOf(range.to) : ''
  return { startDate, endDate: endDate > startDate ? endDate : '' }
}
