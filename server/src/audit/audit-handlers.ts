import type { AuditEntry } from '@twende/contract/audit/audit-routes.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { routes } from '@twende/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { readLog } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { searchEverything } from '../search/search-handlers.ts'
import { settingsFrom } from '../settings/read-settings.ts'
import { findAccessRecords } from './access-record-store.ts'
import { findAudit, findNames, findPeopleIn } from './audit-store.ts'
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
  serve(app, deps, 'GET /api/admin/audit', async ({ query }) => {
    const search = query.search ?? ''
    const found = search.trim() === '' ? [] : await searchEverything(deps, search)
    const named = found.flatMap(({ kind, id }) => (kind === 'transaction' || kind === 'refund' ? [] : [id]))
    const filter = { ...query, search, named }
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

/** Until settings were chosen for the first time, the first ones held. */
function settingsBefore({ subject, before }: AuditRow, { config }: Pick<AppDeps, 'config'>) {
  return subject === 'business_settings' && before === null ? { chosen: settingsFrom(config) } : before
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
