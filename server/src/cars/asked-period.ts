import { isRentable, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { DEFAULT_PICKUP_TIME } from '@twende/contract/business-constants.ts'
import { AppError } from '../http/app-error.ts'

type Asked = {
  startDate?: string | undefined
  endDate?: string | undefined
  pickupTime?: string | undefined
  dropoffTime?: string | undefined
}

/** The rental period in a query, if there is one; refuses one that nobody could book. */
export function askedPeriod(asked: Asked, now: Date): RentalPeriod | undefined {
  const { startDate, endDate, pickupTime = DEFAULT_PICKUP_TIME, dropoffTime = DEFAULT_PICKUP_TIME } = asked
  if (startDate === undefined && endDate === undefined) return undefined
  if (startDate === undefined || endDate === undefined) throw new AppError('rental_dates_invalid')
  const period = { startDate, endDate, pickupTime, dropoffTime }
  if (!isRentable(period, now)) throw new AppError('rental_dates_invalid')
  return period
}
