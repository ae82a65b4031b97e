import type { Car } from '@twende/contract/cars/car.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import type { StaySearch } from '../links.ts'
import { CarCard } from './car-card.tsx'
import { CardGrid } from './card-grid.tsx'

const CarQuickView = lazyWithRetry(() => import('./car-quick-view.tsx').then((module) => module.CarQuickView))

type CarGridProps = {
  cars: readonly Car[]
  stay: StaySearch | undefined
  priorityCount?: number
  four?: boolean
  headingLevel?: 'h2' | 'h3'
}

/** Cards of rental cars with their quick view. */
export function CarGrid({ cars, stay, priorityCount, four, headingLevel = 'h2' }: CarGridProps) {
  return (
    <CardGrid
      vehicles={cars}
      priorityCount={priorityCount}
      four={four}
      card={(car, place) => <CarCard car={car} stay={stay} headingLevel={headingLevel} {...place} />}
      quickView={(car, dialog) => <CarQuickView car={car} stay={stay} {...dialog} />}
    />
  )
}
