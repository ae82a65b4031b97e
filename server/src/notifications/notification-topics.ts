import type { NotificationTopic } from '@twende/contract/notifications/notification-topics.ts'
import type { NotificationKind } from './notification-texts.ts'

/** What each mail is about. Those about money, safety, or something lost always go, whatever their reader muted. */
export const topicOf: Record<NotificationKind, NotificationTopic | 'always'> = {
  recovery_code: 'always',
  password_changed: 'always',
  account_deleted: 'always',
  second_factor_added: 'always',
  second_factor_removed: 'always',
  second_factor_reset: 'always',
  recovery_code_used: 'always',
  booking_requested: 'bookings',
  booking_confirmed: 'bookings',
  booking_cancelled: 'always',
  booking_expired: 'bookings',
  refund_sent: 'always',
  refund_owed: 'always',
  payment_received: 'always',
  listing_verified: 'listings',
  listing_rejected: 'listings',
  listing_edit_approved: 'listings',
  listing_edit_refused: 'listings',
  listing_suspended: 'always',
  listing_payment_refused: 'always',
  listing_ending: 'listings',
  listing_expired: 'listings',
  order_placed: 'orders',
  order_paid: 'always',
  order_shipped: 'orders',
  order_delivered: 'orders',
  order_cancelled: 'always',
  order_expired: 'always',
}
