import type { Car } from '@twende/contract/cars/car.ts'
import { useState } from 'react'
import type { StaySearch } from '../links.ts'
import { later } from '../ui/later.ts'
import { WhenOpen } from '../ui/when-open.tsx'
import { CarCard } from './car-card.tsx'

const CarQuickView = later(() => import('./car-quick-view.tsx').then((module) => module.CarQuickView))

type CarGridProps = {
  cars: readonly Car[]
  stay: StaySearch | undefined
  /** How many cards may be on the first screen: their pictures load at once. */
  priorityCount?: number
  headingLevel?: 'h2' | 'h3'
}

/** Cards of rental cars with their quick view. */
export function CarGrid({ cars, stay, priorityCount = 2, headingLevel = 'h2' }: CarGridProps) {
  const [viewed, setViewed] = useState<Car>()
  const [open, setOpen] = useState(false)
  const quickView = (car: Car) => {
    setViewed(car)
    setOpen(true)
  }
  return (
    <>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {cars.map((car, at) => (
          <li key={car._id}>
            <CarCard
              car={car}
              onQuickView={quickView}
              stay={stay}
              priority={at < priorityCount}
              headingLevel={headingLevel}
            />
          </li>
        ))}
      </ul>
      <WhenOpen open={open}>
        {viewed && <CarQuickView car={viewed} open={open} onOpenChange={setOpen} stay={stay} />}
      </WhenOpen>
    </>
  )
}
