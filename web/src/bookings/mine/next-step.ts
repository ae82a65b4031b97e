import type { Booking } from '@twende/contract/bookings/booking.ts'
import { daysBetween, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { isArranged, isPayable } from '@twende/ui/bookings/booking-format.ts'

/** When something is due, where the word for it depends on the day. */
type Nearness = 'today' | 'tomorrow' | 'later'

/** What the customer of a booking does next. */
export type NextStep =
  | { code: 'pay' | 'arrange'; until: string | null }
  | { code: 'pickUp' | 'bringBack'; when: Nearness }
  | { code: 'paymentChecked' | 'pickUpLate' | 'overdue' | 'review' | 'reviewed' | 'expired' | 'cancelled' }

export function nextStepOf(booking: Booking, now: Date): NextStep {
  switch (booking.status) {
    case 'pending': {
      const until = booking.holdExpiresAt
      if (isPayable(booking)) return { code: 'pay', until }
      return isArranged(booking) ? { code: 'arrange', until } : { code: 'paymentChecked' }
    }
    case 'confirmed': {
      if (nairobiInstant(booking.startDate, booking.pickupTime) < now) return { code: 'pickUpLate' }
      return { code: 'pickUp', when: nearness(booking.startDate, now) }
    }
    case 'active': {
      if (nairobiInstant(booking.endDate, booking.dropoffTime) < now) return { code: 'overdue' }
      return { code: 'bringBack', when: nearness(booking.endDate, now) }
    }
    case 'completed':
      return { code: booking.review ? 'reviewed' : 'review' }
    case 'cancelled':
      return { code: booking.cancelledBy === 'clock' ? 'expired' : 'cancelled' }
  }
}

function nearness(day: string, now: Date): Nearness {
  const days = daysBetween(nairobiDay(now), day)
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : 'later'
}
