import { type PriceSnapshot, readPriceSnapshot } from '@twende/contract/bookings/price-snapshot.ts'
import { type RentalPrice, rentalPrice, type ShownPrice } from '@twende/contract/bookings/rental-price.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { m } from '@twende/messages'
import { AppError } from '../http/app-error.ts'

/** The price of a rental by the rules of its car; refuses one that is shorter than they allow. */
export function priceOfRental(
  pricePerDay: number,
  { startDate, endDate }: { startDate: string; endDate: string },
  rules: readonly PriceRule[],
): RentalPrice {
  const price = rentalPrice(pricePerDay, startDate, endDate, rules)
  refuseTooShort(price)
  return price
}

export function refuseTooShort({ totalDays, fewestDays }: RentalPrice): void {
  if (totalDays >= fewestDays) return
  throw new AppError('rental_too_short', {
    message: m.error_rental_too_short_days({ days: fewestDays }),
    data: { fewestDays },
  })
}

/** In shillings. A higher price comes from a slip in the price rules, and its sums would not fit into the books. */
const MOST_RENTAL_AMOUNT = 100_000_000

/** Returns the price unchanged. Refuses one above the most that a rental may cost, which rules and extras can add up to. */
export function notTooDear<Price extends Pick<ShownPrice, 'finalAmount'>>(price: Price): Price {
  if (price.finalAmount <= MOST_RENTAL_AMOUNT) return price
  const message = m.error_rental_too_dear({ most: showKsh(MOST_RENTAL_AMOUNT) })
  throw new AppError('rental_dates_invalid', { message })
}

type PricedBooking = { price_snapshot: unknown; price_per_day: number; total_days: number }

/** The prices under which a booking was made. */
export function storedPrice(booking: PricedBooking): PriceSnapshot {
  return readPriceSnapshot(booking.price_snapshot, {
    pricePerDay: booking.price_per_day,
    totalDays: booking.total_days,
  })
}

/** What everybody who sees a booking may know of them. */
export function dailyPricesOf(booking: PricedBooking): Pick<ShownPrice, 'dailyPrices' | 'discountPercent'> {
  const { days, discountPercent } = storedPrice(booking)
  return { dailyPrices: days.map(({ price, insurance }) => ({ price, insurance })), discountPercent }
}
