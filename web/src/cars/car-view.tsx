import type { Car, CarReview } from '@twende/contract/cars/car.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Breadcrumbs, Container } from '@twende/ui/controls/layout.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { links } from '../links.ts'
import { FeatureList, galleryOf, SpecList } from './car-details.tsx'
import { CarFacts } from './car-facts.tsx'
import { CarGrid } from './car-grid.tsx'
import { CarReviews } from './car-reviews.tsx'
import { RentBar, RentPanel } from './rent-panel.tsx'
import { useStay } from './use-stay.ts'

type CarViewProps = { today: string; car: Car; reviews: readonly CarReview[]; more: readonly Car[] }

/** One rental car, whole: pictures, price of one's stay, facts, reviews, and others like it. */
export function CarView({ today, car, reviews, more }: CarViewProps) {
  const stay = useStay(car._id)
  return (
    <Container className="py-6 lg:py-10">
      <Breadcrumbs crumbs={[{ label: 'For Rent', to: links.rent() }, { label: car.name }]} />
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="min-w-0">
          <Gallery
            pictures={galleryOf(car)}
            subject={car.name}
            sizes="(min-width: 1280px) 720px, (min-width: 1024px) 56vw, 92vw"
            priority
          />
        </div>
        <div className="lg:row-span-2">
          <CarHead car={car} />
          <RentPanel today={today} car={car} stay={stay} />
        </div>
        <CarStory car={car} />
      </div>
      <CarReviews reviews={reviews} rating={car.rating} count={car.reviewCount} />
      {more.length > 0 && (
        <section className="mt-14" aria-labelledby="more-cars">
          <h2 id="more-cars" className="mb-5 text-2xl sm:text-3xl">
            More like this
          </h2>
          <CarGrid cars={more} stay={stay.chosen} priorityCount={0} headingLevel="h3" />
        </section>
      )}
      <RentBar car={car} stay={stay} />
    </Container>
  )
}

function CarHead({ car }: { car: Car }) {
  return (
    <header>
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={car.available ? 'acacia' : 'ink'}>
          {car.available ? car.category : 'Not Available'}
        </Badge>
        <Rating rating={car.rating} count={car.reviewCount} />
      </p>
      <h1 className="title mt-3">{car.name}</h1>
      <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} className="mt-3" />
    </header>
  )
}

function CarStory({ car }: { car: Car }) {
  return (
    <section aria-label="About this car" className="max-w-2xl">
      <p className="text-lg">{car.description}</p>
      <h2 className="mt-8 text-2xl">Specifications</h2>
      <SpecList specs={car.specs} />
      <h2 className="mt-8 text-2xl">Features</h2>
      <FeatureList features={car.features} />
    </section>
  )
}
