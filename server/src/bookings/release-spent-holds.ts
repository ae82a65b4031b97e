import type { Db } from '../db/database.ts'
import { bookingExpiredText } from '../notifications/notification-texts.ts'
import { announceBooking } from './announce-booking.ts'
import { releaseHolds } from './booking-store.ts'

/** Frees a car, whose row the caller has locked, from holds that were not paid in time. */
export async function releaseSpentHolds(tx: Db, carId: string, now: Date): Promise<number> {
  const released = await releaseHolds(tx, carId, now)
  for (const booking of released) await announceBooking(tx, booking, bookingExpiredText, now)
  return released.length
}
