import type { Car } from '@twende/contract/cars/car.ts'
import { later } from '@twende/ui/loading/later.ts'
import type { StaySearch } from '../links.ts'
import { CarCard } from './car-card.tsx'
import { CardGrid } from './card-grid.tsx'

const CarQuickView = later(() => import('./car-quick-view.tsx').then((module) => module.CarQuickView))

type CarGridProps = {
  cars: readonly Car[]
  stay: StaySearch | undefined
  priorityCount?: number
  headingLevel?: 'h2' | 'h3'
}

/** Cards of rental cars with their quick view. */
export function CarGrid({ cars, stay, priorityCount, headingLevel = 'h2' }: CarGridProps) {
  return (
    <CardGrid
      vehicles={cars}
      priorityCount={priorityCount}
      card={(car, place) => <CarCard car={car} stay={stay} headingLevel={headingLevel} {...place} />}
      quickView={(car, dialog) => <CarQuickView car={car} stay={stay} {...dialog} />}
    />
  )
}
