import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { RefundPreview } from '@twende/contract/bookings/booking-routes.ts'
import { CUSTOMER_CANCEL_REASON } from '@twende/contract/bookings/booking-status.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import { refundWaySentences } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { Fragment } from 'react'
import type * as z from 'zod/mini'

/** Shows what comes back, asks, and cancels; true when the booking was cancelled. */
export async function cancelBooking({ _id: bookingId, extras }: Booking): Promise<boolean> {
  const params = { bookingId }
  try {
    const { data: refund } = await call('GET /api/booking/:bookingId/refund', { params })
    const sure = await ask({
      sentence: m.my_bookings_cancel_question(),
      more: <RefundLines refund={refund} extras={extras} />,
      yes: m.my_bookings_cancel_button(),
      no: m.my_bookings_cancel_keep(),
      danger: true,
    })
    if (!sure) return false
    const body = { cancellationReason: CUSTOMER_CANCEL_REASON }
    await call('PUT /api/booking/:bookingId/cancel', { params, body })
    toast.success(m.my_bookings_cancelled())
    return true
  } catch (error) {
    toast.error(m.my_bookings_cancel_failed({ message: asRefusal(error).message }))
    return false
  }
}

type RefundLinesProps = { refund: z.output<typeof RefundPreview>; extras: Booking['extras'] }

function RefundLines({ refund, extras }: RefundLinesProps) {
  if (refund.paid === 0) return <p>{m.my_bookings_cancel_unpaid()}</p>
  return (
    <>
      <p>
        {refund.free ? m.my_bookings_cancel_free() : m.my_bookings_cancel_fee_applies()}{' '}
        {refund.refund > 0 && refundWaySentences[refund.refundWay]()}
      </p>
      <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt>{m.my_bookings_cancel_paid()}</dt>
        <dd className="text-right">{showKsh(refund.paid)}</dd>
        {extras.map((line) => (
          <Fragment key={line.kind}>
            <dt className="pl-4 text-soft">{extraLabel(line)}</dt>
            <dd className="text-right text-soft">{showKsh(line.amount)}</dd>
          </Fragment>
        ))}
        <dt>{m.my_bookings_cancel_fee()}</dt>
        <dd className="text-right">{showKsh(refund.kept)}</dd>
        <dt className="font-semibold text-ink">{m.my_bookings_cancel_refund()}</dt>
        <dd className="text-right font-semibold text-ink">{showKsh(refund.refund)}</dd>
      </dl>
      {extras.length > 0 && <p className="mt-3 text-soft">{m.my_bookings_cancel_extras()}</p>}
    </>
  )
}
