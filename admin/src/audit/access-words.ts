import type { AccessRecord } from '@twende/contract/audit/audit-routes.ts'
import { fieldWord, subjectHref, valueWords } from './audit-words.ts'

/** What was opened, as staff calls it; a route that is not here says what its summary says. */
const labels: ReadonlyMap<string, string> = new Map([
  ['GET /api/admin/people', 'List of people'],
  ['GET /api/admin/people.csv', 'File of people'],
  ['GET /api/admin/person/:accountId', 'A person'],
  ['GET /api/admin/bookings', 'List of bookings'],
  ['GET /api/admin/bookings.csv', 'File of bookings'],
  ['GET /api/admin/booking/:bookingId', 'A booking'],
  ['GET /api/booking/:bookingId', 'A booking, as its customer sees it'],
  ['GET /api/admin/calendar', 'Calendar'],
  ['GET /api/admin/orders', 'List of orders'],
  ['GET /api/admin/orders.csv', 'File of orders'],
  ['GET /api/admin/order/:orderId', 'An order'],
  ['GET /api/admin/listings', 'List of cars for sale'],
  ['GET /api/admin/listings.csv', 'File of cars for sale'],
  ['GET /api/admin/listing/:listingId', 'A car for sale'],
  ['GET /api/admin/payments', 'List of payments'],
  ['GET /api/admin/payments.csv', 'File of payments'],
  ['GET /api/admin/payment/:paymentId', 'A payment'],
  ['GET /api/payment/:paymentId', 'A payment, as its customer sees it'],
  ['GET /api/admin/refunds', 'List of refunds'],
  ['GET /api/admin/refunds.csv', 'File of refunds'],
  ['GET /api/admin/reconciliation', 'Payments day by day'],
  ['GET /api/admin/holds', 'List of unpaid holds'],
  ['GET /api/admin/messages', 'Messages'],
  ['GET /api/admin/notifications', 'Mail that could not be sent'],
  ['GET /api/admin/audit', 'Audit log: changes'],
  ['GET /api/admin/access-records', 'Audit log: views and exports'],
])

export function actionLabel({ action, summary }: Pick<AccessRecord, 'action' | 'summary'>): string {
  return labels.get(action) ?? summary
}

/** What one record is about, by the name of the route's parameter. */
const subjects: ReadonlyMap<string, { subject: string; label: string }> = new Map([
  ['accountId', { subject: 'accounts', label: 'Person' }],
  ['bookingId', { subject: 'bookings', label: 'Booking' }],
  ['orderId', { subject: 'orders', label: 'Order' }],
  ['listingId', { subject: 'listings', label: 'Car for sale' }],
  ['paymentId', { subject: 'payments', label: 'Payment' }],
])

/** What was looked at and its page, or undefined for a list. */
export function accessSubject({
  action,
  subjectId,
}: AccessRecord): { label: string; to: string } | undefined {
  const found = subjects.get(action.split(':')[1] ?? '')
  if (!found || subjectId === '') return undefined
  const to = subjectHref({ subject: found.subject, subjectId, before: null, after: null })
  return to === undefined ? undefined : { label: found.label, to }
}

/** What a list was narrowed to, as a person reads it; empty for the whole list. */
export function filterWords(filter: AccessRecord['filter']): string {
  return Object.entries(filter)
    .map(([name, value]) => `${fieldWord(name)}: ${valueWords(value)}`)
    .join(', ')
}

export const isExport = ({ action }: AccessRecord) => action.endsWith('.csv')

export function rowWords(rowCount: number): string {
  return rowCount === 1 ? '1 row' : `${rowCount.toLocaleString('en-KE')} rows`
}
