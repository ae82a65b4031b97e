import { m } from '@twende/messages'
import { nairobiInstant } from '../calendar-day.ts'
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
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Twende//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${booking._id}@twende`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${instant(stampedAt)}`,
    `DTSTART:${instant(nairobiInstant(booking.startDate, booking.pickupTime))}`,
    `DTEND:${instant(nairobiInstant(booking.endDate, booking.dropoffTime))}`,
    `SUMMARY:${escaped(`${booking.carName} (${booking.bookingId})`)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(description)}`,
    `STATUS:${STATUS[booking.status]}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

/** `20260410T070000Z`. */
function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const LONGEST_LINE_BYTES = 75
const encoder = new TextEncoder()

/** Long lines go on after a line break and a space; RFC 5545 counts bytes, and no character may be torn. */
function folded(line: string): string {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LONGEST_LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
