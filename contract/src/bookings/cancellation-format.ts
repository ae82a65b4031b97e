import { m } from '@twende/messages'
import { nairobiInstant, showInstant } from '../calendar-day.ts'
import { showKsh } from '../money.ts'
import type { Booking } from './booking.ts'
import { freeUntil, lateFee } from './cancellation.ts'
import type { CancellationPolicy, CancellationTerms } from './cancellation-policy.ts'

/** Small numbers as words. */
const number = (count: number) => m.booking_number_words().split(' ')[count] ?? String(count)

/** As people say it: whole hours where it is hours. */
export function showMinutes(minutes: number): string {
  if (minutes === 0 || minutes % 60 !== 0) return m.booking_duration_minutes({ minutes })
  return minutes === 60 ? m.booking_duration_hour() : m.booking_duration_hours({ hours: minutes / 60 })
}

const beforePickup = ({ freeHoursBefore }: CancellationPolicy) =>
  freeHoursBefore === 0
    ? m.booking_deadline_pickup()
    : m.booking_deadline_before_pickup({ duration: showMinutes(freeHoursBefore * 60) })

const isPart = (percent: number) => percent > 0 && percent < 100

function keptOfShort({ keptOfShortPercent: percent }: CancellationPolicy): string {
  if (!isPart(percent)) return daysPrice(percent === 0 ? 0 : 1)
  return percent === 50 ? m.booking_kept_half_day() : m.booking_kept_percent({ percent })
}

function daysPrice(days: number): string {
  if (days === 0) return m.booking_kept_nothing()
  return days === 1 ? m.booking_kept_one_day() : m.booking_kept_days({ days: number(days) })
}

const daysLong = (days: number) =>
  days === 1 ? m.booking_rental_one_day() : m.booking_rental_up_to_days({ days: number(days) })

/** Free until pickup already says everything: after the pickup time nothing is free. */
const countsFromBooking = ({ freeHoursBefore, freeMinutesAfter }: CancellationPolicy) =>
  freeHoursBefore > 0 && freeMinutesAfter > 0

/** When cancelling is free, in a sentence. */
export function freeWords(policy: CancellationPolicy): string {
  const deadline = beforePickup(policy)
  return countsFromBooking(policy)
    ? m.booking_free_until_or_after_booking({ deadline, duration: showMinutes(policy.freeMinutesAfter) })
    : m.booking_free_until({ deadline })
}

/** The same, and what is kept after that. */
export function policyWords(policy: CancellationPolicy): string {
  const { shortDays, keptOfShortPercent, keptOfLongDays } = policy
  const free = freeWords(policy)
  const kept = daysPrice(keptOfLongDays)
  const isShortApart = shortDays > 0 && keptOfShortPercent !== keptOfLongDays * 100
  return isShortApart
    ? m.booking_policy_kept_of_short({ free, kept, short: keptOfShort(policy), days: daysLong(shortDays) })
    : m.booking_policy_kept({ free, kept })
}

/** What comes back when, point by point. */
export function policyPoints(policy: CancellationPolicy): string[] {
  const { freeMinutesAfter, shortDays, keptOfShortPercent, keptOfLongDays } = policy
  const all = m.booking_back_everything()
  const back = keptOfLongDays === 0 ? all : m.booking_back_all_but({ kept: daysPrice(keptOfLongDays) })
  const backOfShort = keptOfShortPercent === 0 ? all : m.booking_back_all_but({ kept: keptOfShort(policy) })
  return [
    m.booking_policy_point_before({ deadline: beforePickup(policy) }),
    countsFromBooking(policy)
      ? m.booking_policy_point_after_booking({ duration: showMinutes(freeMinutesAfter) })
      : '',
    shortDays > 0 ? m.booking_policy_point_short({ days: daysLong(shortDays), back: backOfShort }) : '',
    shortDays > 0 ? m.booking_policy_point_longer({ back }) : m.booking_policy_point_any({ back }),
  ].filter((point) => point !== '')
}

type Booked = Pick<
  Booking,
  'startDate' | 'pickupTime' | 'createdAt' | 'totalDays' | 'finalAmount' | 'cancellation'
> & { dailyPrices: readonly { price: number }[] }

/** What its own terms mean for one booking: `Cancelling is free until 9 Apr 2026, 10:00. After that we keep Ksh 4,500.` */
export function bookingTerms(booked: Booked): string {
  return cancellationTermsText(cancellationTerms(booked))
}

export function cancellationTerms(booked: Booked): CancellationTerms {
  const { startDate, pickupTime, createdAt, cancellation, ...price } = booked
  const pickupAt = nairobiInstant(startDate, pickupTime)
  const until = freeUntil({ pickupAt, bookedAt: new Date(createdAt) }, cancellation)
  const fee = Math.min(lateFee(price, cancellation), price.finalAmount)
  return { fee, freeUntil: until <= new Date(createdAt) ? null : until.toISOString() }
}

export function cancellationTermsText({ fee, freeUntil: until }: CancellationTerms): string {
  if (fee === 0) return m.booking_terms_always_free()
  return until === null
    ? m.booking_terms_never_free({ fee: showKsh(fee) })
    : m.booking_terms_free_until({ until: showInstant(until), fee: showKsh(fee) })
}
