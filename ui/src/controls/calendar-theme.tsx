import { type Day, localeFormat, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { DayPickerProps, Labels } from 'react-day-picker'
import { serverNow } from '../api/server-clock.ts'

const cell = 'size-11 grid place-items-center rounded-md figures font-medium'

export const calendarClasses = {
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

const wholeDay = localeFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const month = localeFormat({ month: 'long', year: 'numeric' })
const weekday = localeFormat({ weekday: 'short' })
const wholeWeekday = localeFormat({ weekday: 'long' })

/** `Sunday, 22 November 2026, chosen`, for screen readers. */
export function dayLabel(date: Date, ...more: (string | false | undefined)[]): string {
  return [wholeDay().format(date), ...more].filter(Boolean).join(', ')
}

const labels: Partial<Labels> = {
  labelDayButton: (date, { selected }) => dayLabel(date, selected && m.control_calendar_chosen()),
  labelGrid: (date) => month().format(date),
  labelNav: () => m.control_calendar(),
  labelNext: () => m.control_calendar_next(),
  labelPrevious: () => m.control_calendar_previous(),
  labelWeekday: (date) => wholeWeekday().format(date),
}

/** How every calendar looks and speaks: weeks from Monday, in the language of the page, today by the server's clock. */
export function calendarTheme() {
  return {
    weekStartsOn: 1,
    fixedWeeks: true,
    today: asDate(nairobiDay(serverNow())),
    classNames: calendarClasses,
    labels,
    formatters: {
      formatCaption: (date) => month().format(date),
      // Swahili has no short names; the columns have room for four letters.
      formatWeekdayName: (date) => weekday().format(date).replace(/^Juma/, '').slice(0, 4),
    },
    components: {
      Chevron: ({ orientation }) =>
        orientation === 'left' ? <ChevronLeft className="size-5" /> : <ChevronRight className="size-5" />,
    },
  } satisfies DayPickerProps
}

// The picker works in the browser's time zone; only year, month and day are carried over.
export function asDate(day: Day): Date {
  const [year = 0, monthNumber = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, monthNumber - 1, date)
}

export function dayOf(date: Date): Day {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
