import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat } from '@twende/contract/bookings/booking-message.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import {
  dropoffWords,
  isArranged,
  isCancellable,
  isPayable,
  paymentWord,
  pickupWords,
  statusTones,
} from '@twende/ui/bookings/booking-words.ts'
import { capitalised, daysInWords } from '@twende/ui/cars/car-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarDays, MapPin, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { HoldCountdown } from './hold-countdown.tsx'

export type BookingDoors = {
  onDetails: (booking: Booking) => void
  onPay: (booking: Booking) => void
  onCancel: (booking: Booking) => void
  onReview: (booking: Booking) => void
  onHoldEnd: () => void
}

/** One booking in one glance, and what can be done with it. */
export function BookingCard({ booking, doors }: { booking: Booking; doors: BookingDoors }) {
  return (
    <article
      aria-label={`Booking ${booking.bookingId}: ${booking.carName}`}
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
          <Badge tone={statusTones[booking.status]}>{capitalised(booking.status)}</Badge>
          <span className="figures text-sm text-soft">{booking.bookingId}</span>
        </p>
        <h2 className="mt-2 text-xl leading-tight">{booking.carName}</h2>
      </div>
      <Facts booking={booking} doors={doors} />
      <div className="col-span-full flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-line pt-4 sm:col-span-1 sm:col-start-2 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:min-w-44 lg:flex-col lg:items-stretch lg:border-t-0 lg:pt-0 lg:text-right">
        <p>
          <Price ksh={booking.finalAmount} />
          <span className="block text-sm text-soft">
            {daysInWords(booking.totalDays)}, payment {paymentWord(booking.paymentStatus)}
          </span>
        </p>
        <Doors booking={booking} doors={doors} />
      </div>
    </article>
  )
}

function Facts({ booking, doors }: { booking: Booking; doors: BookingDoors }) {
  const { pickupLocation, dropoffLocation, review, holdExpiresAt } = booking
  const places =
    pickupLocation === dropoffLocation ? pickupLocation : `${pickupLocation} to ${dropoffLocation}`
  return (
    <ul className="col-span-full grid content-start gap-1.5 text-soft sm:col-span-1 sm:col-start-2 sm:-mt-1.5 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0">
      <Fact icon={<CalendarDays aria-hidden="true" />}>
        <span className="figures">
          <span className="whitespace-nowrap">{pickupWords(booking)}</span>{' '}
          <span className="whitespace-nowrap">to {dropoffWords(booking)}</span>
        </span>
      </Fact>
      <Fact icon={<MapPin aria-hidden="true" />}>{places}</Fact>
      {review && <Fact icon={<Star aria-hidden="true" />}>You gave it {review.rating} of 5 stars</Fact>}
      {holdExpiresAt && (
        <li className="mt-1">
          <HoldCountdown until={holdExpiresAt} keepsCar={booking.keepsCar} onEnd={doors.onHoldEnd} />
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

function Doors({ booking, doors }: { booking: Booking; doors: BookingDoors }) {
  const { whatsappNumber } = useSettings()
  const about = <span className="sr-only"> {booking.bookingId}</span>
  return (
    <div className="flex flex-wrap gap-2 lg:flex-col">
      {isPayable(booking) && (
        <Button size="sm" onClick={() => doors.onPay(booking)}>
          Pay now{about}
        </Button>
      )}
      {isArranged(booking) && (
        <LinkButton
          size="sm"
          href={bookingChat(whatsappNumber, booking)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open WhatsApp{about}
        </LinkButton>
      )}
      {booking.status === 'completed' && !booking.review && (
        <Button size="sm" onClick={() => doors.onReview(booking)}>
          Write a review{about}
        </Button>
      )}
      <Button size="sm" variant="secondary" onClick={() => doors.onDetails(booking)}>
        View details{about}
      </Button>
      {isCancellable(booking) && (
        <Button size="sm" variant="quiet" className="text-clay-deep!" onClick={() => doors.onCancel(booking)}>
          Cancel booking{about}
        </Button>
      )}
    </div>
  )
}
