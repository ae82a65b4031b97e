import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { SearchX } from 'lucide-react'
import { type MouseEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'
import type { ChosenBlock } from './block-dialog.tsx'
import { CalendarLegend } from './calendar-legend.tsx'
import { type CalendarSearch, calendarHref } from './calendar-search.ts'
import { CarRow } from './car-row.tsx'
import { cellsOf, type Days } from './day-cells.ts'
import { DayHeads } from './day-heads.tsx'
import { type Place, useDayChoice } from './use-day-choice.ts'

type ShownCalendar = Reply<'GET /api/admin/calendar'>

const KeepDaysDialog = later(() => import('./keep-days-dialog.tsx').then((module) => module.KeepDaysDialog))
const BlockDialog = later(() => import('./block-dialog.tsx').then((module) => module.BlockDialog))

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
          aria-label="Cars by days"
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
        label="Pages of cars"
      />
      <p className="mt-3 text-sm text-soft">
        Drag over free days, or tap one, to book or block them. By keyboard: arrows, Shift with arrows, Enter.
      </p>
      <WhenOpen open={keeping}>
        {asked && car && (
          <KeepDaysDialog
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
        title="No cars found"
        action={
          <LinkButton variant="secondary" to={calendarHref({ from, weeks })}>
            Show all cars
          </LinkButton>
        }
      >
        No car of the fleet matches.
      </EmptyState>
    </div>
  )
}
