import { cancellationTermsText } from '@twende/contract/bookings/cancellation-format.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { BookingParams, TextsOf } from '../notification-kinds.ts'

type BookingKind = 'booking_requested' | 'booking_confirmed' | 'booking_cancelled' | 'booking_expired'

export const bookingTexts: TextsOf<BookingKind> = {
  booking_requested: (params) => ({
    subject: `Booking ${params.reference}: ${params.carName}`,
    paragraphs: [
      'We have your booking.',
      rental(params),
      nextStep(params),
      cancellationTermsText(params.cancellation),
    ],
  }),

  booking_confirmed: (params) => ({
    subject: `Booking ${params.reference} is confirmed`,
    paragraphs: [
      `Your ${params.carName} is confirmed. Safari njema!`,
      rental(params),
      'Please bring your national ID or passport and your driving licence to the pickup.',
      cancellationTermsText(params.cancellation),
    ],
  }),

  booking_cancelled: (params) => ({
    subject: `Booking ${params.reference} is cancelled`,
    paragraphs: [
      'Your booking is cancelled.',
      rental(params),
      cancellationReason(params),
      params.refund > 0
        ? `We will send ${showKsh(params.refund)} back to your M-Pesa, and write to you when it is done.`
        : '',
    ],
  }),

  booking_expired: (params) => ({
    subject: `Booking ${params.reference}: payment not received in time`,
    paragraphs: [
      'We did not receive your payment in time, so the car is open to others again.',
      rental(params),
      'If you still want it, please book it again. If you have paid, reply to this message with the M-Pesa code and we will sort it out.',
    ],
  }),
}

type Requested = { heldUntil: string; keepsCar: boolean; method: 'mpesa' | 'whatsapp'; finalAmount: number }

function nextStep({ heldUntil, keepsCar, method, finalAmount }: Requested): string {
  const until = showInstant(heldUntil)
  const price = showKsh(finalAmount)
  if (method === 'whatsapp') {
    return `We are holding the car for you until ${until}. Finish the booking with us on WhatsApp before then.`
  }
  return keepsCar
    ? `We are holding the car for you until ${until}. Pay ${price} by M-Pesa before then to confirm it.`
    : `Pay ${price} by M-Pesa by ${until} to confirm it. The car is not held for you before you have paid.`
}

function cancellationReason({ noShow, reason }: { noShow: boolean; reason: string }): string {
  const shown = reason === '' && noShow ? 'The customer did not come' : reason
  return shown && `Reason: ${shown}`
}

function rental(params: BookingParams): string {
  return [
    `Booking: ${params.reference}`,
    `Car: ${params.carName}`,
    `Pickup: ${showDay(params.startDate)}, ${params.pickupTime}, ${params.pickupLocation}`,
    `Drop-off: ${showDay(params.endDate)}, ${params.dropoffTime}, ${params.dropoffLocation}`,
    `Total: ${showKsh(params.finalAmount)}`,
  ].join('\n')
}
