import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { Link } from 'react-router'
import { RowsTable } from '../rows-table.tsx'
import { BookingState, CustomerName, Money, ReachCustomer, Stay } from './desk-cells.tsx'

type DeskTableProps = { bookings: readonly AdminBooking[]; hrefOf: (bookingId: string) => string }

const cell = 'px-4 py-3 align-middle'

export function DeskTable({ bookings, hrefOf }: DeskTableProps) {
  return (
    <RowsTable caption="Bookings" heads={['Booking', 'Customer', 'Stay', 'Money']}>
      {bookings.map((booking) => (
        <tr key={booking._id} className="relative hover:bg-sand">
          <th scope="row" className={`${cell} text-left font-normal`}>
            <Link
              to={hrefOf(booking._id)}
              data-row={booking._id}
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
    </RowsTable>
  )
}
