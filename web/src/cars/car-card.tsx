import type { Car } from '@twende/contract/cars/car.ts'
import { Link } from 'react-router'
import { links, type StaySearch } from '../links.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Picture } from '../ui/picture.tsx'
import { Rating } from '../ui/stars.tsx'
import { CarFacts } from './car-facts.tsx'
import { CarPrice } from './car-price.tsx'
import { isRentable } from './car-words.ts'
import { useRentCar } from './use-rent-car.ts'

export const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 31vw, (min-width: 640px) 47vw, 86vw'

type CarCardProps = {
  car: Car
  onQuickView: (car: Car) => void
  stay?: StaySearch | undefined
  sizes?: string | undefined
  /** For cards on the first screen. */
  priority?: boolean | undefined
  headingLevel?: 'h2' | 'h3' | undefined
}

/** A rental car in one glance: picture, name, three facts, price, one action. */
export function CarCard({ car, onQuickView, stay, sizes, priority, headingLevel = 'h3' }: CarCardProps) {
  const rentable = isRentable(car)
  const rentCar = useRentCar()
  const Heading = headingLevel
  return (
    <article className="panel relative flex h-full flex-col overflow-hidden">
      <div className="relative">
        <Picture
          address={car.pictures[0]?.address ?? car.image}
          placeholder={car.pictures[0]?.placeholder}
          alt=""
          sizes={sizes ?? CARD_SIZES}
          priority={priority}
          className={classes(!rentable && 'opacity-60 grayscale')}
        />
        <span className="absolute top-3 left-3 flex gap-1.5">
          {rentable ? <Badge tone="paper">{car.category}</Badge> : <Badge tone="ink">Not Available</Badge>}
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-3">
          <Heading className="min-w-0 text-xl leading-snug">
            <Link to={links.rentCar(car._id, stay)} className="rounded-xs underline-offset-4 hover:underline">
              {car.name}
            </Link>
          </Heading>
          <Rating rating={car.rating} className="mt-1 shrink-0" />
        </div>
        <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} />
        <div className="mt-auto pt-2">
          <CarPrice car={car} />
          <div className="mt-3 grid grid-cols-2 gap-2">
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Quick View: ${car.name}`}
              onClick={() => onQuickView(car)}
            >
              Quick View
            </Button>
            <Button
              size="sm"
              disabled={!rentable}
              aria-label={rentable ? `Rent Now: ${car.name}` : `Unavailable: ${car.name}`}
              onClick={() => rentCar(car._id, stay)}
            >
              {rentable ? 'Rent Now' : 'Unavailable'}
            </Button>
          </div>
        </div>
      </div>
    </article>
  )
}
