import type { Listing } from '@twende/contract/listings/listing.ts'
import { later } from '@twende/ui/loading/later.ts'
import { CardGrid } from '../cars/card-grid.tsx'
import { SaleCard } from './sale-card.tsx'

const SaleQuickView = later(() => import('./sale-quick-view.tsx').then((module) => module.SaleQuickView))

type SaleGridProps = { cars: readonly Listing[]; priorityCount?: number; headingLevel?: 'h2' | 'h3' }

/** Cards of cars for sale with their quick view. */
export function SaleGrid({ cars, priorityCount, headingLevel = 'h2' }: SaleGridProps) {
  return (
    <CardGrid
      vehicles={cars}
      priorityCount={priorityCount}
      card={(car, place) => <SaleCard car={car} headingLevel={headingLevel} {...place} />}
      quickView={(car, dialog) => <SaleQuickView car={car} {...dialog} />}
    />
  )
}
