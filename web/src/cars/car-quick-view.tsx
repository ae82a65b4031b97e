import type { Car } from '@twende/contract/cars/car.ts'
import { Check } from 'lucide-react'
import { links, type StaySearch } from '../links.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Rating } from '../ui/stars.tsx'
import { CarFacts } from './car-facts.tsx'
import { CarPrice } from './car-price.tsx'
import { capitalised, isRentable } from './car-words.ts'
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
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <CarPrice car={car} size="lg" />
          <span className="flex flex-1 flex-wrap gap-3 sm:flex-none">
            <LinkButton to={links.rentCar(car._id, stay)} variant="secondary" className="flex-1 sm:flex-none">
              Full details
            </LinkButton>
            <Button onClick={rent} disabled={!rentable} className="flex-1 sm:flex-none">
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

/** The pictures of a car, or its bare addresses where there is nothing more. */
export function galleryOf(car: Pick<Car, 'pictures' | 'image'>) {
  return car.pictures.length > 0 ? car.pictures : [{ address: car.image }]
}

/** Labels and values of the technical data. */
export function SpecList({ specs }: { specs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(specs).filter(([, value]) => value)
  if (entries.length === 0) return null
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-6">
      {entries.map(([label, value]) => (
        <div key={label} className="border-t border-line py-2.5">
          <dt className="text-sm text-soft">
            {capitalised(label.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())}
          </dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the car comes with. */
export function FeatureList({ features }: { features: readonly string[] }) {
  if (features.length === 0) return <p className="mt-5 text-soft">No features listed</p>
  return (
    <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2">
      {features.map((feature) => (
        <li key={feature} className="inline-flex items-center gap-1.5">
          <Check aria-hidden="true" className="size-4 shrink-0 text-acacia" />
          {feature}
        </li>
      ))}
    </ul>
  )
}
