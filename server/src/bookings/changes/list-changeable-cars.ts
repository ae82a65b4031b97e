import { readBookedExtras } from '@twende/contract/bookings/booked-extras.ts'
import { changeProblem } from '@twende/contract/bookings/booking-change.ts'
import type { ChangeableCar } from '@twende/contract/bookings/change-record.ts'
import { extrasForDays, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import { getCar, similarFreeCars } from '../../cars/read-cars.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { allPriceRules } from '../../prices/read-prices.ts'
import { findBooking } from '../booking-read-store.ts'
import { changedBooking, refuseProblem } from './change-booking.ts'

const CARS_SHOWN = 12

type Choice = { bookingId: string; accountId: string; period: RentalPeriod }

/** Cars that a customer's booking could have instead of its own for a period, those most like it first. */
export async function listChangeableCars(
  { db, clock, config: { publicUrl } }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { bookingId, accountId, period }: Choice,
): Promise<ChangeableCar[]> {
  const now = clock.now()
  const booking = await findBooking(db, bookingId, accountId)
  if (!booking) throw new AppError('booking_not_found')
  refuseProblem(changeProblem(changedBooking(booking), period, now, { isOtherCar: true }))
  const own = await getCar(db, booking.car_id, publicUrl)
  const cars = await similarFreeCars(db, own, period, { now, limit: CARS_SHOWN, publicUrl })
  const rules = await allPriceRules(db)
  const extras = readBookedExtras(booking.extras)
  return cars.map((car) => {
    const ownRules = rulesOfCar(rules, { carId: car._id, category: car.category })
    const ofDays = rentalPrice(car.price, period.startDate, period.endDate, ownRules)
    const { finalAmount } = withExtras(ofDays, extrasForDays(extras, ofDays.totalDays))
    return { car, finalAmount, difference: finalAmount - booking.final_amount }
  })
}
