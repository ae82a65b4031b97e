import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { BadgeCheck } from 'lucide-react'
import { FeatureList, SpecList } from '../../cars/car-details.tsx'
import { galleryOf } from '../../cars/car-facts.tsx'
import { PictureGallery } from '../../cars/picture-gallery.tsx'
import { CatalogName } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import { labelledSpecs } from '../listing-form/spec-labels.ts'
import { SalePrice, useBuyCar } from './sale-card.tsx'

type SaleQuickViewProps = { car: Listing; open: boolean; onOpenChange: (open: boolean) => void }

/** All that matters about a car for sale without leaving the list. Import it lazily. */
export function SaleQuickView({ car, open, onOpenChange }: SaleQuickViewProps) {
  const buyCar = useBuyCar()
  const buy = () => {
    onOpenChange(false)
    buyCar(car._id)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={car.name}
      description={<QuickFacts car={car} />}
      footer={
        <div className="flex w-full flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <SalePrice car={car} size="lg" />
          <span className="grid grid-cols-2 gap-3">
            <LinkButton to={links.buyCar(car._id)} variant="secondary">
              {m.buy_full_details()}
            </LinkButton>
            <Button onClick={buy} disabled={!car.available}>
              {m.buy_this_car()}
            </Button>
          </span>
        </div>
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <div className="relative self-start">
          <PictureGallery
            pictures={galleryOf(car)}
            subject={car.name}
            sizes="(min-width: 768px) 420px, 92vw"
          />
          {car.verified && (
            <Badge tone="acacia" icon={<BadgeCheck aria-hidden="true" />} className="absolute top-3 left-3">
              {m.buy_verified()}
            </Badge>
          )}
        </div>
        <div>
          {car.verifiedAt && (
            <p className="mb-2 text-sm text-soft">
              {m.buy_checked_on({ day: showDay(nairobiDay(new Date(car.verifiedAt))) })}
            </p>
          )}
          <p className="whitespace-pre-line">{car.description}</p>
          <h3 className="mt-6 text-lg">{m.buy_specifications()}</h3>
          <SpecList specs={specsOf(car)} />
          <h3 className="mt-6 text-lg">{m.common_features()}</h3>
          <FeatureList features={car.features} />
        </div>
      </div>
    </Dialog>
  )
}

function QuickFacts({ car }: { car: Listing }) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      {!car.available && <Badge tone="ink">{m.buy_sold()}</Badge>}
      <Badge tone="acacia">
        <CatalogName kind="vehicle" name={car.category} />
      </Badge>
      <Rating rating={car.rating} />
      <span>
        <CatalogName kind="location" name={car.location} />
      </span>
    </span>
  )
}

function specsOf(car: Listing): Record<string, string> {
  return {
    [m.common_year()]: String(car.year),
    [m.common_mileage()]: showKm(car.mileage),
    [m.common_seats()]: String(car.seats),
    [m.common_transmission()]: transmissionLabels[car.transmission](),
    [m.common_fuel_type()]: fuelLabels[car.fuelType](),
    ...labelledSpecs(car.specs),
  }
}
