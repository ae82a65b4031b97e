import type { Booking } from '@twende/contract/bookings/booking.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { CalendarCheck2, CircleX } from 'lucide-react'
import { links } from '../links.ts'

/** What became of the booking once it is no longer waiting for money. */
export function PlacedVerdict({ booking }: { booking: Booking }) {
  if (booking.status === 'cancelled') return <Cancelled booking={booking} />
  return (
    <div role="status" className="flex flex-col items-center gap-3 text-center">
      <Sign className="bg-acacia text-paper">
        <CalendarCheck2 />
      </Sign>
      <h3 className="text-xl sm:text-2xl">Your booking is confirmed</h3>
      <p className="max-w-md text-soft">
        {paidWords(booking)} See you on {showDay(booking.startDate)} at {booking.pickupTime},{' '}
        {booking.pickupLocation}. Bring your licence and your ID.
      </p>
    </div>
  )
}

function paidWords({ paymentStatus, finalAmount, paymentDetails }: Booking): string {
  if (paymentStatus !== 'paid') return ''
  const code = paymentDetails.transactionId ? `, M-Pesa code ${paymentDetails.transactionId}` : ''
  return `Payment received: ${showKsh(finalAmount)}${code}.`
}

function Cancelled({ booking }: { booking: Booking }) {
  const ranOut = booking.cancelledBy === 'clock'
  return (
    <div role="status" className="flex flex-col items-center gap-3 text-center">
      <Sign className="bg-clay-tint text-clay-deep">
        <CircleX />
      </Sign>
      <h3 className="text-xl sm:text-2xl">
        {ranOut ? 'Payment not received in time' : 'This booking is cancelled'}
      </h3>
      <p className="max-w-md text-soft">
        {ranOut
          ? 'The car is free for others again. If you did pay after all, we will notice and write to you.'
          : booking.cancellationReason}
      </p>
      <LinkButton variant="secondary" to={links.rentCar(booking.carId)} className="mt-2">
        Book again
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
