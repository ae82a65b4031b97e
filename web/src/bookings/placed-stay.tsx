import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { dropoffWords, isCancellable, pickupWords } from '@twende/ui/bookings/booking-words.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { PriceLines } from './price-lines.tsx'

/** The car, the stay and the price of a stored booking. */
export function PlacedStay({ booking }: { booking: Booking }) {
  return (
    <section aria-label="Your booking" className="panel grid gap-5 p-5">
      <div className="flex items-center gap-4">
        <Picture address={booking.carImage} alt="" sizes="112px" className="w-28 shrink-0 rounded-md" />
        <div className="min-w-0">
          <p className="kicker">{booking.carCategory}</p>
          <p className="font-display text-lg leading-tight font-bold tracking-tight">{booking.carName}</p>
        </div>
      </div>
      <StayFacts booking={booking} />
      <PriceLines price={booking} />
      {isCancellable(booking) && <p className="text-sm text-soft">{bookingTerms(booking)}</p>}
    </section>
  )
}

/** When and where the car is picked up and brought back. */
export function StayFacts({ booking }: { booking: Booking }) {
  return (
    <dl className="grid gap-3">
      <Moment term="Pickup" when={pickupWords(booking)} where={booking.pickupLocation} />
      <Moment term="Dropoff" when={dropoffWords(booking)} where={booking.dropoffLocation} />
    </dl>
  )
}

function Moment({ term, when, where }: { term: string; when: string; where: string }) {
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-3">
      <dt className="text-soft">{term}</dt>
      <dd className="figures font-semibold">
        {when}
        <span className="block font-normal text-soft">{where}</span>
      </dd>
    </div>
  )
}
