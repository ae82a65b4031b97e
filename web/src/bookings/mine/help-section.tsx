import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { CalendarPlus, Phone } from 'lucide-react'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { downloadCalendarFile } from '../booking-tools.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

/** How to reach us about a booking, and how to put it into a calendar. */
export function HelpSection({ booking, timeline }: BookingSectionProps) {
  const { whatsappNumber } = useSettings()
  const isOver = booking.status === 'cancelled' || booking.status === 'completed'
  return (
    <BookingSection title={m.booking_page_help()}>
      <p className="text-soft">{m.booking_page_help_hint({ reference: booking.bookingId })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton
          variant="secondary"
          size="sm"
          href={bookingChat(whatsappNumber, booking)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<WhatsappMark className="size-5" />}
        >
          {m.my_bookings_whatsapp({ reference: booking.bookingId })}
        </LinkButton>
        <LinkButton
          variant="secondary"
          size="sm"
          href={`tel:+${whatsappNumber}`}
          icon={<Phone aria-hidden="true" className="size-5" />}
        >
          {m.booking_page_call()}
        </LinkButton>
        {!isOver && (
          <Button
            variant="secondary"
            size="sm"
            icon={<CalendarPlus aria-hidden="true" className="size-5" />}
            onClick={() => void downloadCalendarFile(booking, timeline.length)}
          >
            {m.my_bookings_add_to_calendar()}
          </Button>
        )}
      </div>
    </BookingSection>
  )
}
