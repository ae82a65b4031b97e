import type { BookingEvent } from '@twende/contract/bookings/booking.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { m } from '@twende/messages'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'

const actors = {
  customer: m.my_bookings_by_you,
  staff: () => 'Twende',
  payment: () => 'M-Pesa',
  clock: m.my_bookings_by_clock,
} as const

/** Everything that happened to a booking, the latest first. */
export function BookingTimeline({ events }: { events: readonly BookingEvent[] }) {
  if (events.length === 0) {
    return (
      <>
        <LoadingNote>{m.my_bookings_timeline_loading()}</LoadingNote>
        <Skeleton className="h-24 rounded-md" />
      </>
    )
  }
  return (
    <ol className="grid">
      {events.toReversed().map((event, at) => (
        <li
          key={`${event.at} ${event.what} ${event.note}`}
          className="relative border-l-2 border-line pb-4 pl-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className={`absolute top-1.5 -left-[7px] size-3 rounded-full ${at === 0 ? 'bg-acacia' : 'bg-edge'}`}
          />
          <p className="font-semibold">{event.what}</p>
          <p className="figures text-sm text-soft">
            {actors[event.by]()}, <time dateTime={event.at}>{showInstant(event.at)}</time>
          </p>
          {event.note && <p className="text-sm text-soft">{keepAmounts(event.note)}</p>}
        </li>
      ))}
    </ol>
  )
}
