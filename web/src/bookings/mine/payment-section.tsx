import type { Booking } from '@twende/contract/bookings/booking.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { paymentWord } from '@twende/ui/bookings/booking-format.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Facts } from '@twende/ui/controls/facts.tsx'
import { Printer } from 'lucide-react'
import { BookingReceipt } from '../booking-receipt.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'

/** What was paid for a booking, what goes back, and the receipt to print. */
export function PaymentSection({ booking }: BookingSectionProps) {
  const { mpesaNumber, paymentAmount, paymentDate, transactionId } = booking.paymentDetails
  return (
    <BookingSection
      title={m.booking_page_payment()}
      action={
        booking.paymentStatus === 'paid' && (
          <Button
            variant="secondary"
            size="sm"
            icon={<Printer aria-hidden="true" className="size-5" />}
            onClick={() => window.print()}
          >
            {m.booking_page_print_receipt()}
          </Button>
        )
      }
    >
      <Facts
        wide
        rows={[
          [m.common_status(), paymentWord(booking.paymentStatus)],
          [
            paymentAmount === booking.finalAmount
              ? m.my_bookings_cancel_paid()
              : m.booking_page_last_payment(),
            paymentAmount === null ? null : showKsh(paymentAmount),
          ],
          [m.my_bookings_paid_on(), paymentDate && showInstant(paymentDate)],
          [m.my_bookings_mpesa_code(), transactionId],
          [m.my_bookings_mpesa_number(), transactionId && showPhone(mpesaNumber)],
        ]}
      />
      <Refund booking={booking} />
      <BookingReceipt booking={booking} />
    </BookingSection>
  )
}

function Refund({ booking: { paymentStatus } }: { booking: Booking }) {
  if (paymentStatus === 'refunding')
    return <p className="mt-3 text-soft">{m.booking_page_refund_under_way()}</p>
  if (paymentStatus === 'refunded') return <p className="mt-3 text-soft">{m.booking_page_refund_sent()}</p>
  return null
}
