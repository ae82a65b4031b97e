import type { Booking } from '@twende/contract/bookings/booking.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { isCancellable, isPayable, mayReview, statusOf } from '@twende/ui/bookings/booking-format.ts'
import { ownCancellation } from '@twende/ui/cancellation-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Facts, Part } from '@twende/ui/controls/facts.tsx'
import { Stars } from '@twende/ui/controls/stars.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { HoldCountdown } from '../../payments/countdown.tsx'
import { PeriodFacts, PriceLines } from '../booking-facts.tsx'
import { BookingReceipt } from '../booking-receipt.tsx'
import { BookingTools } from '../booking-tools.tsx'
import { useBooking } from '../use-booking.ts'
import type { BookingActions } from './booking-card.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { CarFactsList, CustomerFacts } from './details-section.tsx'

type DetailsDialogProps = { booking: Booking; open: boolean; actions: BookingActions; onClose: () => void }

/** Everything about one booking. */
export function DetailsDialog({ booking, open, actions, onClose }: DetailsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={booking.carName}
      description={<span className="figures">{m.my_bookings_number({ reference: booking.bookingId })}</span>}
      size="lg"
      footer={open && <Footer booking={booking} actions={actions} />}
    >
      {open && <Details key={statusKey(booking)} first={booking} onHoldEnd={actions.onHoldEnd} />}
    </Dialog>
  )
}

/** Changes whenever something happened to the booking: its history is then loaded again. */
function statusKey({ _id, status, paymentStatus, review }: Booking): string {
  return [_id, status, paymentStatus, review?.reviewedAt].join(' ')
}

function Footer({ booking, actions }: { booking: Booking; actions: BookingActions }) {
  return (
    <>
      {isCancellable(booking) && (
        <Button variant="quiet" className="text-clay-deep!" onClick={() => actions.onCancel(booking)}>
          {m.my_bookings_cancel_button()}
        </Button>
      )}
      {mayReview(booking) && (
        <Button onClick={() => actions.onReview(booking)}>{m.my_bookings_write_review()}</Button>
      )}
      {isPayable(booking) && (
        <Button onClick={() => actions.onPay(booking)}>{m.my_bookings_pay_now()}</Button>
      )}
    </>
  )
}

function Details({ first, onHoldEnd }: { first: Booking; onHoldEnd: () => void }) {
  const { known } = useBooking(first._id, first)
  const booking = known?.booking ?? first
  const timeline = known?.timeline ?? []
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
          <Badge tone={statusOf(booking).tone}>{statusOf(booking).label}</Badge>
          <span className="text-soft">
            {m.my_bookings_payment({ payment: purchasePaymentLabel(booking) })}
          </span>
        </p>
        {booking.holdExpiresAt && (
          <HoldCountdown
            until={booking.holdExpiresAt}
            message={booking.keepsCar ? m.book_hold_car_kept : m.book_hold_car_open}
            onEnd={onHoldEnd}
          />
        )}
        {booking.cancellationReason && (
          <p className="rounded-md bg-clay-tint px-4 py-3 text-clay-deep">{ownCancellation(booking)}</p>
        )}
        <PeriodFacts booking={booking} />
        <PriceLines price={booking} />
        {isCancellable(booking) && <p className="text-sm text-soft">{bookingTerms(booking)}</p>}
      </div>
      <div className="grid content-start gap-6">
        <Part title={m.my_bookings_timeline()}>
          <BookingTimeline events={timeline} />
        </Part>
        <Part title={m.my_bookings_customer()}>
          <CustomerFacts booking={booking} />
        </Part>
        {booking.paymentDetails.transactionId && (
          <Part title={m.book_step_payment()}>
            <Facts
              rows={[
                [m.my_bookings_mpesa_code(), booking.paymentDetails.transactionId],
                [m.my_bookings_mpesa_number(), showPhone(booking.paymentDetails.mpesaNumber)],
                [
                  m.my_bookings_paid_on(),
                  booking.paymentDetails.paymentDate && showInstant(booking.paymentDetails.paymentDate),
                ],
              ]}
            />
          </Part>
        )}
        <Part title={m.my_bookings_car()}>
          <CarFactsList booking={booking} />
        </Part>
        {booking.specialRequests && <Part title={m.book_requests_label()}>{booking.specialRequests}</Part>}
        {booking.review && (
          <Part title={m.my_bookings_your_review()}>
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
