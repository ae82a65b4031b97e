import type { Booking } from '@twende/contract/bookings/booking.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ownCancellation } from '@twende/ui/cancellation-words.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { CalendarCheck2, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useCatalogNames } from '../content/catalog-name.ts'
import { links } from '../links.ts'
import { HoldCountdown } from '../payments/countdown.tsx'
import { PayByMpesa } from '../payments/pay-by-mpesa.tsx'

type BookingPaymentProps = {
  booking: Booking
  payment: Payment | null
  /** The number to offer. */
  phone: string
  /** Something about the payment or the hold has changed. */
  onChange: (payment: Payment | undefined) => void
}

/** Paying for a pending booking by M-Pesa while its hold runs. */
export function BookingPayment({ booking, payment, phone, onChange }: BookingPaymentProps) {
  const { demoPhone } = useSettings()
  const purchaseId = booking._id
  const [paid, setPaid] = useState(payment?.status === 'paid')
  return (
    <div className="grid gap-5">
      {booking.holdExpiresAt && !paid && (
        <HoldCountdown
          until={booking.holdExpiresAt}
          message={booking.keepsCar ? m.book_hold_car_kept : m.book_hold_car_open}
          onEnd={() => onChange(undefined)}
          className="justify-center rounded-md bg-sunrise-tint px-4 py-2.5"
        />
      )}
      <PayByMpesa
        payment={payment}
        amount={booking.finalAmount - booking.paidInPart}
        phone={phone}
        demoPhone={demoPhone}
        askPhone={async (to) => {
          const body = { purpose: 'booking', purchaseId, phone: to } as const
          const { data } = await call('POST /api/payment/start', { body })
          return data
        }}
        onChange={(now) => {
          setPaid(now.status === 'paid')
          onChange(now)
        }}
      />
    </div>
  )
}

/** What became of the booking once it is no longer waiting for money. */
export function BookingOutcome({ booking }: { booking: Booking }) {
  const nameOf = useCatalogNames()
  if (booking.status === 'cancelled') return <Cancelled booking={booking} />
  return (
    <div role="status" className="flex flex-col items-center gap-3 text-center">
      <Sign className="bg-acacia text-paper">
        <CalendarCheck2 />
      </Sign>
      <h3 className="text-xl sm:text-2xl">{m.book_confirmed()}</h3>
      <p className="max-w-md text-soft">
        {paidSentence(booking)}{' '}
        {m.book_confirmed_next({
          day: showDay(booking.startDate),
          time: booking.pickupTime,
          place: nameOf('location', booking.pickupLocation),
        })}
      </p>
    </div>
  )
}

function paidSentence({ paymentStatus, finalAmount, paymentDetails }: Booking): string {
  if (paymentStatus !== 'paid') return ''
  const amount = showKsh(finalAmount)
  const code = paymentDetails.transactionId
  return code ? m.book_paid_with_code({ amount, code }) : m.book_paid({ amount })
}

function Cancelled({ booking }: { booking: Booking }) {
  const ranOut = booking.cancelledBy === 'clock'
  return (
    <div role="status" className="flex flex-col items-center gap-3 text-center">
      <Sign className="bg-clay-tint text-clay-deep">
        <CircleX />
      </Sign>
      <h3 className="text-xl sm:text-2xl">{ranOut ? m.book_ran_out() : m.book_cancelled()}</h3>
      <p className="max-w-md text-soft">{ranOut ? m.book_ran_out_hint() : ownCancellation(booking)}</p>
      <LinkButton variant="secondary" to={links.rentCar(booking.carId)} className="mt-2">
        {m.book_again()}
      </LinkButton>
    </div>
  )
}

function Sign({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-20 place-items-center rounded-full [&_svg]:size-9 ${className}`}
    >
      {children}
    </span>
  )
}
