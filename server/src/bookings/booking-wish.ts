import { createHash } from 'node:crypto'
import type { BookingRequest } from '@twende/contract/bookings/booking.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'

/** A hash of what the customer chose, to notice a repeated key that comes with other wishes. */
export function wishHash(request: BookingRequest): string {
  const { finalAmount: _, paymentDetails, ...wishes } = request
  const sorted = JSON.stringify({ ...wishes, mpesaNumber: paymentDetails?.mpesaNumber ?? '' }, byName)
  return createHash('sha256').update(sorted).digest('hex')
}

/** Lists fields by name, whatever order they came in. */
function byName(_key: string, value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function wishedInstants(request: BookingRequest): { startsAt: Date; endsAt: Date } {
  return {
    startsAt: nairobiInstant(request.startDate, request.pickupTime),
    endsAt: nairobiInstant(request.endDate, request.dropoffTime),
  }
}
