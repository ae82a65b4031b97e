import type { AccessRecord } from '@twende/contract/audit/audit-routes.ts'
import { m } from '@twende/messages'
import { fieldLabel, subjectHref, valueWords } from './audit-labels.ts'

/** What was opened, as staff calls it; a route that is not here says what its summary says. */
const labels: ReadonlyMap<string, () => string> = new Map([
  ['GET /api/admin/people', m.admin_audit_people_list],
  ['GET /api/admin/people.csv', m.admin_audit_people_file],
  ['GET /api/admin/person/:accountId', m.admin_audit_person_view],
  ['GET /api/admin/bookings', m.admin_audit_bookings_list],
  ['GET /api/admin/bookings.csv', m.admin_audit_bookings_file],
  ['GET /api/admin/booking/:bookingId', m.admin_audit_booking_view],
  ['GET /api/booking/:bookingId', m.admin_audit_booking_customer_view],
  ['GET /api/booking/:bookingId/agreements', m.admin_audit_agreements_view],
  ['GET /api/admin/booking/:bookingId/agreement', m.admin_audit_agreement_to_sign_view],
  ['GET /api/admin/calendar', m.admin_menu_calendar],
  ['GET /api/admin/yard', m.admin_menu_yard],
  ['GET /api/admin/orders', m.admin_audit_orders_list],
  ['GET /api/admin/orders.csv', m.admin_audit_orders_file],
  ['GET /api/admin/order/:orderId', m.admin_audit_order_view],
  ['GET /api/admin/listings', m.admin_audit_listings_list],
  ['GET /api/admin/listings.csv', m.admin_audit_listings_file],
  ['GET /api/admin/listing/:listingId', m.admin_audit_listing_view],
  ['GET /api/admin/payments', m.admin_audit_payments_list],
  ['GET /api/admin/payments.csv', m.admin_audit_payments_file],
  ['GET /api/admin/payment/:paymentId', m.admin_audit_payment_view],
  ['GET /api/admin/purchase/:purchaseId/money', m.admin_audit_purchase_money_view],
  ['GET /api/payment/:paymentId', m.admin_audit_payment_customer_view],
  ['GET /api/admin/booking/:bookingId/condition', m.admin_audit_booking_condition_view],
  ['GET /api/admin/deposits', m.admin_audit_deposits_list],
  ['GET /api/admin/booking/:bookingId/deposit', m.admin_audit_booking_deposit_view],
  ['GET /api/admin/booking/:bookingId/charges', m.admin_audit_booking_charges_view],
  ['GET /api/admin/fines', m.admin_audit_fines_list],
  ['GET /api/admin/fine-match', m.admin_audit_fine_match],
  ['GET /api/admin/booking/:bookingId/fines', m.admin_audit_booking_fines_view],
  ['GET /api/admin/drivers', m.admin_audit_drivers_list],
  ['GET /api/admin/booking/:bookingId/drivers', m.admin_audit_booking_drivers_view],
  ['GET /api/admin/driver/:driverId', m.admin_audit_driver_view],
  ['GET /api/admin/refusal-list', m.admin_audit_refusal_list_view],
  ['GET /api/private-file/:fileId', m.admin_audit_subject_private_file],
  ['GET /api/admin/refunds', m.admin_audit_refunds_list],
  ['GET /api/admin/refunds.csv', m.admin_audit_refunds_file],
  ['GET /api/admin/reconciliation', m.admin_audit_reconciliation],
  ['GET /api/admin/holds', m.admin_audit_holds_list],
  ['GET /api/admin/messages', m.admin_menu_messages],
  ['GET /api/admin/notifications', m.admin_audit_failed_mail],
  ['GET /api/admin/audit', m.admin_audit_log_changes],
  ['GET /api/admin/access-records', m.admin_audit_log_access],
])

export function actionLabel({ action, summary }: Pick<AccessRecord, 'action' | 'summary'>): string {
  return labels.get(action)?.() ?? summary
}

/** What one record is about, by the name of the route's parameter. */
const subjects: ReadonlyMap<string, { subject: string; label: () => string }> = new Map([
  ['accountId', { subject: 'accounts', label: m.admin_audit_person_label }],
  ['bookingId', { subject: 'bookings', label: m.admin_audit_subject_booking }],
  ['orderId', { subject: 'orders', label: m.admin_audit_subject_order }],
  ['listingId', { subject: 'listings', label: m.admin_audit_subject_listing }],
  ['driverId', { subject: 'driver_checks', label: m.driver_form_title }],
  ['paymentId', { subject: 'payments', label: m.admin_audit_subject_payment }],
])

/** What was looked at and its page, or undefined for a list. */
export function accessSubject({
  action,
  subjectId,
}: AccessRecord): { label: string; to: string } | undefined {
  const found = subjects.get(/:(\w+)/.exec(action)?.[1] ?? '')
  if (!found || subjectId === '') return undefined
  const to = subjectHref({ subject: found.subject, subjectId, before: null, after: null })
  return to === undefined ? undefined : { label: found.label(), to }
}

/** What a list was narrowed to, as a person reads it; empty for the whole list. */
export function filterWords(filter: AccessRecord['filter']): string {
  return Object.entries(filter)
    .map(([name, value]) => `${fieldLabel(name)}: ${valueWords(value)}`)
    .join(', ')
}

export const isExport = ({ action }: AccessRecord) => action.endsWith('.csv')

export function rowWords(rowCount: number): string {
  return m.admin_audit_row_count({ count: rowCount, shown: rowCount.toLocaleString('en-KE') })
}
