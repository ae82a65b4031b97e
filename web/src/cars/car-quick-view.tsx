import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { isRentable } from '@twende/ui/cars/car-format.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { CatalogName } from '../content/catalog-name.ts'
import { links, type StaySearch } from '../links.ts'
import { labelledSpecs } from '../listings/listing-form/spec-labels.ts'
import { CarPrice } from './car-card.tsx'
import { FeatureList, SpecList } from './car-details.tsx'
import { CarFacts, galleryOf } from './car-facts.tsx'
import { PictureGallery } from './picture-gallery.tsx'
import { useRentCar } from './use-rent-car.ts'

type CarQuickViewProps = {
  car: Car
  open: boolean
  onOpenChange: (open: boolean) => void
  stay?: StaySearch | undefined
}

/** All that matters about a rental car without leaving the list. Import it lazily. */
export function CarQuickView({ car, open, onOpenChange, stay }: CarQuickViewProps) {
  const rentCar = useRentCar()
  const rentable = isRentable(car)
  const rent = () => {
    onOpenChange(false)
    rentCar(car._id, stay)
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
          <CarPrice car={car} size="lg" />
          <span className="grid grid-cols-2 gap-3">
            <LinkButton to={links.rentCar(car._id, stay)} variant="secondary">
              {m.fleet_full_details()}
            </LinkButton>
            <Button onClick={rent} disabled={!rentable}>
              {rentable ? m.fleet_rent_this_car() : m.fleet_unavailable()}
            </Button>
          </span>
        </div>
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <PictureGallery pictures={galleryOf(car)} subject={car.name} sizes="(min-width: 768px) 420px, 92vw" />
        <div>
          <CarFacts seats={car.seats} transmission={car.transmission} fuelType={car.fuelType} />
          <p className="mt-4">{car.description}</p>
          <SpecList specs={labelledSpecs(car.specs)} />
          <FeatureList features={car.features} />
        </div>
      </div>
    </Dialog>
  )
}

function QuickFacts({ car }: { car: Car }) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Badge tone={car.available ? 'acacia' : 'ink'}>
        {car.available ? <CatalogName kind="vehicle" name={car.category} /> : m.fleet_not_available()}
      </Badge>
      <Rating rating={car.rating} count={car.reviewCount} />
    </span>
  )
}
