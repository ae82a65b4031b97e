import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import type { PriceWithExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { rentalLines } from './rental-lines.ts'

type PriceParts = Parameters<typeof rentalLines>[0] & Pick<PriceWithExtras, 'extras'>

/** How a total comes about: the lines of the rental, and one for each extra. `nameOf` gives places their name in the language of the page. */
export function priceLines(
  price: PriceParts,
  nameOf?: (place: string) => string,
): { label: string; amount: number }[] {
  const extras = price.extras.map((line) => ({ label: extraLabel(line, nameOf), amount: line.amount }))
  return [...rentalLines(price), ...extras]
}
