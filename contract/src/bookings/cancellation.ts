const HOUR_MS = 3_600_000

/** What a customer gets back, in whole shillings. */
export type Refund = { paid: number; kept: number; refund: number; free: boolean }

/**
 * The refund of a paid booking cancelled by its customer at `now`.
 * Free until 24 h before pickup or within an hour of booking; later one day's price is kept,
 * half a day's for rentals of up to two days.
 */
export function cancellationRefund(
  booking: { paid: number; pricePerDay: number; totalDays: number; pickupAt: Date; bookedAt: Date },
  now: Date,
): Refund {
  const early = booking.pickupAt.getTime() - now.getTime() >= 24 * HOUR_MS
  const fresh = now.getTime() - booking.bookedAt.getTime() <= HOUR_MS
  const free = early || fresh
  const fee = booking.totalDays <= 2 ? Math.ceil(booking.pricePerDay / 2) : booking.pricePerDay
  const kept = free ? 0 : Math.min(fee, booking.paid)
  return { paid: booking.paid, kept, refund: booking.paid - kept, free }
}
