import { createHash } from 'node:crypto'
import { ACCESS_RECORDS_KEPT_DAYS } from '@twende/contract/audit/audit-routes.ts'
import type { RouteKey, Routes } from '@twende/contract/routes.ts'
import type { Clock } from '../basic-deps.ts'
import type { Database } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import type { RecordAccess } from '../http/record-access.ts'
import { insertAccessRecord, removeOldAccessRecords } from './access-record-store.ts'

type StaffRead = {
  [Route in RouteKey]: Routes[Route]['access'] extends 'staff' | 'admin'
    ? Route extends `GET ${string}`
      ? Route
      : never
    : never
}[RouteKey]

/** Which reads of staff answer with people's data. A new route does not compile until somebody decides. */
const showsPeople: Record<StaffRead, boolean> = {
  'GET /api/admin/people': true,
  'GET /api/admin/people.csv': true,
  'GET /api/admin/person/:accountId': true,
  'GET /api/admin/bookings': true,
  'GET /api/admin/bookings.csv': true,
  'GET /api/admin/booking/:bookingId': true,
  'GET /api/admin/calendar': true,
  'GET /api/admin/orders': true,
  'GET /api/admin/orders.csv': true,
  'GET /api/admin/order/:orderId': true,
  'GET /api/admin/listings': true,
  'GET /api/admin/listings.csv': true,
  'GET /api/admin/listing/:listingId': true,
  'GET /api/admin/payments': true,
  'GET /api/admin/payments.csv': true,
  'GET /api/admin/payment/:paymentId': true,
  'GET /api/admin/refunds': true,
  'GET /api/admin/refunds.csv': true,
  'GET /api/admin/reconciliation': true,
  'GET /api/admin/messages': true,
  'GET /api/admin/notifications': true,
  'GET /api/admin/holds': true,
  'GET /api/admin/audit': true,
  'GET /api/admin/access-records': true,
  'GET /api/admin/today': false,
  'GET /api/admin/settings': false,
  'GET /api/admin/cars': false,
  'GET /api/admin/car/:carId': false,
  'GET /api/admin/products': false,
  'GET /api/admin/product/:productId': false,
  'GET /api/admin/catalog/:list': false,
  'GET /api/admin/catalog/:list/:itemId': false,
}

/** Routes of customers that staff may call for anybody's things. */
const staffSeesOthers: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'GET /api/booking/:bookingId',
  'GET /api/payment/:paymentId',
])

const recordedRoutes: ReadonlySet<string> = new Set([
  ...Object.entries(showsPeople).flatMap(([route, shows]) => (shows ? [route] : [])),
  ...staffSeesOthers,
])

/** The same, to choose from. */
export const recordedReads: readonly string[] = [...recordedRoutes]

const SAME_LOOK_MS = 10 * 60_000

/**
 * Records each look of staff at people's data, and each file of it. Looks at the same thing within ten minutes are one
 * record; a file is one each time.
 */
export function accessRecorder(db: Database, clock: Clock): RecordAccess {
  return async ({ route, currentUser, params, query, rowCount, requestId }) => {
    if (currentUser.role === 'user' || !recordedRoutes.has(route)) return
    const at = clock.now()
    const { accountId } = currentUser
    const subjectId = firstValue(params)
    const filter = recordableFilter(query)
    const moment = route.endsWith('.csv') ? requestId : Math.floor(at.getTime() / SAME_LOOK_MS)
    const once = createHash('sha256')
      .update(JSON.stringify([accountId, route, subjectId, filter, moment]))
      .digest('base64url')
    const record = { at, accountId, requestId, action: route, subjectId, filter, rowCount, once }
    await insertAccessRecord(db, record)
  }
}

function firstValue(params: unknown): string {
  const [value] = Object.values(params && typeof params === 'object' ? params : {})
  return typeof value === 'string' ? value : ''
}

/** What a list was narrowed to; how it was ordered and how long it may be says nothing of people. */
export function recordableFilter(query: unknown): Record<string, unknown> {
  const given = Object.entries(query && typeof query === 'object' ? query : {})
  const kept = given.filter(([name, value]) => value !== undefined && !['limit', 'sort'].includes(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'search' && typeof value === 'string' ? shortenSearch(value) : value,
    ]),
  )
}

/** Enough to see what kind of search it was, and to recognise one that is known; too little to name a person by. */
export function shortenSearch(text: string): string {
  return text.split(/\s+/).filter(Boolean).map(shortenWord).join(' ')
}

function shortenWord(word: string): string {
  if (word.includes('@')) return `…${word.slice(word.lastIndexOf('@'))}`
  const digits = word.replace(/\D/g, '')
  if (/^\+?\d+$/.test(word) && digits.length >= 6) return `…${digits.slice(-3)}`
  // References of our own: BK1234, CAR77.
  if (/^[A-Za-z]{2,4}-?\d{1,9}$/.test(word)) return word
  return word.length <= 2 ? word : `${word.slice(0, 2)}…`
}

/** Forgets what staff looked at longer ago than it is kept. */
export async function forgetOldAccess({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const olderThan = new Date(clock.now().getTime() - ACCESS_RECORDS_KEPT_DAYS * 86_400_000)
  await removeOldAccessRecords(db, olderThan)
}
