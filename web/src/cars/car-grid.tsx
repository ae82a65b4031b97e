import type { Car } from '@twende/contract/cars/car.ts'
import { lazy, useState } from 'react'
import type { StaySearch } from '../links.ts'
import { WhenOpen } from '../ui/when-open.tsx'
import { CarCard } from './car-card.tsx'

const CarQuickView = lazy(() =>
  import('./car-quick-view.tsx').then((module) => ({ default: module.CarQuickView })),
)

/** Cards that can be on the first screen of a large phone or a desktop. */
const FIRST_SCREEN = 2

/** Cards of rental cars with their quick view. */
export function CarGrid({ cars, stay }: { cars: readonly Car[]; stay: StaySearch | undefined }) {
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
              priority={at < FIRST_SCREEN}
              headingLevel="h2"
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
