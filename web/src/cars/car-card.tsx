import type { Car } from '@twende/contract/cars/car.ts'
import { isRentable } from '@twende/ui/cars/car-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { links, type StaySearch } from '../links.ts'
import { CarFacts } from './car-facts.tsx'
import { CarPrice } from './car-price.tsx'
import { useRentCar } from './use-rent-car.ts'
import { type CardPlace, VehicleCard } from './vehicle-card.tsx'

type CarCardProps = CardPlace & {
  car: Car
  onQuickView: (car: Car) => void
  stay?: StaySearch | undefined
}

/** A rental car among others. */
export function CarCard({ car, onQuickView, stay, ...place }: CarCardProps) {
  const rentable = isRentable(car)
  const rentCar = useRentCar()
  return (
    <VehicleCard
      {...place}
      name={car.name}
      to={links.rentCar(car._id, stay)}
      picture={{ address: car.pictures[0]?.address ?? car.image, placeholder: car.pictures[0]?.placeholder }}
      gone={!rentable}
      badges={rentable ? <Badge tone="paper">{car.category}</Badge> : <Badge tone="ink">Not Available</Badge>}
      rating={car.rating}
      price={<CarPrice car={car} />}
      action={rentable ? 'Rent Now' : 'Unavailable'}
      onAct={() => rentCar(car._id, stay)}
      onQuickView={() => onQuickView(car)}
    >
      <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} />
    </VehicleCard>
  )
}
