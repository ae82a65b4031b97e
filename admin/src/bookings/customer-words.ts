import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { showKsh } from '@twende/contract/money.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import { whatsappChat } from '@twende/contract/whatsapp.ts'
import { dropoffWords, pickupWords } from '@twende/ui/bookings/booking-words.ts'
import { waitedWords } from '../waited-words.ts'

/** The chat with a booking's customer, with what is usually written now. */
export function customerChat(booking: AdminBooking): string {
  const { phone } = booking.customerInfo
  return whatsappChat(normaliseKenyanPhone(phone) ?? phone, customerWords(booking))
}

/** What staff usually writes to the customer of a booking as it stands. */
export function customerWords(booking: AdminBooking): string {
  const greeting = `Hello ${booking.customerInfo.firstName}, this is Twende about booking ${booking.bookingId}, ${booking.carName}.`
  return `${greeting} ${usually(booking)}`
}

function usually(booking: AdminBooking): string {
  const { status, late, pickupLocation, dropoffLocation } = booking
  switch (status) {
    case 'pending':
      return `The total is ${showKsh(booking.finalAmount)}. How would you like to pay?`
    case 'confirmed':
      return late
        ? 'Your car is ready for you. When will you come?'
        : `We expect you on ${pickupWords(booking)} at ${pickupLocation}. Please bring your driving licence.`
    case 'active':
      return late
        ? `The car was due back on ${dropoffWords(booking)}. When will you bring it?`
        : `We expect the car back on ${dropoffWords(booking)} at ${dropoffLocation}.`
    case 'completed':
      return 'Thank you for driving with us.'
    case 'cancelled':
      return 'It was cancelled.'
  }
}

/** Since when a booking is late, as staff says it. */
export function lateWords({
  status,
  startsAt,
  endsAt,
}: {
  status: string
  startsAt: string
  endsAt: string
}) {
  return status === 'active' ? `Due back ${waitedWords(endsAt)}` : `Pickup was due ${waitedWords(startsAt)}`
}
