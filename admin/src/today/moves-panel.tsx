import { addDays, nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { CarOnTheMove } from '@twende/contract/today/today-routes.ts'
import { m } from '@twende/messages'
import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { NumberPlate } from '../fleet/fleet-cells.tsx'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'

type MovesPanelProps = {
  title: string
  verb: 'out' | 'back'
  moves: readonly CarOnTheMove[]
  now: string
  queue: 'pickups' | 'returns'
}

/** The cars that leave, or come back, next. */
export function MovesPanel({ title, verb, moves, now, queue }: MovesPanelProps) {
  const all = (
    <Link
      to={links.bookings({ queue })}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {m.admin_today_all_today()}
    </Link>
  )
  return (
    <DetailPanel as="h2" title={title} aside={all}>
      {moves.length === 0 ? (
        <p className="py-6 text-center text-soft">
          {verb === 'out' ? m.admin_today_no_pickups() : m.admin_today_no_returns()}
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {moves.map((move) => (
            <Move key={move.bookingId} move={move} now={now} />
          ))}
        </ul>
      )}
    </DetailPanel>
  )
}

function Move({ move, now }: { move: CarOnTheMove; now: string }) {
  const late = Date.parse(move.at) < Date.parse(now)
  return (
    <li className="flex items-center gap-3 py-2">
      <Link
        to={links.booking(move.bookingId)}
        className="-mx-2 min-w-0 flex-1 rounded-md px-2 py-1.5 hover:bg-sand"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="figures font-semibold">{momentWords(move.at, now)}</span>
          {late && <StatusBadge tone="clay">{m.admin_today_late()}</StatusBadge>}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 break-words">
          {move.car} {move.plate && <NumberPlate>{move.plate}</NumberPlate>}
        </span>
        <span className="figures block text-sm text-soft">
          {move.reference}, {move.customer}, {move.place}
        </span>
      </Link>
      {move.phone && (
        <a
          href={`tel:${move.phone.replace(/[^\d+]/g, '')}`}
          aria-label={m.admin_today_call_label({ name: move.customer, phone: showPhone(move.phone) })}
          className="grid size-11 shrink-0 place-items-center rounded-md border border-line hover:border-ink"
        >
          <Phone aria-hidden="true" className="size-5" />
        </a>
      )}
    </li>
  )
}

/** `Today, 10:00`, `Tomorrow, 08:00`, `3 Dec 2026, 10:00`. */
function momentWords(at: string, now: string): string {
  const day = nairobiDay(new Date(at))
  const today = nairobiDay(new Date(now))
  const time = showInstant(at).slice(-5)
  if (day === today) return m.admin_today_moment_today({ time })
  if (day === addDays(today, 1)) return m.admin_today_moment_tomorrow({ time })
  if (day === addDays(today, -1)) return m.admin_today_moment_yesterday({ time })
  return `${showDay(day)}, ${time}`
}
