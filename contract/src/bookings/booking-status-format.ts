import { m } from '@twende/messages'
import type { PaymentStatus } from '../payments/payment.ts'
import type { BookingStatus } from './booking-status.ts'

/** Each status in words, for filters. What one booking has is `bookingStatusLabel`. */
export const bookingStatusLabels: Readonly<Record<BookingStatus, () => string>> = {
  pending: m.common_pending,
  confirmed: m.common_confirmed,
  active: m.common_active,
  completed: m.common_completed,
  cancelled: m.common_cancelled,
}

type Stated = { status: BookingStatus; carIsLost: boolean }

/**
 * The status of a booking in words, wherever one is shown: pages, tables, calendars. A booking whose car is lost has ended,
 * but it is not called completed.
 */
export function bookingStatusLabel({ status, carIsLost }: Stated): string {
  return carIsLost ? m.booking_status_car_lost() : wordOf(bookingStatusLabels, status)
}

/** Each status of a payment in words. */
const paymentStatusLabels: Readonly<Record<PaymentStatus, () => string>> = {
  pending: m.common_pending,
  processing: m.payment_view_processing,
  paid: m.payment_view_paid,
  failed: m.payment_view_failed,
  expired: m.payment_view_expired,
  partial: m.payment_view_partial,
  review: m.payment_view_review,
  refunding: m.payment_view_refunding,
  refunded: m.payment_view_refunded,
}

/** The label of a payment status, such as `Paid`; specification, section 4. */
export function paymentWord(status: PaymentStatus | undefined): string {
  return wordOf(paymentStatusLabels, status)
}

/**
 * The label of the payment of a booking or an order. Nothing is awaited for one that was cancelled before any money came: it is
 * not paid.
 */
export function purchasePaymentLabel({
  status,
  paymentStatus,
}: {
  status: string | undefined
  paymentStatus: PaymentStatus | undefined
}): string {
  const isAwaited = !paymentStatus || paymentStatus === 'pending' || paymentStatus === 'processing'
  return status === 'cancelled' && isAwaited ? m.payment_view_not_paid() : paymentWord(paymentStatus)
}

/** The label of a status; of one that is not known its own word, and `Pending` without one (specification, section 9). */
function wordOf<Status extends string>(
  labels: Record<Status, () => string>,
  status: Status | undefined,
): string {
  if (!status) return m.common_pending()
  return labels[status]?.() ?? status.charAt(0).toUpperCase() + status.slice(1)
}
