import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import { m } from '@twende/messages'
import { saveBlob } from '@twende/ui/api/file-calls.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { CalendarPlus, Printer } from 'lucide-react'
import { WhatsappMark } from '../frame/whatsapp-mark.tsx'

type BookingToolsProps = { booking: Booking; changes: number }

/** What one may do with any booking: put it in a calendar, print it, ask about it. */
export function BookingTools({ booking, changes }: BookingToolsProps) {
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
          {m.my_bookings_add_to_calendar()}
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        icon={<Printer aria-hidden="true" className="size-5" />}
        onClick={() => window.print()}
      >
        {m.my_bookings_print()}
      </Button>
      <ChatAboutBooking booking={booking} variant="quiet" />
    </>
  )
}

type ChatAboutBookingProps = { booking: Booking; variant: 'quiet' | 'secondary' }

/** Opens WhatsApp with the number of a booking written already. */
export function ChatAboutBooking({ booking, variant }: ChatAboutBookingProps) {
  const { whatsappNumber } = useSettings()
  return (
    <LinkButton
      variant={variant}
      size="sm"
      href={bookingChat(whatsappNumber, booking)}
      target="_blank"
      rel="noopener noreferrer"
      icon={<WhatsappMark className="size-5" />}
    >
      {m.my_bookings_whatsapp({ reference: booking.bookingId })}
    </LinkButton>
  )
}

/** Hands the booking over as a calendar file; `changes` counts what happened to it so far. */
export async function downloadCalendarFile(booking: Booking, changes: number): Promise<void> {
  const { bookingCalendarFile } = await import('@twende/contract/bookings/booking-calendar-file.ts')
  const text = bookingCalendarFile(booking, { sequence: changes, stampedAt: serverNow() })
  saveBlob(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${booking.bookingId}.ics`)
}
