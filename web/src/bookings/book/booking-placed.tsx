import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat, bookingMessage } from '@twende/contract/bookings/booking-message.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { links } from '../../links.ts'
import { HoldCountdown } from '../../payments/countdown.tsx'
import { BookedCar } from '../booking-facts.tsx'
import { BookingOutcome, BookingPayment } from '../booking-payment.tsx'
import { BookingReceipt } from '../booking-receipt.tsx'
import { BookingTools } from '../booking-tools.tsx'
import { useBooking } from '../use-booking.ts'
import type { Placed, PlacedBooking } from './booking-draft.ts'
import { PlacedSkeleton, placedLayout, StepHeading } from './wizard-steps.tsx'

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
        <section aria-label={m.book_step_payment()} className="panel p-5 sm:p-8">
          {booking.status !== 'pending' ? (
            <BookingOutcome booking={booking} />
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
        <BookedCar booking={booking} />
        <LinkButton
          to={links.myBooking(booking._id)}
          variant={booking.status === 'pending' ? 'secondary' : 'primary'}
        >
          {m.booking_page_link()}
        </LinkButton>
        <LinkButton to={links.myBookings()} variant="quiet">
          {m.my_bookings_title()}
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
        {m.book_reference()}
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
          {m.my_bookings_title()}
        </LinkButton>
      }
    />
  )
}

/** Finishing a booking in a chat: the chat again, for those whose browser did not open it, or its words to copy. */
function WhatsappNext({ booking, onHoldEnd }: { booking: Booking; onHoldEnd: () => void }) {
  const { whatsappNumber } = useSettings()
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      {booking.holdExpiresAt && (
        <HoldCountdown
          until={booking.holdExpiresAt}
          message={booking.keepsCar ? m.book_hold_car_kept : m.book_hold_car_open}
          onEnd={onHoldEnd}
          className="w-full justify-center rounded-md bg-sunrise-tint px-4 py-2.5"
        />
      )}
      <span
        aria-hidden="true"
        className="grid size-20 place-items-center rounded-full bg-acacia-tint text-acacia"
      >
        <WhatsappMark className="size-10" />
      </span>
      <h3 className="text-xl sm:text-2xl">{m.book_whatsapp_title()}</h3>
      <p className="max-w-md text-soft">{m.book_whatsapp_hint()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton
          href={bookingChat(whatsappNumber, booking)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<WhatsappMark className="size-5" />}
        >
          {m.book_open_whatsapp()}
        </LinkButton>
        <CopyButton text={bookingMessage(booking)} />
      </div>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      variant="secondary"
      icon={copied ? <Check className="size-5" /> : <Copy className="size-5" />}
      onClick={async () => setCopied(await copy(text))}
    >
      <span role="status">{copied ? m.book_copied() : m.book_copy_message()}</span>
    </Button>
  )
}

async function copy(text: string): Promise<boolean> {
  // Missing on plain http addresses; the link above still works there.
  if (!navigator.clipboard) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
