import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Facts, Part } from '@twende/ui/controls/facts.tsx'
import { Stars } from '@twende/ui/controls/stars.tsx'
import { useCatalogNames } from '../../content/catalog-name.ts'
import { carLabel } from '../booking-facts.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

/** The car, the customer, and what the customer wrote. */
export function DetailsSection({ booking }: BookingSectionProps) {
  return (
    <BookingSection title={m.booking_page_car_and_customer()}>
      <div className="grid gap-6 md:grid-cols-2">
        <Part title={m.my_bookings_car()}>
          <CarFactsList booking={booking} />
        </Part>
        <Part title={m.my_bookings_customer()}>
          <CustomerFacts booking={booking} />
        </Part>
        {booking.specialRequests && <Part title={m.book_requests_label()}>{booking.specialRequests}</Part>}
        {booking.review && (
          <Part title={m.my_bookings_your_review()}>
            <Stars rating={booking.review.rating} />
            {booking.review.comment && <p className="mt-1 text-soft">{booking.review.comment}</p>}
            {booking.review.answer && (
              <p className="mt-1 whitespace-pre-line">
                {m.car_page_review_answer({ answer: booking.review.answer })}
              </p>
            )}
            {booking.review.hiddenReason && (
              <p className="mt-1 text-clay-deep">
                {m.my_bookings_review_hidden({ reason: booking.review.hiddenReason })}
              </p>
            )}
          </Part>
        )}
      </div>
    </BookingSection>
  )
}

export function CustomerFacts({ booking: { customerInfo } }: { booking: Booking }) {
  const { firstName, lastName, email, phone, licenseNumber, address } = customerInfo
  return (
    <Facts
      rows={[
        [m.common_name(), fullName({ firstName, lastName })],
        [m.common_email(), email],
        [m.book_phone_label(), showPhone(phone)],
        [m.book_licence(), licenseNumber],
        [m.book_address_label(), address],
      ]}
    />
  )
}

export function CarFactsList({ booking: { carCategory, carSpecs, carFeatures } }: { booking: Booking }) {
  const nameOf = useCatalogNames()
  return (
    <>
      <Facts
        rows={[
          [m.common_category(), nameOf('vehicle', carCategory)],
          [m.my_bookings_engine(), carSpecs.engine],
          [m.my_bookings_power(), carSpecs.power],
          [m.common_seats(), String(carSpecs.seats)],
          [m.my_bookings_gearbox(), carLabel(transmissionLabels, carSpecs.transmission)],
          [m.my_bookings_fuel(), carLabel(fuelLabels, carSpecs.fuelType)],
        ]}
      />
      {carFeatures.length > 0 && <p className="mt-2 text-sm text-soft">{carFeatures.join(', ')}</p>}
    </>
  )
}
