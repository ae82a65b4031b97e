import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { Link } from 'react-router'
import { BookingState, CustomerName, Money, ReachCustomer, Stay } from './desk-cells.tsx'

type DeskCardsProps = { bookings: readonly AdminBooking[]; hrefOf: (bookingId: string) => string }

/** Bookings as cards for phones; a tap anywhere on one opens it. */
export function DeskCards({ bookings, hrefOf }: DeskCardsProps) {
  return (
    <ul aria-label="Bookings" className="grid gap-3 md:hidden">
      {bookings.map((booking) => (
        <li key={booking._id} className="panel relative grid gap-3 p-4">
          <div>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Link
                to={hrefOf(booking._id)}
                data-row={booking._id}
                className="figures text-lg font-semibold after:absolute after:inset-0"
              >
                {booking.bookingId}
              </Link>
              <BookingState booking={booking} />
            </div>
            <p className="truncate">{booking.carName}</p>
          </div>
          <div className="grid grid-cols-2 gap-3">
            <Stay booking={booking} />
            <Money booking={booking} />
          </div>
          <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
            <CustomerName booking={booking} />
            <ReachCustomer booking={booking} />
          </div>
        </li>
      ))}
    </ul>
  )
}
