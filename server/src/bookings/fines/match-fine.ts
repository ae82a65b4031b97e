import type { FineMatch } from '@twende/contract/bookings/fine.ts'
import { type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { findCarByPlate, findRentalAt } from './fine-store.ts'

/** What stands on the paper of a fine: the plate, normalised, and the day and time in Nairobi. */
export type Offence = { plate: string; day: Day; time: string }

/** Finds the car of a plate and the rental in which it was out at that moment. */
export async function matchOffence(db: Db, { plate, day, time }: Offence, now: Date) {
  const at = nairobiInstant(day, time)
  if (at > now) throw new AppError('fine_in_future')
  const car = await findCarByPlate(db, plate)
  const rental = car && (await findRentalAt(db, { carId: car.id, at }))
  return { at, car, rental }
}

/** Whose a fine would be, as staff is shown before it is recorded. */
export async function findMatch(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  offence: Offence,
): Promise<FineMatch> {
  const { car, rental } = await matchOffence(db, offence, clock.now())
  return {
    car: car ? { _id: car.id, name: car.name } : null,
    rental: rental
      ? {
          _id: rental.id,
          reference: rental.reference,
          customer: rental.customer ?? '',
          reach: rental.reach,
          from: rental.from.toISOString(),
          until: rental.until?.toISOString() ?? null,
        }
      : null,
  }
}
