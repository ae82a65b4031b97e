import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { addDays, type Day, isDay, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { Reply } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { SearchX } from 'lucide-react'
import { type MouseEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDay, weekdayName } from '../frame/format-time.ts'
import { links } from '../links.ts'
import type { ChosenBlock } from './block-dialog.tsx'
import { CarRow, spanLooks } from './car-row.tsx'
import { cellsOf, type Days } from './day-cells.ts'
import { type Place, useDayChoice } from './use-day-choice.ts'

type ShownCalendar = Reply<'GET /api/admin/calendar'>

const ChosenDaysDialog = lazyWithRetry(() =>
  import('./chosen-days-dialog.tsx').then((module) => module.ChosenDaysDialog),
)
const BlockDialog = lazyWithRetry(() => import('./block-dialog.tsx').then((module) => module.BlockDialog))

type CalendarBoardProps = { search: CalendarSearch; calendar: ShownCalendar }

/** Cars by days; days that are free can be chosen, what takes the others can be opened. */
export function CalendarBoard({ search, calendar }: CalendarBoardProps) {
  const { data: cars, fromDay, days, pagination } = calendar
  const [asked, setAsked] = useState<{ carId: string; days: Days; times: number }>()
  const [keeping, setKeeping] = useState(false)
  const { block, openBlock, closeBlock } = useOpenBlock(calendar)
  const open = useOpenSpan(calendar, openBlock)
  const { grid, handlers, focused, chosen, clear } = useDayChoice({
    cars,
    fromDay,
    days,
    onOpen: open,
    onChoose: (carId, chosenDays) => {
      setAsked({ carId, days: chosenDays, times: (asked?.times ?? 0) + 1 })
      setKeeping(true)
    },
  })
  const now = useNowOf(calendar)
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const tapped = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-block]') : null
    if (tapped) openBlock(tapped.dataset.block)
    else handlers.onClick(event)
  }
  if (cars.length === 0) return <NoCars search={search} />
  const car = cars.find(({ _id }) => _id === asked?.carId)
  return (
    <>
      <CalendarLegend />
      <div className="panel mt-3 max-h-[calc(100dvh-9rem)] overflow-auto overscroll-x-contain [--day:2.75rem] [--names:7rem] sm:[--names:11rem]">
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are chosen is a grid.
          role="grid"
          aria-label={m.admin_calendar_grid_label()}
          aria-multiselectable="true"
          {...{ ...handlers, onClick }}
          className="w-full table-fixed border-separate border-spacing-0 select-none"
          style={{ minWidth: `calc(var(--names) + ${days} * var(--day))` }}
        >
          <colgroup>
            <col style={{ width: 'var(--names)' }} />
          </colgroup>
          <DayHeads fromDay={fromDay} days={days} today={nairobiDay(now)} />
          <tbody>
            {cars.map((row) => (
              <CarRow
                key={row._id}
                car={row}
                fromDay={fromDay}
                days={days}
                today={nairobiDay(now)}
                now={now}
                focused={row._id === focused.carId ? focused.day : undefined}
                chosen={row._id === chosen?.carId ? chosen : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Pagination
        {...pagination}
        hrefFor={(page) => calendarHref({ ...search, page })}
        label={m.admin_calendar_pages_label()}
      />
      <p className="mt-3 text-sm text-soft">{m.admin_calendar_help()}</p>
      <WhenOpen open={keeping}>
        {asked && car && (
          <ChosenDaysDialog
            key={asked.times}
            open={keeping}
            car={car}
            days={asked.days}
            onClose={() => {
              setKeeping(false)
              clear()
            }}
          />
        )}
      </WhenOpen>
      <WhenOpen open={block !== undefined}>
        <BlockDialog chosen={block} onClose={closeBlock} />
      </WhenOpen>
    </>
  )
}

/** The moment a calendar came: rows that did not change are not drawn again by time passing. */
function useNowOf(calendar: ShownCalendar): Date {
  const [kept, setKept] = useState(() => ({ calendar, now: serverNow() }))
  if (kept.calendar === calendar) return kept.now
  const fresh = { calendar, now: serverNow() }
  setKept(fresh)
  return fresh.now
}

function useOpenBlock({ data: cars }: ShownCalendar) {
  const [block, setBlock] = useState<ChosenBlock>()
  const openBlock = (blockId: string | undefined) => {
    for (const { _id: carId, name: carName, spans } of cars) {
      const span = spans.find(({ _id }) => _id === blockId)
      if (span) setBlock({ carId, carName, span })
    }
  }
  return { block, openBlock, closeBlock: () => setBlock(undefined) }
}

/** Opens what takes a place; false when nothing does. */
function useOpenSpan({ data: cars, fromDay, days }: ShownCalendar, openBlock: (id: string) => void) {
  const navigate = useNavigate()
  const all = useMemo(() => placesTaken(cars, fromDay, days), [cars, fromDay, days])
  return ({ carId, day }: Place): boolean => {
    const span = all.get(`${carId} ${day}`)
    if (!span) return false
    if (span.kind === 'block') openBlock(span._id)
    else void navigate(links.booking(span._id))
    return true
  }
}

function placesTaken(cars: ShownCalendar['data'], fromDay: string, days: number) {
  const taken = new Map<string, CalendarSpan>()
  for (const { _id, spans } of cars) {
    for (const { day, touching } of cellsOf(spans, fromDay, days)) {
      const [span] = touching
      if (span) taken.set(`${_id} ${day}`, span)
    }
  }
  return taken
}

function NoCars({ search }: { search: CalendarSearch }) {
  const { from, weeks } = search
  return (
    <div className="panel mt-4">
      <EmptyState
        icon={<SearchX />}
        title={m.admin_calendar_none_title()}
        action={
          <LinkButton variant="secondary" to={calendarHref({ from, weeks })}>
            {m.admin_calendar_show_all()}
          </LinkButton>
        }
      >
        {m.admin_calendar_none_text()}
      </EmptyState>
    </div>
  )
}

/** What the colours of the calendar mean. */
function CalendarLegend() {
  return (
    <ul aria-label={m.admin_calendar_colours_label()} className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {Object.entries(spanLooks).map(([state, { word, look }]) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={classes('size-4 rounded-xs border', look)} />
          {word()}
        </li>
      ))}
    </ul>
  )
}

/** The days above the cars, today marked. */
function DayHeads({ fromDay, days, today }: { fromDay: Day; days: number; today: Day }) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky top-0 left-0 z-40 border-r border-b border-line bg-card px-3 py-2 text-left align-bottom text-sm font-semibold text-soft"
        >
          {monthOf(fromDay)}
        </th>
        {Array.from({ length: days }, (_, at) => addDays(fromDay, at)).map((day) => (
          <DayHead key={day} day={day} isToday={day === today} />
        ))}
      </tr>
    </thead>
  )
}

function DayHead({ day, isToday }: { day: Day; isToday: boolean }) {
  const label = { weekday: weekdayName(day, 'long'), day: showDay(day) }
  return (
    <th
      scope="col"
      aria-label={isToday ? m.admin_calendar_today_label(label) : m.admin_calendar_day_label(label)}
      className={classes(
        'sticky top-0 z-30 border-r border-b border-line px-0 py-1.5 text-center text-sm leading-tight font-normal last:border-r-0',
        isToday ? 'bg-acacia text-paper' : isWeekend(day) ? 'bg-sand' : 'bg-card',
      )}
    >
      <span className="block">{weekdayName(day)}</span>
      <span className="figures block text-base font-semibold">{Number(day.slice(8))}</span>
      {day.endsWith('-01') && <span className="block text-xs">{shortMonthOf(day)}</span>}
    </th>
  )
}

function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** `Nov 2026`. */
function monthOf(day: Day): string {
  return formatDay(day, { month: 'short', year: 'numeric' })
}

function shortMonthOf(day: Day): string {
  return formatDay(day, { month: 'short' })
}

export type CalendarSearch = {
  from?: string | undefined
  weeks: 2 | 4
  search?: string | undefined
  page?: number | undefined
}

export function readCalendarSearch(query: URLSearchParams): CalendarSearch {
  const { text, page } = addressReader(query)
  const from = text('from', 10)
  return {
    from: from && isDay(from) ? from : undefined,
    weeks: query.get('weeks') === '4' ? 4 : 2,
    search: text('search', 100),
    page: page(),
  }
}

export function calendarHref({ weeks, page, ...search }: CalendarSearch): string {
  return links.calendar({
    ...search,
    weeks: weeks === 4 ? 4 : undefined,
    page: page === 1 ? undefined : page,
  })
}
