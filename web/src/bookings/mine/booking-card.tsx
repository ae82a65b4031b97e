import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import {
  dropoffWords,
  isArranged,
  isCancellable,
  isPayable,
  mayReview,
  pickupWords,
  statusOf,
} from '@twende/ui/bookings/booking-format.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarDays, MapPin, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCatalogNames } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import { HoldCountdown } from '../../payments/countdown.tsx'

export type BookingActions = {
  onDetails: (booking: Booking) => void
  onPay: (booking: Booking) => void
  onCancel: (booking: Booking) => void
  onReview: (booking: Booking) => void
  onHoldEnd: () => void
}

/** One booking in one glance, and what can be done with it. */
export function BookingCard({ booking, actions }: { booking: Booking; actions: BookingActions }) {
  return (
    <article
      aria-label={m.my_bookings_card_label({ reference: booking.bookingId, car: booking.carName })}
      className="panel grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 p-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-5 lg:grid-cols-[14rem_minmax(0,1fr)_auto] lg:grid-rows-[auto_1fr] lg:gap-x-6"
    >
      <Picture
        address={booking.carImage}
        alt=""
        sizes="(min-width: 1024px) 224px, (min-width: 640px) 192px, 104px"
        ratio="4/3"
        className="self-start rounded-md sm:row-span-3 lg:row-span-2"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={statusOf(booking).tone}>{statusOf(booking).label}</Badge>
          <span className="figures text-sm text-soft">{booking.bookingId}</span>
        </p>
        <h2 className="mt-2 text-xl leading-tight">
          <Link to={links.myBooking(booking._id)} className="hover:underline">
            {booking.carName}
          </Link>
        </h2>
      </div>
      <Facts booking={booking} actions={actions} />
      <div className="col-span-full flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-line pt-4 sm:col-span-1 sm:col-start-2 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:min-w-44 lg:flex-col lg:items-stretch lg:border-t-0 lg:pt-0 lg:text-right">
        <p>
          <Price ksh={booking.finalAmount} />
          <span className="block text-sm text-soft">
            {m.my_bookings_days_and_payment({
              days: daysInWords(booking.totalDays),
              payment: purchasePaymentLabel(booking),
            })}
          </span>
        </p>
        <ActionButtons booking={booking} actions={actions} />
      </div>
    </article>
  )
}

function Facts({ booking, actions }: { booking: Booking; actions: BookingActions }) {
  const nameOf = useCatalogNames()
  const { review, holdExpiresAt } = booking
  const pickup = nameOf('location', booking.pickupLocation)
  const dropoff = nameOf('location', booking.dropoffLocation)
  const places = pickup === dropoff ? pickup : m.my_bookings_places({ pickup, dropoff })
  return (
    <ul className="col-span-full grid content-start gap-1.5 text-soft sm:col-span-1 sm:col-start-2 sm:-mt-1.5 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
      <Fact icon={<CalendarDays aria-hidden="true" />}>
        <span className="figures">
          <Sentence
            text={m.my_bookings_period({ pickup: pickupWords(booking), dropoff: dropoffWords(booking) })}
            marks={{ whole: (text) => <span className="whitespace-nowrap">{text}</span> }}
          />
        </span>
      </Fact>
      <Fact icon={<MapPin aria-hidden="true" />}>{places}</Fact>
      {review && (
        <Fact icon={<Star aria-hidden="true" />}>
          {m.my_bookings_rating_given({ rating: review.rating })}
        </Fact>
      )}
      {holdExpiresAt && (
        <li className="mt-1">
          <HoldCountdown
            until={holdExpiresAt}
            message={booking.keepsCar ? m.book_hold_car_kept : m.book_hold_car_open}
            onEnd={actions.onHoldEnd}
          />
        </li>
      )}
    </ul>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  )
}

function ActionButtons({ booking, actions }: { booking: Booking; actions: BookingActions }) {
  const { whatsappNumber } = useSettings()
  const about = <span className="sr-only"> {booking.bookingId}</span>
  return (
    <div className="flex flex-wrap gap-2 lg:flex-col">
      {isPayable(booking) && (
        <Button size="sm" onClick={() => actions.onPay(booking)}>
          {m.my_bookings_pay_now()}
          {about}
        </Button>
      )}
      {isArranged(booking) && (
        <LinkButton
          size="sm"
          href={bookingChat(whatsappNumber, booking)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.book_open_whatsapp()}
          {about}
        </LinkButton>
      )}
      {mayReview(booking) && (
        <Button size="sm" onClick={() => actions.onReview(booking)}>
          {m.my_bookings_write_review()}
          {about}
        </Button>
      )}
      <LinkButton size="sm" variant="secondary" to={links.myBooking(booking._id)}>
        {m.booking_page_link()}
        {about}
      </LinkButton>
      <Button size="sm" variant="quiet" onClick={() => actions.onDetails(booking)}>
        {m.my_bookings_view_details()}
        {about}
      </Button>
      {isCancellable(booking) && (
        <Button
          size="sm"
          variant="quiet"
          className="text-clay-deep!"
          onClick={() => actions.onCancel(booking)}
        >
          {m.my_bookings_cancel_button()}
          {about}
        </Button>
      )}
    </div>
  )
}
