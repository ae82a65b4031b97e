import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { CalendarPlus, Printer } from 'lucide-react'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { downloadCalendarFile } from './download-calendar-file.ts'

type BookingToolsProps = { booking: Booking; changes: number }

/** What one may do with any booking: put it in a calendar, print it, ask about it. */
export function BookingTools({ booking, changes }: BookingToolsProps) {
  const { whatsappNumber } = useSettings()
  const over = booking.status === 'cancelled' || booking.status === 'completed'
  return (
    <>
      {!over && (
        <Button
          variant="quiet"
          size="sm"
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          onClick={() => void downloadCalendarFile(booking, changes)}
        >
          Add to calendar
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        icon={<Printer aria-hidden="true" className="size-5" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <LinkButton
        variant="quiet"
        size="sm"
        href={bookingChat(whatsappNumber, booking)}
        target="_blank"
        rel="noopener noreferrer"
        icon={<WhatsappMark className="size-5" />}
      >
        WhatsApp us about {booking.bookingId}
      </LinkButton>
    </>
  )
}
