import type { Car } from '@twende/contract/cars/car.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { isRentable } from '@twende/ui/cars/car-format.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Price, type PriceProps } from '@twende/ui/controls/price.tsx'
import { CatalogName } from '../content/catalog-name.ts'
import { links, type StaySearch } from '../links.ts'
import { CarFacts } from './car-facts.tsx'
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
      badges={
        rentable ? (
          <Badge tone="paper">
            <CatalogName kind="vehicle" name={car.category} />
          </Badge>
        ) : (
          <Badge tone="ink">{m.fleet_not_available()}</Badge>
        )
      }
      rating={car.rating}
      price={<CarPrice car={car} />}
      action={rentable ? m.common_rent_now() : m.fleet_unavailable()}
      onAct={() => rentCar(car._id, stay)}
      onQuickView={() => onQuickView(car)}
    >
      <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} />
    </VehicleCard>
  )
}

type CarPriceProps = { car: Pick<Car, 'price' | 'stay'>; size?: PriceProps['size'] }

/** The price a day, or of the chosen stay with the day's price under it. */
export function CarPrice({ car: { price, stay }, size }: CarPriceProps) {
  if (!stay) return <Price ksh={price} per={m.common_day()} size={size} />
  return (
    <span className="flex flex-col">
      <Price ksh={stay.total} size={size} />
      <span className="figures text-sm text-soft">
        {m.fleet_days_at_price({ count: stay.days, price: showKsh(price) })}
      </span>
    </span>
  )
}
