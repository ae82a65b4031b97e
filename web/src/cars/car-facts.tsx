import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Armchair, Fuel, Zap } from 'lucide-react'

type CarFactsProps = Pick<Car, 'seats' | 'transmission' | 'fuelType'> & { className?: string }

/** Seats, gearbox and fuel in one line. */
export function CarFacts({ seats, transmission, fuelType, className }: CarFactsProps) {
  const FuelIcon = fuelType === 'electric' ? Zap : Fuel
  return (
    <ul
      className={classes(
        'flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft [&_li]:inline-flex [&_li]:items-center [&_li]:gap-1.5 [&_svg]:size-4 [&_svg]:shrink-0',
        className,
      )}
    >
      <li>
        <Armchair aria-hidden="true" />
        {m.fleet_seat_count({ count: seats })}
      </li>
      <li>
        <GearGate />
        {transmissionLabels[transmission]()}
      </li>
      <li>
        <FuelIcon aria-hidden="true" />
        {fuelLabels[fuelType]()}
      </li>
    </ul>
  )
}

/** The gate of a gear lever. */
function GearGate() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M5 5v14M12 5v14M19 5v7H5" />
    </svg>
  )
}

/** The pictures of a car, or its bare addresses where there is nothing more. */
export function galleryOf(car: Pick<Car, 'pictures' | 'image'>) {
  return car.pictures.length > 0 ? car.pictures : [{ address: car.image }]
}
