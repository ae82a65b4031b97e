import type { BookingEvent } from '@twende/contract/bookings/booking.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { DetailPanel } from '../detail-panel.tsx'

const actors: Record<BookingEvent['by'], string> = {
  customer: 'Customer',
  staff: 'Staff',
  payment: 'M-Pesa',
  clock: 'By itself',
}

/** What happened to a booking, the latest first. */
export function BookingStory({ events }: { events: readonly BookingEvent[] }) {
  return (
    <DetailPanel as="h2" title="History">
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {Object.entries(events.toReversed()).map(([place, event]) => (
          <li key={place}>
            <p className="font-medium">{event.what}</p>
            {event.note && <p className="break-words">{event.note}</p>}
            <p className="figures text-sm text-soft">
              {actors[event.by]}, {showInstant(event.at)}
            </p>
          </li>
        ))}
      </ol>
    </DetailPanel>
  )
}
