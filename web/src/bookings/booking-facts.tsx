import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import type { PriceWithExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { dropoffWords, isCancellable, pickupWords } from '@twende/ui/bookings/booking-format.ts'
import { priceLines } from '@twende/ui/bookings/price-lines.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Fragment, type ReactNode } from 'react'
import { CatalogName, useCatalogNames } from '../content/catalog-name.ts'

/** How the total comes about. */
export function PriceLines({ price }: { price: PriceWithExtras }) {
  const nameOf = useCatalogNames()
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 border-t border-line pt-4">
      {priceLines(price, (place) => nameOf('location', place)).map(({ label, amount }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="text-right">{showKsh(amount)}</dd>
        </Fragment>
      ))}
      <dt className="mt-1 self-center font-semibold">{m.book_total()}</dt>
      <dd className="mt-1 text-right">
        <Price ksh={price.finalAmount} />
      </dd>
    </dl>
  )
}

/** The car, the rental period and the price of a stored booking. */
export function BookedCar({ booking }: { booking: Booking }) {
  return (
    <section aria-label={m.book_your_booking()} className="panel grid gap-5 p-5">
      <div className="flex items-center gap-4">
        <Picture address={booking.carImage} alt="" sizes="112px" className="w-28 shrink-0 rounded-md" />
        <div className="min-w-0">
          <p className="kicker">
            <CatalogName kind="vehicle" name={booking.carCategory} />
          </p>
          <p className="font-display text-lg leading-tight font-bold tracking-tight">{booking.carName}</p>
        </div>
      </div>
      <PeriodFacts booking={booking} />
      <PriceLines price={booking} />
      {isCancellable(booking) && <p className="text-sm text-soft">{bookingTerms(booking)}</p>}
    </section>
  )
}

/** When and where the car is picked up and brought back. */
export function PeriodFacts({ booking }: { booking: Booking }) {
  return (
    <dl className="grid gap-3">
      <Moment term={m.book_pickup()} when={pickupWords(booking)} where={booking.pickupLocation}>
        {booking.deliveryAddress && m.extra_brought_to({ address: booking.deliveryAddress })}
      </Moment>
      <Moment term={m.book_dropoff()} when={dropoffWords(booking)} where={booking.dropoffLocation}>
        {booking.collectionAddress && m.extra_collected_from({ address: booking.collectionAddress })}
      </Moment>
    </dl>
  )
}

type MomentProps = { term: string; when: string; where: string; children?: ReactNode }

function Moment({ term, when, where, children }: MomentProps) {
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-3">
      <dt className="text-soft">{term}</dt>
      <dd className="figures font-semibold">
        {when}
        <span className="block font-normal text-soft">
          <CatalogName kind="location" name={where} />
        </span>
        {children && <span className="block font-normal">{children}</span>}
      </dd>
    </div>
  )
}

/** A booking stores its car's transmission and fuel as text: the label where it is one that we know. */
export function carLabel(labels: Readonly<Record<string, () => string>>, value: string): string {
  return labels[value]?.() ?? value
}
