import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { RefundPreview } from '@twende/contract/bookings/booking-routes.ts'
import { CUSTOMER_CANCEL_REASON } from '@twende/contract/bookings/booking-status.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import type * as z from 'zod/mini'

/** Shows what comes back, asks, and cancels; true when the booking was cancelled. */
export async function cancelBooking({ _id: bookingId }: Booking): Promise<boolean> {
  const params = { bookingId }
  try {
    const { data: refund } = await call('GET /api/booking/:bookingId/refund', { params })
    const sure = await ask({
      sentence: 'Are you sure you want to cancel this booking?',
      more: <RefundLines refund={refund} />,
      yes: 'Cancel booking',
      no: 'Keep booking',
      danger: true,
    })
    if (!sure) return false
    const body = { cancellationReason: CUSTOMER_CANCEL_REASON }
    await call('PUT /api/booking/:bookingId/cancel', { params, body })
    toast.success('Booking cancelled successfully')
    return true
  } catch (error) {
    toast.error(`Failed to cancel booking: ${asRefusal(error).message}`)
    return false
  }
}

function RefundLines({ refund }: { refund: z.output<typeof RefundPreview> }) {
  if (refund.paid === 0) return <p>Nothing was paid, so nothing is kept. The car is free for others again.</p>
  return (
    <>
      <p>
        {refund.free
          ? 'You get everything back, to the M-Pesa number that paid.'
          : 'Pickup is near, so a part is kept. The rest goes back to the M-Pesa number that paid.'}
      </p>
      <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt>Paid</dt>
        <dd className="text-right">{showKsh(refund.paid)}</dd>
        <dt>Kept</dt>
        <dd className="text-right">{showKsh(refund.kept)}</dd>
        <dt className="font-semibold text-ink">You get back</dt>
        <dd className="text-right font-semibold text-ink">{showKsh(refund.refund)}</dd>
      </dl>
    </>
  )
}
