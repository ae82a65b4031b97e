import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { showKsh } from '@twende/contract/money.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { MapPin } from 'lucide-react'
import { CarFacts } from '../cars/car-facts.tsx'
import type { Choices } from './booking-choices.ts'
import { PriceLines } from './price-lines.tsx'

type BookingSummaryProps = { car: Car; choices: Choices; price: RentalPrice | undefined }

/** The car, the stay and the price at the side of the wizard; on phones only the car. */
export function BookingSummary({ car, choices, price }: BookingSummaryProps) {
  return (
    <aside aria-label="Your booking" className="panel overflow-hidden lg:sticky lg:top-24">
      <div className="flex items-center gap-4 p-3 lg:block lg:p-0">
        <Picture
          address={car.image}
          placeholder={car.pictures[0]?.placeholder}
          alt=""
          sizes="(min-width: 1024px) 384px, 112px"
          priority
          className="w-28 shrink-0 rounded-md lg:w-full lg:rounded-none"
        />
        <div className="min-w-0 lg:px-5 lg:pt-5">
          <p className="kicker">{car.category}</p>
          <p className="font-display text-lg leading-tight font-bold tracking-tight lg:text-2xl">
            {car.name}
          </p>
          <Price ksh={car.price} per="day" size="sm" className="mt-1 block lg:hidden" />
          <CarFacts
            seats={car.seats}
            transmission={car.transmission}
            fuelType={car.fuelType}
            className="mt-3 hidden lg:flex"
          />
        </div>
      </div>
      <div className="hidden gap-4 p-5 lg:grid">
        <Stay choices={choices} />
        {price ? (
          <PriceLines price={price} />
        ) : (
          <p className="border-t border-line pt-4">
            <Price ksh={car.price} per="day" />
          </p>
        )}
        <Terms car={car} />
      </div>
    </aside>
  )
}

function Stay({ choices }: { choices: Choices }) {
  const { startDate, endDate, pickupTime, dropoffTime, pickupLocation, dropoffLocation } = choices
  if (!startDate && !endDate) return null
  return (
    <dl className="grid grid-cols-2 gap-4 border-t border-line pt-4 text-sm">
      <Moment term="Pickup" day={startDate} time={pickupTime} place={pickupLocation} />
      <Moment term="Dropoff" day={endDate} time={dropoffTime} place={dropoffLocation} />
    </dl>
  )
}

function Moment({ term, day, time, place }: { term: string; day: string; time: string; place: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{term}</dt>
      <dd className="figures font-semibold">{day ? `${showDay(day)}, ${time}` : 'Not chosen yet'}</dd>
      {place && (
        <dd className="mt-0.5 flex items-start gap-1 text-soft">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {place}
        </dd>
      )}
    </div>
  )
}

/** What else a rental costs or includes, said before one pays. */
function Terms({ car }: { car: Car }) {
  if (!car.deposit && !car.kmPerDay && !car.location) return null
  return (
    <ul className="grid gap-1 border-t border-line pt-4 text-sm text-soft">
      {car.location && <li>Kept in {car.location}</li>}
      {car.kmPerDay > 0 && <li>{car.kmPerDay} km a day included</li>}
      {car.deposit > 0 && <li>Refundable deposit at pickup: {showKsh(car.deposit)}</li>}
    </ul>
  )
}
