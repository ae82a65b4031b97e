import type { Booking } from '@twende/contract/bookings/booking.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'

/** Hands the booking over as a calendar file; `changes` counts what happened to it so far. */
export async function downloadCalendarFile(booking: Booking, changes: number): Promise<void> {
  const { bookingCalendarFile } = await import('@twende/contract/bookings/booking-calendar-file.ts')
  const text = bookingCalendarFile(booking, { sequence: changes, stampedAt: serverNow() })
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${booking.bookingId}.ics`
  link.click()
  // Some browsers read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
