import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import type { AccessRecord } from '@twende/contract/audit/audit-routes.ts'
import { fieldLabel, valueWords } from '@twende/contract/audit/audit-words.ts'
import { bookingStatusLabels } from '@twende/contract/bookings/booking-status-format.ts'
import { balanceLabels } from '@twende/contract/payments/balance-routes.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import { paymentStateLabels } from '@twende/contract/payments/payment-state-labels.ts'
import { m } from '@twende/messages'
import { subjectHref } from './audit-links.ts'

/** What was opened, as staff calls it; a route that is not here says what its summary says. */
const labels: ReadonlyMap<string, () => string> = new Map([
  ['GET /api/admin/people', m.admin_audit_people_list],
  ['GET /api/admin/people.csv', m.admin_audit_people_file],
  ['GET /api/admin/person/:accountId', m.admin_audit_person_view],
  ['GET /api/admin/bookings', m.admin_audit_bookings_list],
  ['GET /api/admin/bookings.csv', m.admin_audit_bookings_file],
  ['GET /api/admin/booking/:bookingId', m.admin_audit_booking_view],
  ['GET /api/booking/:bookingId', m.admin_audit_booking_customer_view],
  ['GET /api/booking/:bookingId/deposit', m.admin_audit_booking_deposit_customer_view],
  ['GET /api/booking/:bookingId/fines', m.admin_audit_booking_fines_customer_view],
  ['GET /api/order/get/:orderId', m.admin_audit_order_customer_view],
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
  ['GET /api/admin/balance-items', m.admin_audit_balance_list],
  ['GET /api/admin/balance-items.csv', m.admin_audit_balance_file],
  ['GET /api/admin/holds', m.admin_audit_holds_list],
  ['GET /api/admin/messages', m.admin_menu_messages],
  ['GET /api/admin/notifications', m.admin_audit_failed_mail],
  ['GET /api/admin/audit', m.admin_audit_log_changes],
  ['GET /api/admin/audit.csv', m.admin_audit_log_changes_file],
  ['GET /api/admin/deposits.csv', m.admin_audit_deposits_file],
  ['GET /api/admin/fines.csv', m.admin_audit_fines_file],
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

type Words = Readonly<Record<string, () => string>>

/** The codes by which a list is narrowed, as its own page calls them: by the end of its address and the name of the filter. */
const filterCodes: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['people role', roleLabels],
  [
    'people state',
    { open: m.admin_people_state_open, banned: m.admin_people_state_banned, all: m.admin_people_state_all },
  ],
  [
    'bookings queue',
    {
      toConfirm: m.admin_bookings_tab_to_confirm,
      pickups: m.admin_bookings_tab_pickups,
      returns: m.admin_bookings_tab_returns,
      overdue: m.admin_bookings_tab_overdue,
      notHandedOver: m.admin_bookings_tab_not_handed_over,
      disputed: m.admin_bookings_tab_disputed,
      owed: m.admin_bookings_tab_owed,
      all: m.admin_bookings_tab_all,
    },
  ],
  ['bookings status', bookingStatusLabels],
  [
    'deposits queue',
    {
      held: m.admin_deposits_queue_held,
      toReturn: m.admin_deposits_queue_to_return,
      overdue: m.admin_deposits_queue_overdue,
      all: m.admin_deposits_queue_all,
    },
  ],
  [
    'fines tab',
    {
      charged: m.admin_fines_tab_charged,
      own: m.admin_fines_tab_own,
      withdrawn: m.admin_fines_tab_withdrawn,
    },
  ],
  [
    'drivers status',
    {
      submitted: m.admin_drivers_tab_submitted,
      approved: m.admin_drivers_tab_approved,
      refused: m.admin_drivers_tab_refused,
    },
  ],
  [
    'refusal-list state',
    {
      in_force: m.admin_refusal_list_tab_in_force,
      ended: m.admin_refusal_list_tab_ended,
      lifted: m.admin_refusal_list_tab_lifted,
    },
  ],
  [
    'payments queue',
    {
      review: m.admin_payments_queue_review,
      unmatched: m.admin_payments_queue_unmatched,
      unreported: m.admin_payments_queue_unreported,
      answerLost: m.admin_payments_queue_answer_lost,
      matched: m.admin_payments_queue_matched,
      all: m.admin_payments_queue_all,
    },
  ],
  ['payments purpose', payableTypeLabels],
  ['payments method', paymentMethodLabels],
  ['payments status', paymentStateLabels],
  [
    'refunds queue',
    {
      due: m.admin_refunds_queue_due,
      waiting: m.admin_refunds_queue_waiting,
      sent: m.admin_refunds_queue_sent,
    },
  ],
  [
    'messages state',
    {
      open: m.admin_messages_open,
      answered: m.admin_messages_answered,
      suspicious: m.admin_messages_suspicious,
    },
  ],
  ['notifications state', { failed: m.admin_messages_failed, retrying: m.admin_messages_retrying }],
  [
    'listings queue',
    {
      payment: m.admin_listings_queue_payment,
      verification: m.admin_listings_queue_verification,
      reported: m.admin_listings_queue_reported,
      suspended: m.admin_listings_queue_suspended,
      all: m.admin_listings_queue_all,
    },
  ],
  [
    'orders queue',
    {
      pack: m.admin_orders_queue_pack,
      send: m.admin_orders_queue_send,
      deliver: m.admin_orders_queue_deliver,
      unpaid: m.admin_orders_queue_unpaid,
      owed: m.admin_orders_queue_owed,
      all: m.admin_orders_queue_all,
    },
  ],
  ['balance-items balance', balanceLabels],
])

/** The codes of one filter of a route, or undefined where its values are no codes. */
export function codesOfFilter(action: string, name: string): Words | undefined {
  const list = /([\w-]+)(?:\.csv)?$/.exec(action)?.[1]
  return filterCodes.get(`${list} ${name}`)
}

/** What a list was narrowed to, as a person reads it; empty for the whole list. */
export function filterWords({ action, filter }: Pick<AccessRecord, 'action' | 'filter'>): string {
  return Object.entries(filter)
    .map(([name, value]) => {
      const words = codesOfFilter(action, name)?.[String(value)]?.() ?? valueWords(value)
      // A person or a car is kept by its id, which nobody reads.
      return words === '' ? fieldLabel(name) : `${fieldLabel(name)}: ${words}`
    })
    .join(', ')
}

export const isExport = ({ action }: AccessRecord) => action.endsWith('.csv')

export function rowWords(rowCount: number): string {
  return m.admin_audit_row_count({ count: rowCount, shown: rowCount.toLocaleString('en-KE') })
}
