import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { dropoffWords, pickupWords } from '@twende/ui/bookings/booking-words.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { Link } from 'react-router'
import { DetailPanel } from '../detail-panel.tsx'
import { links } from '../links.ts'

/** When and where the car goes and comes back. */
export function StayPanel({ booking }: { booking: AdminBooking }) {
  return (
    <DetailPanel
      as="h2"
      title="Stay"
      aside={
        <Link
          to={links.calendar({ from: booking.startDate, search: booking.carName })}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          On the calendar
        </Link>
      }
    >
      <dl className="figures grid grid-cols-2 gap-4">
        <div>
          <dt className="text-sm text-soft">Pickup</dt>
          <dd className="font-medium">{pickupWords(booking)}</dd>
          <dd className="text-sm">{booking.pickupLocation}</dd>
        </div>
        <div>
          <dt className="text-sm text-soft">Drop-off</dt>
          <dd className="font-medium">{dropoffWords(booking)}</dd>
          <dd className="text-sm">{booking.dropoffLocation}</dd>
        </div>
      </dl>
      <p className="mt-3 text-sm text-soft">{daysInWords(booking.totalDays)}</p>
    </DetailPanel>
  )
}
