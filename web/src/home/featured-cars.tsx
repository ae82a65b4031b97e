import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { CarCard } from '../cars/car-card.tsx'
import { CARD_CELL } from '../cars/vehicle-card.tsx'
import { links } from '../links.ts'

const CarQuickView = lazyWithRetry(() =>
  import('../cars/car-quick-view.tsx').then((module) => module.CarQuickView),
)

type FeaturedCarsProps = {
  cars: readonly Car[]
  /** Why they could not be loaded. */
  failure?: string
}

/** A handful of the fleet with a Quick View each. */
export function FeaturedCars({ cars, failure }: FeaturedCarsProps) {
  const [viewed, setViewed] = useState<Car>()
  const [open, setOpen] = useState(false)
  const view = (car: Car) => {
    setViewed(car)
    setOpen(true)
  }
  if (failure) return <LoadFailure message={failure} />
  if (cars.length === 0) return null
  return (
    <Container className="pt-20">
      <SectionHeading
        title={m.home_featured_title()}
        action={
          <LinkButton to={links.rent()} variant="secondary" size="sm">
            {m.home_featured_all()}
          </LinkButton>
        }
      >
        {m.home_featured_text()}
      </SectionHeading>
      <ul className="-mx-4 mt-8 grid snap-x snap-mandatory scroll-px-4 auto-cols-[min(84vw,20rem)] grid-flow-col grid-rows-[repeat(5,auto)] gap-x-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid-flow-row sm:auto-cols-auto sm:grid-cols-2 sm:grid-rows-none sm:gap-5 sm:overflow-visible sm:px-0 xl:grid-cols-4">
        {cars.map((car) => (
          <li key={car._id} className={`${CARD_CELL} min-w-0 snap-start`}>
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
