import { cardPicture } from '@twende/contract/listings/card-picture.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { CarFacts } from '../cars/car-facts.tsx'
import { type CardPlace, VehicleCard } from '../cars/vehicle-card.tsx'
import { links } from '../links.ts'
import { SaleFacts } from './sale-facts.tsx'
import { SalePrice } from './sale-price.tsx'
import { useBuyCar } from './use-buy-car.ts'

type SaleCardProps = CardPlace & { car: Listing; onQuickView: (car: Listing) => void }

/** A car for sale among others. */
export function SaleCard({ car, onQuickView, ...place }: SaleCardProps) {
  const buyCar = useBuyCar()
  const address = cardPicture(car)
  return (
    <VehicleCard
      {...place}
      name={car.name}
      to={links.buyCar(car._id)}
      picture={{
        address,
        placeholder: car.pictures.find((picture) => picture.address === address)?.placeholder,
      }}
      gone={!car.available}
      badges={
        <>
          {!car.available && <Badge tone="ink">Sold</Badge>}
          <Badge tone="paper">{car.category}</Badge>
        </>
      }
      rating={car.rating}
      price={<SalePrice car={car} />}
      action={car.available ? 'Buy Now' : 'Sold'}
      onAct={() => buyCar(car._id)}
      onQuickView={() => onQuickView(car)}
    >
      <SaleFacts car={car} />
      <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} />
    </VehicleCard>
  )
}
