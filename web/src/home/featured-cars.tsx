import type { Car } from '@twende/contract/cars/car.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { CarCard } from '../cars/car-card.tsx'
import { links } from '../links.ts'

const CarQuickView = later(() => import('../cars/car-quick-view.tsx').then((m) => m.CarQuickView))

/** A handful of the fleet with a Quick View each. */
export function FeaturedCars({ cars }: { cars: readonly Car[] }) {
  const [viewed, setViewed] = useState<Car>()
  const [open, setOpen] = useState(false)
  const view = (car: Car) => {
    setViewed(car)
    setOpen(true)
  }
  if (cars.length === 0) return null
  return (
    <Container className="pt-20">
      <SectionHeading
        title="Featured vehicles"
        action={
          <LinkButton to={links.rent()} variant="secondary" size="sm">
            See the whole fleet
          </LinkButton>
        }
      >
        Fuelled, washed and ready to leave today.
      </SectionHeading>
      <ul className="-mx-4 mt-8 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-5 sm:overflow-visible sm:px-0 xl:grid-cols-4">
        {cars.map((car) => (
          <li key={car._id} className="w-[84vw] max-w-80 shrink-0 snap-start sm:w-auto sm:max-w-none">
            <CarCard
              car={car}
              onQuickView={view}
              sizes="(min-width: 1280px) 290px, (min-width: 640px) 47vw, 84vw"
            />
          </li>
        ))}
      </ul>
      <WhenOpen open={open}>
        {viewed && <CarQuickView car={viewed} open={open} onOpenChange={setOpen} />}
      </WhenOpen>
    </Container>
  )
}
