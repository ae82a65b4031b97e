import { m } from '@twende/messages'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'
import { BookingTimeline } from './booking-timeline.tsx'

/** Everything that happened to a booking. */
export function HistorySection({ timeline }: BookingSectionProps) {
  return (
    <BookingSection title={m.booking_page_history()}>
      <BookingTimeline events={timeline} />
    </BookingSection>
  )
}
