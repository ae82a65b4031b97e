import { handoverDocument, returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import {
  type BookingActor,
  type BookingEventCode,
  CUSTOMER_CANCEL_REASON,
  EXPIRED_REASON,
} from '@twende/contract/bookings/booking-status.ts'
import { showKsh } from '@twende/contract/money.ts'

const NO_SHOW = 'The customer did not come'

/** The answer to a new booking, by its way of paying. */
export const submittedMessages = {
  mpesa: 'Booking submitted successfully! M-Pesa payment processing will begin shortly.',
  whatsapp: 'Booking submitted successfully! You will be redirected to WhatsApp to complete your booking.',
} as const

/** An event of the history of a booking in words. */
export function bookingEventLabel(event: BookingEventCode, by: BookingActor): string {
  if (event === 'confirm') return by === 'payment' ? 'Payment received' : 'Confirmed by staff'
  if (event === 'pay') return by === 'payment' ? 'Payment received' : 'Paid at our desk'
  if (event === 'cancel') return by === 'customer' ? CUSTOMER_CANCEL_REASON : 'Cancelled by staff'
  return labels[event]
}

const labels = {
  book: 'Booked',
  bookAtCounter: 'Booked at the counter',
  confirmUnpaid: 'Confirmed by staff without payment',
  extend: 'Prolonged',
  revive: 'Payment received after the hold ran out; the car was still free',
  expire: EXPIRED_REASON,
  noShow: NO_SHOW,
  handOver: 'Car handed over',
  takeBack: 'Car returned',
  complete: 'Completed, a day after the end',
  completeUnrecorded: 'Completed; the handover was not written down',
} as const satisfies Partial<Record<BookingEventCode, string>>

type Conditions = { handover: unknown; handover_return: unknown }

/** The note of an event: what a person wrote, or else what the booking stores about it. */
export function bookingEventNote(event: BookingEventCode, note: string, booking: Conditions): string {
  if (note !== '') return note
  if (event === 'bookAtCounter') return 'Still to be paid'
  if (event === 'handOver' && booking.handover !== null) {
    return conditionLabel(handoverDocument.read(booking.handover))
  }
  if (event === 'takeBack' && booking.handover_return !== null) {
    const { charges, ...condition } = returnDocument.read(booking.handover_return)
    const charged = charges.map(({ what, amount }) => `${what} ${showKsh(amount)}`)
    return [conditionLabel(condition), ...charged].join(' · ')
  }
  return ''
}

function conditionLabel({ km, fuel, note }: { km: number; fuel: string; note: string }): string {
  const facts = `${km.toLocaleString('en-KE')} km, fuel ${fuel}`
  return note ? `${facts}. ${note}` : facts
}

type Cancelled = { cancelled_by: string | null; no_show: boolean; cancellation_reason: string }

/** Why a booking was cancelled: what a person wrote, or else who or what cancelled it. */
export function cancellationReasonLabel(booking: Cancelled): string {
  if (booking.cancellation_reason !== '') return booking.cancellation_reason
  if (booking.no_show) return NO_SHOW
  if (booking.cancelled_by === 'clock') return EXPIRED_REASON
  return booking.cancelled_by === 'customer' ? CUSTOMER_CANCEL_REASON : ''
}
