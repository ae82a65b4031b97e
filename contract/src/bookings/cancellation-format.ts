import { nairobiInstant, showInstant } from '../calendar-day.ts'
import { showKsh } from '../money.ts'
import type { Booking } from './booking.ts'
import { freeUntil, lateFee } from './cancellation.ts'
import type { CancellationPolicy } from './cancellation-policy.ts'

const NUMBERS = 'no one two three four five six seven eight nine ten'.split(' ')
const number = (count: number) => NUMBERS[count] ?? String(count)

/** As people say it: whole hours where it is hours. */
export function showMinutes(minutes: number): string {
  if (minutes === 0 || minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}

const beforePickup = ({ freeHoursBefore }: CancellationPolicy) =>
  freeHoursBefore === 0 ? 'pickup' : `${showMinutes(freeHoursBefore * 60)} before pickup`

const isPart = (percent: number) => percent > 0 && percent < 100

function keptOfShort({ keptOfShortPercent: percent }: CancellationPolicy): string {
  if (!isPart(percent)) return daysPrice(percent === 0 ? 0 : 1)
  return percent === 50 ? 'half a day’s price' : `${percent}% of a day’s price`
}

function daysPrice(days: number): string {
  if (days === 0) return 'nothing'
  return days === 1 ? 'one day’s price' : `${number(days)} days’ price`
}

const daysLong = (days: number) => (days === 1 ? 'one day' : `up to ${number(days)} days`)

/** Free until pickup already says everything: after the pickup time nothing is free. */
const countsFromBooking = ({ freeHoursBefore, freeMinutesAfter }: CancellationPolicy) =>
  freeHoursBefore > 0 && freeMinutesAfter > 0

/** When cancelling is free, in a sentence. */
export function freeWords(policy: CancellationPolicy): string {
  const fresh = countsFromBooking(policy)
    ? `, or within ${showMinutes(policy.freeMinutesAfter)} of booking and before pickup`
    : ''
  return `Cancelling is free until ${beforePickup(policy)}${fresh}.`
}

/** The same, and what is kept after that. */
export function policyWords(policy: CancellationPolicy): string {
  const long = daysPrice(policy.keptOfLongDays)
  const short = keptOfShort(policy)
  const apart = policy.shortDays > 0 && short !== long
  const others = apart ? `, or ${short} for rentals of ${daysLong(policy.shortDays)}` : ''
  return `${freeWords(policy)} After that we keep ${long}${others}.`
}

/** What comes back when, point by point. */
export function policyPoints(policy: CancellationPolicy): string[] {
  const { freeMinutesAfter, shortDays, keptOfLongDays } = policy
  const but = (kept: string) => (kept === 'nothing' ? 'everything you paid' : `everything but ${kept}`)
  return [
    `Until ${beforePickup(policy)}: everything you paid.`,
    countsFromBooking(policy)
      ? `Within ${showMinutes(freeMinutesAfter)} of booking and before pickup, however soon that is: everything you paid.`
      : '',
    shortDays > 0
      ? `Later than that, for a rental of ${daysLong(shortDays)}: ${but(keptOfShort(policy))}.`
      : '',
    `Later than that, for ${shortDays > 0 ? 'a longer' : 'any'} rental: ${but(daysPrice(keptOfLongDays))}.`,
  ].filter((point) => point !== '')
}

type Booked = Pick<
  Booking,
  'startDate' | 'pickupTime' | 'createdAt' | 'pricePerDay' | 'totalDays' | 'finalAmount' | 'cancellation'
>

/** What its own terms mean for one booking: `Cancelling is free until 9 Apr 2026, 10:00. After that we keep Ksh 4,500.` */
export function bookingTerms(booked: Booked): string {
  return cancellationTermsText(cancellationTerms(booked))
}

/** What cancelling one booking costs, and until when it is free; null if it never is. */
export type CancellationTerms = { fee: number; freeUntil: string | null }

export function cancellationTerms(booked: Booked): CancellationTerms {
  const { startDate, pickupTime, createdAt, cancellation, ...price } = booked
  const pickupAt = nairobiInstant(startDate, pickupTime)
  const until = freeUntil({ pickupAt, bookedAt: new Date(createdAt) }, cancellation)
  const fee = Math.min(lateFee(price, cancellation), price.finalAmount)
  return { fee, freeUntil: until <= new Date(createdAt) ? null : until.toISOString() }
}

export function cancellationTermsText({ fee, freeUntil: until }: CancellationTerms): string {
  if (fee === 0) return 'Cancelling is free until the car is handed over.'
  return until === null
    ? `Cancelling is not free: we keep ${showKsh(fee)}.`
    : `Cancelling is free until ${showInstant(until)}. After that we keep ${showKsh(fee)}.`
}
