import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { showKsh } from '@twende/contract/money.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { Price } from '@twende/ui/controls/price.tsx'

/** How the total comes about. */
export function PriceLines({ price }: { price: RentalPrice }) {
  const { totalDays, pricePerDay, totalAmount, insuranceCost, discount, finalAmount } = price
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-t border-line pt-4">
      <dt>
        {daysInWords(totalDays)} × {showKsh(pricePerDay)}
      </dt>
      <dd className="text-right">{showKsh(totalAmount)}</dd>
      <dt className="text-soft">Insurance</dt>
      <dd className="text-right text-soft">{showKsh(insuranceCost)}</dd>
      <dt className="text-soft">Discount</dt>
      <dd className="text-right text-soft">{showKsh(discount)}</dd>
      <dt className="mt-1 self-center font-semibold">Total</dt>
      <dd className="mt-1 text-right">
        <Price ksh={finalAmount} />
      </dd>
    </dl>
  )
}
