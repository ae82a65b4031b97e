import type { Day } from '../calendar-day.ts'
import { rentalDays } from './rental-period.ts'

/** The price of a rental in whole shillings. Insurance and discount are 0 (specification, section 9). */
export type RentalPrice = {
  pricePerDay: number
  totalDays: number
  totalAmount: number
  insuranceCost: number
  discount: number
  finalAmount: number
}

/** The price of a rental period: days × the car's price a day. */
export function rentalPrice(pricePerDay: number, startDate: Day, endDate: Day): RentalPrice {
  const totalDays = rentalDays(startDate, endDate)
  const totalAmount = totalDays * pricePerDay
  const insuranceCost = 0
  const discount = 0
  return {
    pricePerDay,
    totalDays,
    totalAmount,
    insuranceCost,
    discount,
    finalAmount: totalAmount + insuranceCost - discount,
  }
}
