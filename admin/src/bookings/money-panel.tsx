import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { isCancellable, paymentWord } from '@twende/ui/bookings/booking-words.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { paymentTones } from './desk-cells.tsx'

type LookedAtBooking = Reply<'GET /api/admin/booking/:bookingId'>

/** What the rental costs, what came in and what is owed back. */
export function MoneyPanel({ looked: { data: booking, money } }: { looked: LookedAtBooking }) {
  const { paymentStatus, paymentMethod, paymentDetails, extraCharges, finalAmount } = booking
  const { transactionId, paymentDate, mpesaNumber } = paymentDetails
  return (
    <DetailPanel
      as="h2"
      title="Money"
      aside={<StatusBadge tone={paymentTones[paymentStatus]}>{paymentWord(paymentStatus)}</StatusBadge>}
    >
      <dl className="figures grid grid-cols-[1fr_auto]! gap-x-4 gap-y-1">
        <dt>
          {daysInWords(booking.totalDays)} at {showKsh(booking.pricePerDay)}
        </dt>
        <dd className="text-right">{showKsh(finalAmount)}</dd>
        {booking.handoverReturn?.charges.map(({ what, amount }, place) => (
          <ChargeLine key={`${what} ${String(place)}`} what={what} amount={amount} />
        ))}
        <dt className="border-t border-line pt-2 font-semibold">Total</dt>
        <dd className="border-t border-line pt-2 text-right font-semibold">
          {showKsh(finalAmount + extraCharges)}
        </dd>
        {money.paid > 0 && <ChargeLine what="Paid for the rental" amount={money.paid} />}
      </dl>
      {money.owedBack > 0 && (
        <p className="figures mt-3 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <strong>{showKsh(money.owedBack)}</strong>{' '}
          {paymentStatus === 'refunded' ? 'went back to the customer.' : 'is owed back to the customer.'}
        </p>
      )}
      <div className="mt-4">
        <Facts
          facts={[
            ['Way of paying', paymentMethod === 'mpesa' ? 'M-Pesa' : 'WhatsApp or counter'],
            ['M-Pesa number', mpesaNumber],
            ['M-Pesa code', transactionId],
            ['Paid at', paymentDate && showInstant(paymentDate)],
            ['Charges paid by', booking.handoverReturn?.chargesPaidBy],
            ['Its terms', isCancellable(booking) ? bookingTerms(booking) : ''],
          ]}
        />
      </div>
    </DetailPanel>
  )
}

function ChargeLine({ what, amount }: { what: string; amount: number }) {
  return (
    <>
      <dt className="text-soft">{what}</dt>
      <dd className="text-right text-soft">{showKsh(amount)}</dd>
    </>
  )
}
