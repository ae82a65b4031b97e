import type { Booking } from '@twende/contract/bookings/booking.ts'
import { daysBetween, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { DriverStatus } from '@twende/contract/drivers/driver.ts'
import type { DriverProblem } from '@twende/contract/drivers/driver-rules.ts'
import { isArranged, isPayable } from '@twende/ui/bookings/booking-format.ts'

/** When something is due, where the word for it depends on the day. */
type Nearness = 'today' | 'tomorrow' | 'later'

/** What the customer of a booking does next. */
export type NextStep =
  | { code: 'pay' | 'arrange'; until: string | null }
  | { code: 'pickUp' | 'bringBack'; when: Nearness }
  | {
      code:
        | 'paymentChecked'
        | 'pickUpLate'
        | 'overdue'
        | 'carLost'
        | 'review'
        | 'reviewed'
        | 'expired'
        | 'cancelled'
    }

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
      if (booking.carIsLost) return { code: 'carLost' }
      return { code: booking.review ? 'reviewed' : 'review' }
    case 'cancelled':
      return { code: booking.cancelledBy === 'clock' ? 'expired' : 'cancelled' }
  }
}

/** What keeps the customer from driving, of the papers that were sent or not. */
export type PapersNeeded = 'missing' | 'waiting' | 'expire' | 'problem' | 'refused' | 'additional'

type KnownDrivers = {
  isCleared: boolean
  isWaived: boolean
  additional: { missing: number }
  data: readonly { status: DriverStatus; problems: readonly DriverProblem[]; isTakenOut?: boolean }[]
}

/** What is still needed of drivers before the pickup; undefined where nothing is, or where it is not time yet. */
export function papersNeeded(booking: Booking, drivers: KnownDrivers | undefined): PapersNeeded | undefined {
  const isTime = booking.status === 'confirmed' || (booking.status === 'pending' && !isPayable(booking))
  if (!isTime || !drivers) return undefined
  const { isCleared, isWaived, additional } = drivers
  const data = drivers.data.filter(({ isTakenOut }) => !isTakenOut)
  const hasChauffeur = booking.extras.some(({ kind }) => kind === 'chauffeur')
  if (isCleared || isWaived || hasChauffeur) return additional.missing > 0 ? 'additional' : undefined
  const sent = data.filter(({ status }) => status !== 'refused')
  if (sent.some(({ problems }) => problems.length === 0)) return 'waiting'
  if (sent.some(({ problems }) => problems.every((problem) => problem === 'driver_licence_ends')))
    return 'expire'
  if (sent.length > 0) return 'problem'
  return data.length > 0 ? 'refused' : 'missing'
}

function nearness(day: string, now: Date): Nearness {
  const days = daysBetween(nairobiDay(now), day)
  if (days <= 0) return 'today'
  return days === 1 ? 'tomorrow' : 'later'
}
