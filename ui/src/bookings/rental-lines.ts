import { daysByPrice, type ShownPrice } from '@twende/contract/bookings/rental-price.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { daysInWords } from '../cars/car-format.ts'

type PriceParts = Pick<ShownPrice, 'dailyPrices' | 'insuranceCost' | 'discount' | 'discountPercent'>

/** How the price of a rental comes about: the days by their prices, and insurance and discount where there are any. */
export function rentalLines({
  dailyPrices,
  insuranceCost,
  discount,
  discountPercent,
}: PriceParts): { label: string; amount: number }[] {
  return [
    ...daysByPrice(dailyPrices).map(({ days, price: each }) => ({
      label: `${daysInWords(days)} × ${showKsh(each)}`,
      amount: days * each,
    })),
    ...(insuranceCost > 0 ? [{ label: m.book_insurance(), amount: insuranceCost }] : []),
    ...(discount > 0 ? [{ label: m.book_discount({ percent: discountPercent }), amount: -discount }] : []),
  ]
}
