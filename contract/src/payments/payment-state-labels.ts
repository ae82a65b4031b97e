import { m } from '@twende/messages'
import type { PaymentListItem } from './payment-list-item.ts'

/** How a payment stands, as staff reads it. */
export const paymentStateLabels: Readonly<Record<PaymentListItem['status'], () => string>> = {
  paid: m.admin_payments_status_paid,
  pending: m.admin_payments_status_pending,
  processing: m.admin_payments_status_processing,
  partial: m.admin_payments_status_partial,
  review: m.admin_payments_queue_review,
  unmatched: m.admin_payments_queue_unmatched,
  refunding: m.admin_payments_status_refunding,
  refunded: m.admin_payments_status_refunded,
  failed: m.admin_payments_status_failed,
  expired: m.admin_payments_status_expired,
}

export const paymentStateLabel = (status: PaymentListItem['status']): string => paymentStateLabels[status]()
