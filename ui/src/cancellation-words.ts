import type { CancellationCode } from '@twende/contract/cancellation-code.ts'
import { m } from '@twende/messages'

type Cancelled = { cancellationCode: CancellationCode; cancellationReason: string }

/** Why a booking or an order was cancelled, as its customer reads it: what nobody wrote speaks to them. */
export function ownCancellation({ cancellationCode, cancellationReason }: Cancelled): string {
  if (cancellationCode === 'customer') return m.booking_event_cancelled_by_you()
  return cancellationCode === 'noShow' ? m.mail_booking_no_show() : cancellationReason
}
