import type { CalendarCar, CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { type Day, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { cellsOf, type DayCell, type Days, type LaidSpan } from './day-cells.ts'

export const spanLooks: Readonly<Record<SpanState, { word: () => string; look: string }>> = {
  pending: { word: m.common_pending, look: 'border-sunrise bg-sunrise-tint text-sunrise-ink' },
  confirmed: { word: m.common_confirmed, look: 'border-acacia bg-acacia-tint text-acacia-deep' },
  active: { word: m.admin_calendar_out_now, look: 'border-ink bg-ink text-paper' },
  late: { word: m.admin_calendar_late, look: 'border-clay bg-clay-tint text-clay-deep' },
  completed: { word: m.common_completed, look: 'border-line bg-sand text-soft' },
  lost: { word: m.booking_status_car_lost, look: 'border-clay bg-clay-tint text-clay-deep' },
  block: { word: m.admin_calendar_blocked, look: 'border-edge border-dashed bg-paper text-ink' },
}

type CarRowProps = {
  car: CalendarCar
  fromDay: Day
  days: number
  today: Day
  now: Date
  /** The day that the keyboard is on, if it is in this row. */
  focused: Day | undefined
  chosen: Days | undefined
}

/** One car: its days, and what takes them. */
export const CarRow = memo(function CarRow(props: CarRowProps) {
  const { car, fromDay, days, today, now, focused, chosen } = props
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-20 h-14 border-r border-b border-line bg-card px-3 py-1.5 text-left align-middle font-normal"
      >
        <span className="line-clamp-2 text-sm leading-tight font-semibold">{car.name}</span>
        {car.numberPlate && <span className="figures block text-sm leading-tight">{car.numberPlate}</span>}
        <span className="figures hidden text-sm text-soft sm:block">
          {car.available ? showKsh(car.pricePerDay) : m.admin_calendar_not_offered()}
        </span>
      </th>
      {cellsOf(car.spans, fromDay, days).map((cell) => (
        <DayBox
          key={cell.day}
          carId={car._id}
          cell={cell}
          now={now}
          isToday={cell.day === today}
          isPast={cell.day < today}
          isFocused={cell.day === focused}
          isChosen={chosen !== undefined && chosen.first <= cell.day && cell.day <= chosen.last}
        />
      ))}
    </tr>
  )
})

type DayBoxProps = {
  carId: string
  cell: DayCell
  now: Date
  isToday: boolean
  isPast: boolean
  isFocused: boolean
  isChosen: boolean
}

function DayBox({ carId, cell, now, isToday, isPast, isFocused, isChosen }: DayBoxProps) {
  const taken = cell.touching.map((span) => spanWords(span, now)).join('; ')
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid, which can have the focus.
      role="gridcell"
      tabIndex={isFocused ? 0 : -1}
      data-car={carId}
      data-day={cell.day}
      aria-selected={isChosen}
      aria-label={
        taken
          ? m.admin_calendar_cell_taken({ day: showDay(cell.day), taken })
          : m.admin_calendar_cell_free({ day: showDay(cell.day) })
      }
      className={classes(
        'relative h-14 border-r border-b border-line p-0 last:border-r-0 focus-visible:outline-offset-[-3px]',
        isChosen
          ? 'bg-acacia-pale'
          : isToday
            ? 'bg-sunrise-tint/60'
            : isPast
              ? 'bg-sand/60'
              : 'hover:bg-sand',
      )}
    >
      {cell.starts.map((laid) => (
        <SpanBar key={laid.span._id} laid={laid} now={now} />
      ))}
    </td>
  )
}

/** A booking leads to its page, a block to the way to remove it. The keyboard reaches both through their day. */
function SpanBar({ laid: { span, left, width }, now }: { laid: LaidSpan; now: Date }) {
  const words = spanWords(span, now)
  const shared = {
    tabIndex: -1,
    'aria-label': words,
    title: words,
    draggable: false,
    style: { left: `${left * 100}%`, width: `calc(${width * 100}% - 2px)` },
    className: classes(
      'absolute inset-y-1.5 z-10 overflow-clip rounded-sm border px-1 text-left text-sm leading-tight',
      spanLooks[stateOf(span, now)].look,
    ),
  }
  if (span.kind === 'block') {
    return (
      <button type="button" data-block={span._id} {...shared}>
        <SpanLabel span={span} />
      </button>
    )
  }
  return (
    <Link to={links.booking(span._id)} {...shared}>
      <SpanLabel span={span} />
    </Link>
  )
}

function SpanLabel({ span }: { span: CalendarSpan }) {
  return (
    <span className="sticky left-(--names) inline-block max-w-full px-1">
      <span className="block truncate font-semibold">{span.label}</span>
      {span.reference && <span className="figures block truncate">{span.reference}</span>}
    </span>
  )
}

export type SpanState = 'pending' | 'confirmed' | 'active' | 'late' | 'completed' | 'lost' | 'block'

export function stateOf({ kind, status, carIsLost, startsAt, endsAt }: CalendarSpan, now: Date): SpanState {
  if (kind === 'block') return 'block'
  if (carIsLost) return 'lost'
  const isBehind = (instant: string) => Date.parse(instant) < now.getTime()
  if (status === 'active') return isBehind(endsAt) ? 'late' : 'active'
  if (status === 'confirmed') return isBehind(startsAt) ? 'late' : 'confirmed'
  return status === 'pending' ? 'pending' : 'completed'
}

/** All of a span in words, for those who cannot see its place. */
export function spanWords(span: CalendarSpan, now: Date): string {
  const { word } = spanLooks[stateOf(span, now)]
  const { label, reference, startsAt, endsAt } = span
  const params = { state: word(), label, from: showInstant(startsAt), to: showInstant(endsAt) }
  return reference
    ? m.admin_calendar_span_with_reference({ ...params, reference })
    : m.admin_calendar_span(params)
}
