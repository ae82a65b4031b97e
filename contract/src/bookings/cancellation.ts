import type { CancellationPolicy } from './cancellation-policy.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What a customer gets back, in whole shillings. */
export type Refund = { paid: number; kept: number; refund: number; free: boolean }

type Cancelled = { paid: number; pricePerDay: number; totalDays: number; pickupAt: Date; bookedAt: Date }

/** The refund of a paid booking cancelled by its customer at `now`, under the terms it was made under. */
export function cancellationRefund(booking: Cancelled, terms: CancellationPolicy, now: Date): Refund {
  const early = booking.pickupAt.getTime() - now.getTime() >= terms.freeHoursBefore * HOUR_MS
  const fresh = now.getTime() - booking.bookedAt.getTime() <= terms.freeMinutesAfter * MINUTE_MS
  const free = early || fresh
  const kept = free ? 0 : Math.min(lateFee(booking, terms), booking.paid)
  return { paid: booking.paid, kept, refund: booking.paid - kept, free }
}

/** What a late cancellation costs. */
export function lateFee(
  { pricePerDay, totalDays }: { pricePerDay: number; totalDays: number },
  { shortDays, keptOfShortPercent, keptOfLongDays }: CancellationPolicy,
): number {
  return totalDays <= shortDays
    ? Math.ceil((pricePerDay * keptOfShortPercent) / 100)
    : pricePerDay * keptOfLongDays
}

/** Until when cancelling costs nothing. */
export function freeUntil(
  { pickupAt, bookedAt }: { pickupAt: Date; bookedAt: Date },
  { freeHoursBefore, freeMinutesAfter }: CancellationPolicy,
): Date {
  const beforePickup = pickupAt.getTime() - freeHoursBefore * HOUR_MS
  return new Date(Math.max(beforePickup, bookedAt.getTime() + freeMinutesAfter * MINUTE_MS))
}
