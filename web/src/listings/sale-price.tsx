import type { Listing } from '@twende/contract/listings/listing.ts'
import { Price, type PriceProps } from '@twende/ui/controls/price.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'

type SalePriceProps = { car: Pick<Listing, 'price' | 'priceBand' | 'available'>; size?: PriceProps['size'] }

/** What a car costs, and how that compares with cars like it while it can be had. */
export function SalePrice({ car, size }: SalePriceProps) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      {car.price > 0 ? (
        <Price ksh={car.price} size={size} />
      ) : (
        <span className="font-display text-xl font-bold">Price on request</span>
      )}
      {car.available && <PriceBandBadge band={car.priceBand} />}
    </span>
  )
}
