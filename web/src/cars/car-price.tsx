import type { Car } from '@twende/contract/cars/car.ts'
import { showKsh } from '@twende/contract/money.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { Price, type PriceProps } from '@twende/ui/controls/price.tsx'

type CarPriceProps = { car: Pick<Car, 'price' | 'stay'>; size?: PriceProps['size'] }

/** The price a day, or of the chosen stay with the day's price under it. */
export function CarPrice({ car: { price, stay }, size }: CarPriceProps) {
  if (!stay) return <Price ksh={price} per="day" size={size} />
  return (
    <span className="flex flex-col">
      <Price ksh={stay.total} size={size} />
      <span className="figures text-sm text-soft">
        {daysInWords(stay.days)} at {showKsh(price)} a day
      </span>
    </span>
  )
}
