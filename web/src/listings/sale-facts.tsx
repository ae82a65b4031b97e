import type { Listing } from '@twende/contract/listings/listing.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { showKm } from '@twende/ui/listings/sale-words.ts'
import { MapPin } from 'lucide-react'

type SaleFactsProps = { car: Pick<Listing, 'year' | 'mileage' | 'location'>; className?: string }

/** Year, mileage and place: what a buyer asks first. */
export function SaleFacts({ car, className }: SaleFactsProps) {
  return (
    <p className={classes('flex flex-wrap items-center justify-between gap-x-3 text-sm', className)}>
      <span className="figures font-semibold">
        {car.year}
        <span aria-hidden="true"> · </span>
        {showKm(car.mileage)}
      </span>
      <span className="inline-flex items-center gap-1 text-soft">
        <MapPin aria-hidden="true" className="size-4 shrink-0" />
        {car.location}
      </span>
    </p>
  )
}
