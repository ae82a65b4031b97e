import type { Db } from '../db/database.ts'
import { addCarRating } from './car-store.ts'

/** Counts a new review into the car's rating, in the transaction that keeps the review. */
export async function rateCar(tx: Db, carId: string, rating: number): Promise<void> {
  await addCarRating(tx, carId, rating)
}
