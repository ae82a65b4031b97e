import { createHash } from 'node:crypto'
import { ACCESS_RECORDS_KEPT_DAYS } from '@twende/contract/audit/audit-routes.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import type { Clock } from '../basic-deps.ts'
import type { Database } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import type { RecordAccess } from '../http/audit-context.ts'
import { insertAccessRecord, removeOldAccessRecords } from './access-record-store.ts'

/** Routes with `personalData`. */
export const recordedReads: readonly string[] = Object.entries<RouteSpec>(routes).flatMap(([name, spec]) =>
  spec.personalData ? [name] : [],
)
const isRecorded: ReadonlySet<string> = new Set(recordedReads)

const SAME_READ_MS = 10 * 60_000

/** Looks at private files are recorded one by one, and of customers too. */
const PRIVATE_FILE: RouteKey = 'GET /api/private-file/:fileId'

/**
 * Records each read and each export of personal data by staff. Repeated reads within ten minutes are one record; every export
 * is one.
 */
export function accessRecorder(db: Database, clock: Clock): RecordAccess {
  return async ({ route, currentUser, params, query, rowCount, requestId }) => {
    const isPrivateFile = route === PRIVATE_FILE
    if ((currentUser.role === 'user' && !isPrivateFile) || !isRecorded.has(route)) return
    const at = clock.now()
    const { accountId } = currentUser
    const subjectId = firstValue(params)
    const filter = recordableFilter(query)
    const moment =
      route.endsWith('.csv') || isPrivateFile ? requestId : Math.floor(at.getTime() / SAME_READ_MS)
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

/** The filters of a list; its order and length are left out. */
export function recordableFilter(query: unknown): Record<string, unknown> {
  const given = Object.entries(query && typeof query === 'object' ? query : {})
  const filters = given.filter(([name, value]) => value !== undefined && !['limit', 'sort'].includes(name))
  return Object.fromEntries(
    filters.map(([name, value]) => [
      name,
      name === 'search' && typeof value === 'string' ? shortenSearch(value) : value,
    ]),
  )
}

/** Shortens search words so that a known search can be recognised, but no person identified. */
export function shortenSearch(text: string): string {
  return text.split(/\s+/).filter(Boolean).map(shortenWord).join(' ')
}

function shortenWord(word: string): string {
  if (word.includes('@')) return `…${word.slice(word.lastIndexOf('@'))}`
  const digits = word.replace(/\D/g, '')
  if (/^\+?\d+$/.test(word) && digits.length >= 6) return `…${digits.slice(-3)}`
  // Our own references, such as BK1234 and CAR77.
  if (/^[A-Za-z]{2,4}-?\d{1,9}$/.test(word)) return word
  return word.length <= 2 ? word : `${word.slice(0, 2)}…`
}

export async function deleteOldAccess({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const olderThan = new Date(clock.now().getTime() - ACCESS_RECORDS_KEPT_DAYS * 86_400_000)
  await removeOldAccessRecords(db, olderThan)
}
