import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { m } from '@twende/messages'
import { isCancellable } from '@twende/ui/bookings/booking-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'
import { cancelBooking } from './cancel-booking.tsx'

/** What the customer may still change about a booking. */
export function ChangesSection({ booking, refresh }: BookingSectionProps) {
  if (!isCancellable(booking)) return null
  const cancel = async () => {
    if (await cancelBooking(booking)) refresh()
  }
  return (
    <BookingSection title={m.booking_page_changes()}>
      <p className="text-soft">{bookingTerms(booking)}</p>
      <Button variant="secondary" size="sm" className="mt-4 text-clay-deep!" onClick={() => void cancel()}>
        {m.my_bookings_cancel_button()}
      </Button>
    </BookingSection>
  )
}
