import type { BookingRequest } from '@twende/contract/bookings/booking.ts'
import type { Db } from '../db/database.ts'
import type { HoldOrigin } from '../holds/hold-origin.ts'
import { AppError } from '../http/app-error.ts'
import { findByIdempotencyKey, findSameWish } from './booking-read-store.ts'
import { wishedInstants, wishHash } from './booking-wish.ts'

export type Asked = {
  accountId: string
  request: BookingRequest
  idempotencyKey: string | undefined
  /** Undefined for bookings that our own programs make. */
  origin: HoldOrigin | undefined
}

const PRESSED_TWICE_MS = 2 * 60_000

/** The booking this request has made already: by its key, or by the same wish moments ago. The account is locked. */
export async function findEarlierRequest(
  tx: Db,
  { accountId, request, idempotencyKey }: Asked,
  now: Date,
): Promise<string | undefined> {
  if (idempotencyKey !== undefined) {
    const first = await findByIdempotencyKey(tx, accountId, idempotencyKey)
    if (first && first.request_hash !== wishHash(request)) throw new AppError('idempotency_conflict')
    if (first) return first.id
  }
  const { carId, paymentMethod } = request
  const wish = { accountId, carId, paymentMethod, ...wishedInstants(request) }
  const same = await findSameWish(tx, wish, new Date(now.getTime() - PRESSED_TWICE_MS), now)
  // Other words about the same stay: neither a second press nor a stranger's car.
  if (same && same.request_hash !== wishHash(request)) {
    throw new AppError('already_held', { data: { bookingId: same.id } })
  }
  return same?.id
}
