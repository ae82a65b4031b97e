import type { Car } from '@twende/contract/cars/car.ts'
import { isRentable } from '@twende/ui/cars/car-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Rating } from '@twende/ui/controls/stars.tsx'
import { links, type StaySearch } from '../links.ts'
import { FeatureList, galleryOf, SpecList } from './car-details.tsx'
import { CarFacts } from './car-facts.tsx'
import { CarPrice } from './car-price.tsx'
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
              Full details
            </LinkButton>
            <Button onClick={rent} disabled={!rentable}>
              {rentable ? 'Rent This Car' : 'Unavailable'}
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
          <SpecList specs={car.specs} />
          <FeatureList features={car.features} />
        </div>
      </div>
    </Dialog>
  )
}

function QuickFacts({ car }: { car: Car }) {
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Badge tone={car.available ? 'acacia' : 'ink'}>{car.available ? car.category : 'Not Available'}</Badge>
      <Rating rating={car.rating} count={car.reviewCount} />
    </span>
  )
}
