import { m } from '@twende/messages'
import { showDay } from '../calendar-day.ts'
import { showKsh } from '../money.ts'
import { clipForLink, whatsappChat } from '../whatsapp.ts'
import type { Booking } from './booking.ts'

type MessageBooking = Pick<
  Booking,
  | 'bookingId'
  | 'carName'
  | 'startDate'
  | 'endDate'
  | 'pickupTime'
  | 'dropoffTime'
  | 'pickupLocation'
  | 'dropoffLocation'
  | 'totalDays'
  | 'finalAmount'
>

/** What a customer writes to us about a booking; the reference comes first, so that it shows in the list of chats. */
export function bookingMessage(booking: MessageBooking): string {
  return m.whatsapp_booking({
    reference: booking.bookingId,
    car: clipForLink(booking.carName, 150),
    pickup: `${showDay(booking.startDate)}, ${booking.pickupTime}, ${clipForLink(booking.pickupLocation, 150)}`,
    dropoff: `${showDay(booking.endDate)}, ${booking.dropoffTime}, ${clipForLink(booking.dropoffLocation, 150)}`,
    total: showKsh(booking.finalAmount),
    days: booking.totalDays,
  })
}

/** The chat in which a customer asks to keep the car longer. */
export function longerRentalChat(number: string, booking: MessageBooking): string {
  const text = m.whatsapp_booking_longer({
    reference: booking.bookingId,
    car: clipForLink(booking.carName, 150),
    dropoff: `${showDay(booking.endDate)}, ${booking.dropoffTime}`,
  })
  return whatsappChat(number, text)
}

/** The chat with us about a booking. */
export function bookingChat(number: string, booking: MessageBooking): string {
  return whatsappChat(number, bookingMessage(booking))
}
