import { cardPicture } from '@twende/contract/listings/card-picture.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Price, type PriceProps } from '@twende/ui/controls/price.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { MapPin } from 'lucide-react'
import { useNavigate } from 'react-router'
import { whenSignedIn } from '../../accounts/when-signed-in.ts'
import { CarFacts } from '../../cars/car-facts.tsx'
import { type CardPlace, VehicleCard } from '../../cars/vehicle-card.tsx'
import { CatalogName } from '../../content/catalog-name.ts'
import { type CarState, links } from '../../links.ts'

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
          {!car.available && <Badge tone="ink">{m.buy_sold()}</Badge>}
          <Badge tone="paper">
            <CatalogName kind="vehicle" name={car.category} />
          </Badge>
        </>
      }
      rating={car.rating}
      price={<SalePrice car={car} />}
      action={car.available ? m.buy_now() : m.buy_sold()}
      onAct={() => buyCar(car._id)}
      onQuickView={() => onQuickView(car)}
    >
      <SaleFacts car={car} />
      <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} />
    </VehicleCard>
  )
}

type SaleFactsProps = { car: Pick<Listing, 'year' | 'mileage' | 'location'>; className?: string }

/** Year, mileage and place: what a buyer asks first. */
function SaleFacts({ car, className }: SaleFactsProps) {
  return (
    <p className={classes('flex flex-wrap items-center justify-between gap-x-3 text-sm', className)}>
      <span className="figures font-semibold">
        {car.year}
        <span aria-hidden="true"> · </span>
        {showKm(car.mileage)}
      </span>
      <span className="inline-flex items-center gap-1 text-soft">
        <MapPin aria-hidden="true" className="size-4 shrink-0" />
        <CatalogName kind="location" name={car.location} />
      </span>
    </p>
  )
}

type SalePriceProps = { car: Pick<Listing, 'price' | 'priceBand' | 'available'>; size?: PriceProps['size'] }

/** What a car costs, and how that compares with cars like it while it can be had. */
export function SalePrice({ car, size }: SalePriceProps) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      {car.price > 0 ? (
        <Price ksh={car.price} size={size} />
      ) : (
        <span className="font-display text-xl font-bold">{m.buy_price_on_request()}</span>
      )}
      {car.available && <PriceBandBadge band={car.priceBand} />}
    </span>
  )
}

/** Goes on to buy a car: to the purchase page when signed in, else through the login popup first. */
export function useBuyCar(): (carId: string) => void {
  const navigate = useNavigate()
  return (carId) => whenSignedIn(() => void navigate(links.purchase, { state: { carId } satisfies CarState }))
}
