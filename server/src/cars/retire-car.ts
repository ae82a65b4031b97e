import type { Db } from '../db/database.ts'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type CarChange, changeCar, countLiveBookings, type StoredCar } from './car-store.ts'
import { lockOne } from './save-car.ts'

type RetireDeps = Pick<AppDeps, 'db' | 'clock'>
type Change = (car: StoredCar, tx: Db, now: Date) => CarChange | Promise<CarChange>

/** Offers a car for rent, or no longer; bookings that were made stand. */
export async function setCarAvailable(deps: RetireDeps, carId: string, available: boolean): Promise<void> {
  await change(deps, carId, (car) => {
    if (car.retired_at) throw new AppError('car_is_retired')
    return { available }
  })
}

/** Takes a car out of the fleet; whoever books it at the same time waits, and one of the two is refused. */
export async function retireCar(deps: RetireDeps, carId: string): Promise<void> {
  await change(deps, carId, async (car, tx, now) => {
    if (car.retired_at) throw new AppError('car_is_retired')
    const live = await countLiveBookings(tx, carId, now)
    if (live > 0) throw new AppError('car_has_bookings', { data: { liveBookings: live } })
    return { retired_at: now }
  })
}

/** Puts a retired car back into the fleet, offered for rent or not as it was when it left. */
export async function restoreCar(deps: RetireDeps, carId: string): Promise<void> {
  await change(deps, carId, (car) => {
    if (!car.retired_at) throw new AppError('car_not_retired')
    return { retired_at: null }
  })
}

async function change({ db, clock }: RetireDeps, carId: string, decide: Change): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const car = await lockOne(tx, carId)
    const decided = await decide(car, tx, now)
    await changeCar(tx, carId, { ...decided, updated_at: nextUpdatedAt(car.updated_at, now) })
  })
}
