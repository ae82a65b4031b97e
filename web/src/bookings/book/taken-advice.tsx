import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarX2 } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { CatalogName } from '../../content/catalog-name.ts'
import { type CarState, links } from '../../links.ts'
import type { Choices } from './booking-choices.ts'

type TakenAdviceProps = {
  quote: BookingQuote
  reason: string
  choices: Choices
  onTake: (period: { startDate: string; endDate: string }) => void
  headingRef: Ref<HTMLHeadingElement>
}

/** Taken dates, and the ways out. */
export function TakenAdvice({ quote, reason, choices, onTake, headingRef }: TakenAdviceProps) {
  const { nextFree, similar } = quote
  return (
    <section className="rounded-lg border border-sunrise bg-sunrise-tint p-4 sm:p-5">
      <h3
        ref={headingRef}
        tabIndex={-1}
        className="flex items-start gap-3 text-lg text-sunrise-ink outline-none"
      >
        <CalendarX2 aria-hidden="true" className="mt-px size-5 shrink-0" />
        {reason}
      </h3>
      {nextFree && (
        <Button variant="secondary" wide className="mt-4 sm:w-auto" onClick={() => onTake(nextFree)}>
          {m.book_next_free({ start: showDay(nextFree.startDate), end: showDay(nextFree.endDate) })}
        </Button>
      )}
      {similar.length > 0 && (
        <>
          <p className="mt-5 mb-2 text-sm font-semibold">{m.book_similar_free()}</p>
          <ul className="grid grid-cols-1 gap-2">
            {similar.map((car) => (
              <li key={car._id}>
                <SimilarCar car={car} choices={choices} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function SimilarCar({ car, choices }: { car: Car; choices: Choices }) {
  const { startDate, endDate, pickupTime, dropoffTime } = choices
  return (
    <Link
      to={links.book({ startDate, endDate, pickupTime, dropoffTime })}
      state={{ carId: car._id } satisfies CarState}
      className="flex items-center gap-3 rounded-md border border-line bg-card p-2 pr-4 hover:border-ink"
    >
      <Picture
        address={car.image}
        placeholder={car.pictures[0]?.placeholder}
        alt=""
        ratio="4/3"
        sizes="88px"
        className="w-22 shrink-0 rounded-sm"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{car.name}</span>
        <span className="text-sm text-soft">
          <CatalogName kind="vehicle" name={car.category} />
        </span>
      </span>
      {car.stay && (
        <span className="text-right">
          <Price ksh={car.stay.total} size="sm" />
          <span className="block text-sm text-soft">{daysInWords(car.stay.days)}</span>
        </span>
      )}
    </Link>
  )
}
