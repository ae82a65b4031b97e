import type { DeskBooking } from '@twende/contract/bookings/desk-booking.ts'
import { Link } from 'react-router'
import { BookingState, CustomerName, Money, ReachCustomer, Stay } from './desk-cells.tsx'

type DeskTableProps = { bookings: readonly DeskBooking[]; hrefOf: (bookingId: string) => string }

const head = 'px-4 py-3 text-left text-sm font-semibold text-soft'
const cell = 'px-4 py-3 align-middle'

/** Bookings in rows; a tap anywhere on one opens it. */
export function DeskTable({ bookings, hrefOf }: DeskTableProps) {
  return (
    <div className="panel hidden overflow-x-auto md:block">
      <table className="w-full border-collapse">
        <caption className="sr-only">Bookings</caption>
        <thead className="border-b border-line">
          <tr>
            <th scope="col" className={head}>
              Booking
            </th>
            <th scope="col" className={head}>
              Customer
            </th>
            <th scope="col" className={head}>
              Stay
            </th>
            <th scope="col" className={head}>
              Money
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {bookings.map((booking) => (
            <tr key={booking._id} className="relative hover:bg-sand">
              <th scope="row" className={`${cell} text-left font-normal`}>
                <Link
                  to={hrefOf(booking._id)}
                  data-booking={booking._id}
                  className="figures font-semibold after:absolute after:inset-0"
                >
                  {booking.bookingId}
                </Link>
                <span className="mb-1 block text-sm">{booking.carName}</span>
                <BookingState booking={booking} />
              </th>
              <td className={cell}>
                <span className="flex items-center justify-between gap-3">
                  <CustomerName booking={booking} />
                  <ReachCustomer booking={booking} />
                </span>
              </td>
              <td className={cell}>
                <Stay booking={booking} />
              </td>
              <td className={cell}>
                <Money booking={booking} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
