import { BOOKING_HORIZON_DAYS, LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { asDate, calendarTheme, dayLabel, dayOf } from '@twende/ui/controls/calendar-theme.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import type { Choices } from './booking-choices.ts'
import { busyDays } from './busy-days.ts'

type PeriodCalendarProps = {
  carId: string
  choices: Choices
  onChoose: (period: Pick<Choices, 'startDate' | 'endDate'>) => void
}

const dotted =
  'relative after:pointer-events-none after:absolute after:bottom-1 after:left-1/2 after:size-1.5 after:-translate-x-1/2 after:rounded-full after:bg-sunrise after:content-[""]'

/** A month of the car's days: taken ones cannot be chosen, partly taken ones carry a mark. */
export function PeriodCalendar({ carId, choices, onChoose }: PeriodCalendarProps) {
  const today = nairobiDay(serverNow())
  const last = addDays(today, BOOKING_HORIZON_DAYS)
  const [month, setMonth] = useState(() => asDate(`${(choices.startDate || today).slice(0, 7)}-01`))
  const [months] = useState(() => (window.matchMedia('(min-width: 768px)').matches ? 2 : 1))
  const shown = dayOf(month)
  const theme = calendarTheme()
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
        {...theme}
        mode="range"
        month={month}
        onMonthChange={setMonth}
        startMonth={asDate(today)}
        endMonth={asDate(last)}
        selected={selected}
        onSelect={(range) => onChoose(periodOf(range))}
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
          ...theme.labels,
          labelDayButton: (date, { taken: isTaken, partly: isPartly, selected: isChosen }) =>
            dayLabel(
              date,
              isTaken && m.book_day_taken(),
              isPartly && m.book_day_partly_taken(),
              isChosen && m.control_calendar_chosen(),
            ),
        }}
        numberOfMonths={months}
      />
      <p className="mt-2 min-h-5 px-2 text-sm text-soft" role="status">
        {legendFor(answer.state)}
      </p>
    </div>
  )
}

function legendFor(state: 'waiting' | 'here' | 'refused'): string {
  if (state === 'waiting') return m.book_calendar_loading()
  if (state === 'refused') return m.book_calendar_failed()
  return m.book_calendar_legend()
}

function isOutside(day: Day, first: Day, last: Day): boolean {
  return day < first || day > last
}

function periodOf(range: DateRange | undefined): Pick<Choices, 'startDate' | 'endDate'> {
  const startDate = range?.from ? dayOf(range.from) : ''
  const endDate = range?.to ? dayOf(range.to) : ''
  return { startDate, endDate: endDate > startDate ? endDate : '' }
}
