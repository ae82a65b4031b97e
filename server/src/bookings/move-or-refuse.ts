import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { findBooking } from './booking-read-store.ts'
import { type BookingChange, type KeptBooking, moveBooking, refuseTakenCar } from './booking-store.ts'

/** Makes the move, or says why not; a booking of somebody else is not found. */
export async function moveOrRefuse(tx: Db, change: BookingChange): Promise<KeptBooking> {
  // One that kept no car may find it taken by now.
  const moved = await moveBooking(tx, change).catch(refuseTakenCar)
  if (moved) return moved
  const booking = await findBooking(tx, change.bookingId, change.ownedBy)
  throw new AppError(booking ? 'booking_wrong_state' : 'booking_not_found')
}
