import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'
import { links } from '../links.ts'
import type { Placed, PlacedBooking } from './booking-draft.ts'
import { BookingPayment } from './booking-payment.tsx'
import { BookingReceipt } from './booking-receipt.tsx'
import { BookingTools } from './booking-tools.tsx'
import { PlacedSkeleton, placedLayout } from './placed-skeleton.tsx'
import { PlacedStay } from './placed-stay.tsx'
import { PlacedVerdict } from './placed-verdict.tsx'
import { StepHeading } from './step-heading.tsx'
import { useBooking } from './use-booking.ts'
import { WhatsappNext } from './whatsapp-next.tsx'

type BookingPlacedProps = {
  placed: Placed
  /** The server's answer, when the booking was made just now. */
  fresh: PlacedBooking | undefined
  /** The number typed in the wizard; the server tells it masked. */
  mpesaNumber: string
  onPayment: (paymentId: string) => void
}

/** Step 4: the booking as it is stored, and what is left to do for it. */
export function BookingPlaced({ placed, fresh, mpesaNumber, onPayment }: BookingPlacedProps) {
  const { known, refusal, refresh } = useBooking(placed.bookingId, fresh?.data)
  const payment = usePlacedPayment(placed.paymentId, fresh?.payment ?? undefined)
  if (!known || payment.state === 'waiting') {
    return refusal ? <PlacedError message={refusal.message} onRetry={refresh} /> : <PlacedSkeleton />
  }
  const { booking } = known
  const onChange = (now: Payment | undefined) => {
    if (now) onPayment(now._id)
    refresh()
  }
  return (
    <div className={placedLayout}>
      <div className="grid min-w-0 gap-6">
        <Opening booking={booking} />
        <section aria-label="Payment" className="panel p-5 sm:p-8">
          {booking.status !== 'pending' ? (
            <PlacedVerdict booking={booking} />
          ) : booking.paymentMethod === 'whatsapp' ? (
            <WhatsappNext booking={booking} onHoldEnd={refresh} />
          ) : (
            <BookingPayment
              booking={booking}
              payment={payment.value ?? null}
              phone={mpesaNumber}
              onChange={onChange}
            />
          )}
        </section>
      </div>
      <div className="grid min-w-0 gap-4">
        <PlacedStay booking={booking} />
        <LinkButton to={links.myBookings()} variant={booking.status === 'pending' ? 'secondary' : 'primary'}>
          My Bookings
        </LinkButton>
        <div className="-mx-3.5 flex flex-wrap">
          <BookingTools booking={booking} changes={known.timeline.length} />
        </div>
      </div>
      <BookingReceipt booking={booking} />
    </div>
  )
}

function Opening({ booking }: { booking: Booking }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <StepHeading step={4} />
      <p className="text-soft">
        Your booking reference
        <strong className="figures block font-display text-3xl leading-none tracking-tight text-ink sm:text-right">
          {booking.bookingId}
        </strong>
      </p>
    </div>
  )
}

/** The request sent with the booking; asked for again after a reload. */
function usePlacedPayment(paymentId: string | null, fresh: Payment | undefined) {
  const [first] = useState({ paymentId, fresh })
  const { answer } = useAnswer(String(first.paymentId), async (signal) => {
    if (first.fresh || !first.paymentId) return first.fresh ?? null
    const params = { paymentId: first.paymentId }
    const { data } = await call('GET /api/payment/:paymentId', { params }, { signal })
    return data
  })
  return first.fresh && answer.state === 'waiting' ? { state: 'here' as const, value: first.fresh } : answer
}

function PlacedError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <ErrorState
      message={message}
      onRetry={onRetry}
      action={
        <LinkButton variant="secondary" to={links.myBookings()}>
          My Bookings
        </LinkButton>
      }
    />
  )
}
