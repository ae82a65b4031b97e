import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { inOrder, showKm } from '@twende/ui/listings/sale-words.ts'
import { BadgeCheck } from 'lucide-react'
import { FeatureList, galleryOf, SpecList } from '../cars/car-details.tsx'
import { PictureGallery } from '../cars/picture-gallery.tsx'
import { links } from '../links.ts'
import { SalePrice } from './sale-price.tsx'
import { useBuyCar } from './use-buy-car.ts'

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
              Full details
            </LinkButton>
            <Button onClick={buy} disabled={!car.available}>
              Buy This Car
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
              Verified Vehicle
            </Badge>
          )}
        </div>
        <div>
          {car.verifiedAt && (
            <p className="mb-2 text-sm text-soft">
              Checked on {showDay(nairobiDay(new Date(car.verifiedAt)))}
            </p>
          )}
          <p className="break-words whitespace-pre-line">{car.description}</p>
          <h3 className="mt-6 text-lg">Specifications</h3>
          <SpecList specs={specsOf(car)} />
          <h3 className="mt-6 text-lg">Features</h3>
          <FeatureList features={car.features} />
        </div>
      </div>
    </Dialog>
  )
}

function QuickFacts({ car }: { car: Listing }) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      {!car.available && <Badge tone="ink">Sold</Badge>}
      <Badge tone="acacia">{car.category}</Badge>
      <Rating rating={car.rating} />
      <span>{car.location}</span>
    </span>
  )
}

function specsOf(car: Listing): Record<string, string> {
  return {
    year: String(car.year),
    mileage: showKm(car.mileage),
    seats: String(car.seats),
    transmission: capitalised(car.transmission),
    fuel: capitalised(car.fuelType),
    ...inOrder(car.specs),
  }
}
