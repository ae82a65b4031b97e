import { m } from '@twende/messages'
import { nairobiInstant } from '../calendar-day.ts'
import { calendarFile, calendarInstant, calendarText } from '../calendar-file.ts'
import { showKsh } from '../money.ts'
import type { Booking } from './booking.ts'
import type { BookingStatus } from './booking-status.ts'

const STATUS: Record<BookingStatus, string> = {
  pending: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  active: 'CONFIRMED',
  completed: 'CONFIRMED',
  cancelled: 'CANCELLED',
}

/**
 * A booking as an iCalendar file. `sequence` grows with every change (the length of the booking's timeline does), or
 * calendars keep the version they have.
 */
export function bookingCalendarFile(
  booking: Booking,
  { sequence, stampedAt }: { sequence: number; stampedAt: Date },
): string {
  const place = booking.pickupLocation
  const description = m.booking_calendar_description({
    reference: booking.bookingId,
    pickupTime: booking.pickupTime,
    pickupPlace: place,
    dropoffTime: booking.dropoffTime,
    dropoffPlace: booking.dropoffLocation,
    total: showKsh(booking.finalAmount),
  })
  return calendarFile('-//Twende//Bookings//EN', [
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${booking._id}@twende`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${calendarInstant(stampedAt)}`,
    `DTSTART:${calendarInstant(nairobiInstant(booking.startDate, booking.pickupTime))}`,
    `DTEND:${calendarInstant(nairobiInstant(booking.endDate, booking.dropoffTime))}`,
    `SUMMARY:${calendarText(`${booking.carName} (${booking.bookingId})`)}`,
    `LOCATION:${calendarText(place)}`,
    `DESCRIPTION:${calendarText(description)}`,
    `STATUS:${STATUS[booking.status]}`,
    'END:VEVENT',
  ])
}
