import type { Booking, BookingEvent } from '@twende/contract/bookings/booking.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { isCancellable, isPayable, paymentWord, statusTones } from '@twende/ui/bookings/booking-words.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Facts, Part } from '@twende/ui/controls/facts.tsx'
import { Stars } from '@twende/ui/controls/stars.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import type { BookingDoors } from './booking-card.tsx'
import { BookingReceipt } from './booking-receipt.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { BookingTools } from './booking-tools.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { StayFacts } from './placed-stay.tsx'
import { PriceLines } from './price-lines.tsx'
import { useBooking } from './use-booking.ts'

type DetailsDialogProps = { booking: Booking; open: boolean; doors: BookingDoors; onClose: () => void }

/** Everything about one booking. */
export function DetailsDialog({ booking, open, doors, onClose }: DetailsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={booking.carName}
      description={<span className="figures">Booking {booking.bookingId}</span>}
      size="lg"
      footer={open && <Footer booking={booking} doors={doors} />}
    >
      {open && <Details key={standingOf(booking)} first={booking} onHoldEnd={doors.onHoldEnd} />}
    </Dialog>
  )
}

/** Changes whenever something happened to the booking: its story is then asked for again. */
function standingOf({ _id, status, paymentStatus, review }: Booking): string {
  return [_id, status, paymentStatus, review?.reviewedAt].join(' ')
}

function Footer({ booking, doors }: { booking: Booking; doors: BookingDoors }) {
  return (
    <>
      {isCancellable(booking) && (
        <Button variant="quiet" className="text-clay-deep!" onClick={() => doors.onCancel(booking)}>
          Cancel booking
        </Button>
      )}
      {booking.status === 'completed' && !booking.review && (
        <Button onClick={() => doors.onReview(booking)}>Write a review</Button>
      )}
      {isPayable(booking) && <Button onClick={() => doors.onPay(booking)}>Pay now</Button>}
    </>
  )
}

function Details({ first, onHoldEnd }: { first: Booking; onHoldEnd: () => void }) {
  const { known } = useBooking(first._id, first)
  const booking = known?.booking ?? first
  const timeline: readonly BookingEvent[] = known?.timeline ?? []
  return (
    <div className="grid gap-6 md:grid-cols-2 md:gap-10">
      <div className="grid content-start gap-6">
        <Picture
          address={booking.carImage}
          alt=""
          sizes="(min-width: 768px) 400px, 100vw"
          className="rounded-md"
        />
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={statusTones[booking.status]}>{capitalised(booking.status)}</Badge>
          <span className="text-soft">Payment {paymentWord(booking.paymentStatus)}</span>
        </p>
        {booking.holdExpiresAt && (
          <HoldCountdown until={booking.holdExpiresAt} keepsCar={booking.keepsCar} onEnd={onHoldEnd} />
        )}
        {booking.cancellationReason && (
          <p className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">{booking.cancellationReason}</p>
        )}
        <StayFacts booking={booking} />
        <PriceLines price={booking} />
        {isCancellable(booking) && <p className="text-sm text-soft">{bookingTerms(booking)}</p>}
      </div>
      <div className="grid content-start gap-6">
        <Part title="What happened">
          <BookingTimeline events={timeline} />
        </Part>
        <Part title="Customer">
          <CustomerFacts booking={booking} />
        </Part>
        {booking.paymentDetails.transactionId && (
          <Part title="Payment">
            <Facts
              rows={[
                ['M-Pesa code', booking.paymentDetails.transactionId],
                ['Number', showPhone(booking.paymentDetails.mpesaNumber)],
                [
                  'Paid on',
                  booking.paymentDetails.paymentDate && showInstant(booking.paymentDetails.paymentDate),
                ],
              ]}
            />
          </Part>
        )}
        <Part title="Car">
          <CarFactsList booking={booking} />
        </Part>
        {booking.specialRequests && <Part title="Special requests">{booking.specialRequests}</Part>}
        {booking.review && (
          <Part title="Your review">
            <Stars rating={booking.review.rating} />
            {booking.review.comment && <p className="mt-1 text-soft">{booking.review.comment}</p>}
          </Part>
        )}
      </div>
      <div className="-mx-2 flex flex-wrap border-t border-line pt-3 md:col-span-2">
        <BookingTools booking={booking} changes={timeline.length} />
      </div>
      <BookingReceipt booking={booking} />
    </div>
  )
}

function CustomerFacts({ booking: { customerInfo } }: { booking: Booking }) {
  const { firstName, lastName, email, phone, licenseNumber, address } = customerInfo
  return (
    <Facts
      rows={[
        ['Name', `${firstName} ${lastName}`],
        ['Email', email],
        ['Phone', showPhone(phone)],
        ['Licence', licenseNumber],
        ['Address', address],
      ]}
    />
  )
}

function CarFactsList({ booking: { carCategory, carSpecs, carFeatures } }: { booking: Booking }) {
  return (
    <>
      <Facts
        rows={[
          ['Category', carCategory],
          ['Engine', carSpecs.engine],
          ['Power', carSpecs.power],
          ['Seats', String(carSpecs.seats)],
          ['Gearbox', capitalised(carSpecs.transmission)],
          ['Fuel', capitalised(carSpecs.fuelType)],
        ]}
      />
      {carFeatures.length > 0 && <p className="mt-2 text-sm text-soft">{carFeatures.join(', ')}</p>}
    </>
  )
}
