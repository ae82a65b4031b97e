import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing, PriceGuide } from '@twende/contract/listings/listing.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { PriceBandGuide } from '@twende/ui/listings/price-band-guide.tsx'
import { BadgeCheck, CalendarDays, Gauge, MapPin } from 'lucide-react'
import { CarFacts } from '../cars/car-facts.tsx'

/** What the car is, and what it costs beside similar ones. */
export function ListingHead({ listing, guide }: { listing: Listing; guide: PriceGuide | null }) {
  const { name, category, price, available, verified, verifiedAt, rating, year, mileage, location } = listing
  return (
    <header>
      <p className="flex flex-wrap items-center gap-2">
        {!available && <Badge tone="ink">Sold</Badge>}
        {verified && (
          <Badge tone="acacia" icon={<BadgeCheck aria-hidden="true" />}>
            Verified Vehicle
          </Badge>
        )}
        <Badge>{category}</Badge>
        <Rating rating={rating} className="ml-1" />
      </p>
      <h1 className="title mt-3">{name}</h1>
      {verifiedAt && (
        <p className="text-sm text-soft">Checked on {showDay(nairobiDay(new Date(verifiedAt)))}</p>
      )}
      <ul className="figures mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft [&_li]:inline-flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0">
        <li>
          <CalendarDays aria-hidden="true" />
          {year}
        </li>
        <li>
          <Gauge aria-hidden="true" />
          {mileage.toLocaleString('en-KE')} km
        </li>
        <li>
          <MapPin aria-hidden="true" />
          {location}
        </li>
      </ul>
      <CarFacts
        seats={listing.seats}
        transmission={listing.transmission}
        fuelType={listing.fuelType}
        className="mt-1"
      />
      <p className="mt-5 flex flex-wrap items-center gap-3">
        {price > 0 ? (
          <Price ksh={price} size="lg" />
        ) : (
          <span className="font-display text-2xl font-bold">Price on request</span>
        )}
        <PriceBandBadge band={listing.priceBand} />
      </p>
      {guide && <PriceBandGuide price={price} guide={guide} />}
    </header>
  )
}
