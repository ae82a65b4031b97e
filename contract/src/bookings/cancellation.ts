import type { CancellationPolicy } from './cancellation-policy.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What holds until the back office sets something else. */
export const CANCELLATION_POLICY: CancellationPolicy = {
  freeHoursBefore: 24,
  freeMinutesAfter: 60,
  shortDays: 2,
  keptOfShortPercent: 50,
  keptOfLongDays: 1,
}

/** What a customer gets back, in whole shillings. */
export type Refund = { paid: number; kept: number; refund: number; free: boolean }

/** What each day of a booking costs. */
type Priced = { totalDays: number; dailyPrices: readonly { price: number }[] }

type Cancelled = Priced & { paid: number; pickupAt: Date; bookedAt: Date }

/** The refund of a paid booking cancelled by its customer at `now`, under the terms it was made under. */
export function cancellationRefund(booking: Cancelled, terms: CancellationPolicy, now: Date): Refund {
  const free = now <= freeUntil(booking, terms)
  const kept = free ? 0 : Math.min(lateFee(booking, terms), booking.paid)
  return { paid: booking.paid, kept, refund: booking.paid - kept, free }
}

/**
 * What is kept of a late cancellation. One day's price is the price of the first day of the rental, several days' price
 * that of its first days; insurance and discounts do not change it. Where the days cost 6,000 (Saturday), 6,000 and 4,500,
 * half a day's price is 3,000 and two days' price 12,000.
 */
export function lateFee(
  { totalDays, dailyPrices }: Priced,
  { shortDays, keptOfShortPercent, keptOfLongDays }: CancellationPolicy,
): number {
  const firstDays = (days: number) => dailyPrices.slice(0, days).reduce((sum, { price }) => sum + price, 0)
  return totalDays <= shortDays
    ? Math.ceil((firstDays(1) * keptOfShortPercent) / 100)
    : firstDays(keptOfLongDays)
}

/** Until when cancelling costs nothing: some hours before the pickup, and some minutes from the booking in any case. */
export function freeUntil(
  { pickupAt, bookedAt }: { pickupAt: Date; bookedAt: Date },
  { freeHoursBefore, freeMinutesAfter }: CancellationPolicy,
): Date {
  const beforePickup = pickupAt.getTime() - freeHoursBefore * HOUR_MS
  const afterBooking = bookedAt.getTime() + freeMinutesAfter * MINUTE_MS
  return new Date(Math.max(beforePickup, afterBooking))
}
