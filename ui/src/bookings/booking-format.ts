import type { Booking } from '@twende/contract/bookings/booking.ts'
import { isExtensionOnly } from '@twende/contract/bookings/booking-change.ts'
import { type BookingStatus, mayCancel } from '@twende/contract/bookings/booking-status.ts'
import { bookingStatusLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { freeUntil } from '@twende/contract/bookings/cancellation.ts'
import { nairobiInstant, showDay } from '@twende/contract/calendar-day.ts'
import { serverNow } from '../api/server-clock.ts'
import type { BadgeTone } from '../controls/badge.tsx'

const statusTones: Readonly<Record<BookingStatus, BadgeTone>> = {
  pending: 'sunrise',
  confirmed: 'acacia',
  active: 'ink',
  completed: 'neutral',
  cancelled: 'clay',
}

/** The status of a booking in words, and its colour. */
export function statusOf(booking: Pick<Booking, 'status' | 'carIsLost'>): { label: string; tone: BadgeTone } {
  return {
    label: bookingStatusLabel(booking),
    tone: booking.carIsLost ? 'clay' : (statusTones[booking.status] ?? 'neutral'),
  }
}

/** Whether its customer may say how it was. */
export function mayReview({ status, carIsLost, review }: Booking): boolean {
  return status === 'completed' && !carIsLost && !review?.rating
}

export function pickupWords({ startDate, pickupTime }: Pick<Booking, 'startDate' | 'pickupTime'>): string {
  return `${showDay(startDate)}, ${pickupTime}`
}

export function dropoffWords({ endDate, dropoffTime }: Pick<Booking, 'endDate' | 'dropoffTime'>): string {
  return `${showDay(endDate)}, ${dropoffTime}`
}

/** Whether paying by M-Pesa is still open: also the rest of a price, and all of it where what came goes back. */
export function isPayable({ status, paymentMethod, paymentStatus }: Booking): boolean {
  const isLookedAt = paymentStatus === 'paid' || paymentStatus === 'review'
  return status === 'pending' && paymentMethod === 'mpesa' && !isLookedAt
}

/** Whether the payment is still to be arranged in a chat. */
export function isArranged({ status, paymentMethod }: Booking): boolean {
  return status === 'pending' && paymentMethod === 'whatsapp'
}

/** Whether the page offers to cancel: the server's own rule, by the server's own clock. */
export function isCancellable({ status, endDate, dropoffTime }: Booking): boolean {
  return mayCancel({ status, endsAt: nairobiInstant(endDate, dropoffTime) }, serverNow())
}

/** Until when cancelling a booking, or changing it as one likes, costs nothing. */
export function freeTimeOf({ startDate, pickupTime, createdAt, cancellation }: Booking): Date {
  const moments = { pickupAt: nairobiInstant(startDate, pickupTime), bookedAt: new Date(createdAt) }
  return freeUntil(moments, cancellation)
}

/** Whether the page offers a later return alone: the server's own rule, by the server's own clock. */
export function mayOnlyExtend(booking: Booking): boolean {
  return isExtensionOnly({ status: booking.status, freeUntil: freeTimeOf(booking) }, serverNow())
}
