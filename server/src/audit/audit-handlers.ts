import type { AuditEntry } from '@twende/contract/audit/audit-routes.ts'
import {
  type Change,
  changesOf,
  reasonWords,
  requestLabel,
  subjectLabel,
  type Written,
} from '@twende/contract/audit/audit-words.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { routes } from '@twende/contract/routes.ts'
import { writeSettings } from '@twende/contract/settings/business-settings.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { readLog } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, type FilterInput, timeCell } from '../http/csv.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { serve } from '../http/serve.ts'
import { searchEverything } from '../search/search-handlers.ts'
import { settingsFrom } from '../settings/read-settings.ts'
import { findAccessRecords } from './access-record-store.ts'
import { type AuditFilter, findAudit, findNames, findPeopleIn } from './audit-store.ts'
import { recordedReads } from './record-access.ts'

const PAGE_SIZE = 50
const summaries = new Map(Object.entries<RouteSpec>(routes).map(([name, { summary }]) => [name, summary]))

const reads = recordedReads
  .map((action) => ({ action, summary: summaries.get(action) ?? action }))
  .sort((one, other) => one.summary.localeCompare(other.summary))

const actions = Object.entries<RouteSpec>(routes)
  .filter(([name, { access }]) => (access === 'staff' || access === 'admin') && !name.startsWith('GET '))
  .map(([action, { summary }]) => ({ action, summary }))
  .sort((one, other) => one.summary.localeCompare(other.summary))

export function auditHandlers(app: FastifyInstance, deps: AppDeps) {
  accessHandler(app, deps)
  serve(app, deps, 'GET /api/admin/audit.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await auditCsv(deps, currentUser, query)),
  )
  serve(app, deps, 'GET /api/admin/audit', async ({ query }) => {
    const filter = { ...query, ...(await searchedIn(deps, query.search)) }
    const [{ rows, next }, people] = await Promise.all([
      readLog(query, { size: PAGE_SIZE, find: (limit) => findAudit(deps.db, { ...filter, limit }) }),
      findPeopleIn(deps.db, 'audit_log'),
    ])
    return {
      success: true,
      data: rows.map((row) => presentEntry(row, deps)),
      names: await findNames(deps.db, idsIn(rows)),
      people: people.map(({ id, name }) => ({ _id: id, name })),
      actions,
      next,
    }
  })
}

/** What a search looks for: its words, what they name elsewhere, and the actions that are called so. */
async function searchedIn(deps: AppDeps, search = '') {
  const text = search.trim().toLowerCase()
  if (text === '') return { search, named: [], called: [] }
  const found = await searchEverything(deps, search)
  const named = found.flatMap(({ kind, id }) => (kind === 'transaction' || kind === 'refund' ? [] : [id]))
  const called = actions.filter((each) => requestLabel(each).toLowerCase().includes(text))
  // Numbers are kept without the commas with which they are shown.
  const plain = search.replace(/\b\d{1,3}(?:,\d{3})+\b/g, (number) => number.replaceAll(',', ''))
  return { search: plain, named, called: called.map(({ action }) => action) }
}

type ChangedField = AuditEntry & { thing: string; change: Partial<Change> }

const columns: CsvColumns<ChangedField> = [
  [m.csv_time, ({ at }) => timeCell(at)],
  [m.admin_audit_person_label, ({ by }) => by.name],
  [m.csv_email, ({ by }) => by.email],
  [m.admin_audit_action_label, requestLabel],
  [m.admin_audit_thing_label, ({ subject }) => subjectLabel(subject)],
  [m.csv_name, ({ thing }) => thing],
  [m.csv_reason, reasonWords],
  [m.csv_field, ({ change }) => change.field ?? ''],
  [m.csv_before, ({ before, change }) => (before ? (change.before ?? '') : '')],
  [m.csv_after, ({ after, change }) => (after ? (change.after ?? '') : '')],
]

/** The changes that match a filter as a CSV table, a row for each field. */
async function auditCsv(
  deps: AppDeps,
  { role }: CurrentUser,
  query: FilterInput<
    Pick<AuditFilter, 'search' | 'staff' | 'subject' | 'subjectId' | 'action' | 'fromDay' | 'toDay'>
  >,
) {
  const filter = { ...query, ...(await searchedIn(deps, query.search)) }
  return csvTable({
    role,
    name: 'audit',
    filters: query,
    now: deps.clock.now(),
    columns,
    find: (limit) => findAudit(deps.db, { ...filter, limit }),
    read: async (rows) => {
      const names = await findNames(deps.db, idsIn(rows))
      return rows.flatMap((row) => {
        const entry = { ...presentEntry(row, deps), thing: names[row.subject_id] ?? '' }
        const changes: Partial<Change>[] = changesOf(entry, names, inFiles)
        return (changes.length > 0 ? changes : [{}]).map((change) => ({ ...entry, change }))
      })
    },
  })
}

/** Times, days and numbers as files have them, and not as pages show them. */
const inFiles: Written = {
  instant: (instant) => String(timeCell(instant)),
  day: (day) => day,
  number: String,
}

function accessHandler(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/access-records', async ({ query }) => {
    const filter = { ...query, exportsOnly: query.exports === 'only' }
    const [{ rows, next }, people] = await Promise.all([
      readLog(query, { size: PAGE_SIZE, find: (limit) => findAccessRecords(deps.db, { ...filter, limit }) }),
      findPeopleIn(deps.db, 'access_records'),
    ])
    return {
      success: true,
      data: rows.map((row) => ({
        _id: row.id,
        at: row.at.toISOString(),
        by: { _id: row.account_id, name: row.name, email: row.email },
        requestId: row.request_id,
        action: row.action,
        summary: summaries.get(row.action) ?? row.action,
        subjectId: row.subject_id,
        filter: fieldsOf(row.filter) ?? {},
        rowCount: row.row_count,
      })),
      people: people.map(({ id, name }) => ({ _id: id, name })),
      actions: reads,
      next,
    }
  })
}

type AuditRow = Awaited<ReturnType<typeof findAudit>>[number]

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Every id that the entries name. */
function idsIn(rows: readonly AuditRow[]): string[] {
  const words = JSON.stringify(rows.map(({ subject_id, before, after }) => [subject_id, before, after]))
  return [...new Set(words.match(UUID) ?? [])]
}

/** Until settings were chosen for the first time, the first ones held; as they would be stored, to be compared. */
function settingsBefore({ subject, before }: AuditRow, { config }: Pick<AppDeps, 'config'>) {
  if (subject !== 'business_settings' || before !== null) return before
  return { chosen: JSON.parse(writeSettings(settingsFrom(config))) }
}

function presentEntry(row: AuditRow, deps: Pick<AppDeps, 'config'>): AuditEntry {
  return {
    _id: row.id,
    at: row.at.toISOString(),
    by: { _id: row.account_id, name: row.name, email: row.email },
    requestId: row.request_id,
    action: row.action,
    summary: summaries.get(row.action) ?? row.action,
    reason: row.reason,
    subject: row.subject,
    subjectId: row.subject_id,
    before: fieldsOf(settingsBefore(row, deps)),
    after: fieldsOf(row.after),
  }
}

function fieldsOf(json: unknown): Record<string, unknown> | null {
  return json && typeof json === 'object' ? Object.fromEntries(Object.entries(json)) : null
}
