import type { BookingStats } from '@twende/contract/bookings/booking.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Link } from 'react-router'
import { type BookingsSearch, bookingsHref } from './bookings-search.ts'

const shown = ['active', 'confirmed', 'completed', 'pending', 'cancelled'] as const

/** How many bookings there are of each kind; each figure leads to its bookings. */
export function BookingsStats({ stats, search }: { stats: BookingStats; search: BookingsSearch }) {
  return (
    <nav aria-label="Bookings by status" className="mt-6">
      <ul className="panel grid grid-cols-3 overflow-hidden sm:grid-cols-6 [&>li]:-mb-px [&>li]:-mr-px [&>li]:border-r [&>li]:border-b [&>li]:border-line">
        <Figure label="Total" count={stats.total} to={bookingsHref(search, { status: undefined })} />
        {shown.map((status) => (
          <Figure
            key={status}
            label={capitalised(status)}
            count={stats[status]}
            to={bookingsHref(search, { status })}
            current={search.status === status}
          />
        ))}
      </ul>
    </nav>
  )
}

type FigureProps = { label: string; count: number; to: string; current?: boolean }

function Figure({ label, count, to, current }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        className={classes(
          'flex h-full flex-col-reverse justify-end px-4 py-3 -outline-offset-4 hover:bg-sand',
          current && 'bg-acacia-tint',
        )}
      >
        <span className="text-sm text-soft">{label}</span>
        <span className="figures font-display text-2xl leading-tight font-bold tracking-tight">{count}</span>
      </Link>
    </li>
  )
}
