import type { Day } from '@twende/contract/calendar-day.ts'
import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

export type AuditFilter = {
  search: string
  staff?: string | undefined
  subject?: string | undefined
  subjectId?: string | undefined
  action?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
  before?: number | undefined
  limit: number
}

/** The entries of the audit log that match all filters, newest first. */
export async function findAudit(db: Db, filter: AuditFilter) {
  let query = db
    .selectFrom('audit_log')
    .innerJoin('accounts', 'accounts.id', 'audit_log.account_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.account_id',
      'audit_log.request_id',
      'audit_log.action',
      'audit_log.reason',
      'audit_log.subject',
      'audit_log.subject_id',
      'audit_log.before',
      'audit_log.after',
      accountName().as('name'),
      'accounts.email',
    ])
  for (const word of filter.search.toLowerCase().split(/\s+/).filter(Boolean)) {
    query = query.where('audit_log.search_text', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  }
  if (filter.staff) query = query.where('audit_log.account_id', '=', filter.staff)
  if (filter.subject) query = query.where('audit_log.subject', '=', filter.subject)
  if (filter.subjectId) query = query.where('audit_log.subject_id', '=', filter.subjectId)
  if (filter.action) query = query.where('audit_log.action', '=', filter.action)
  if (filter.fromDay) query = query.where('audit_log.at', '>=', nairobiInstant(filter.fromDay, '00:00'))
  if (filter.toDay)
    query = query.where('audit_log.at', '<', nairobiInstant(addDays(filter.toDay, 1), '00:00'))
  if (filter.before) query = query.where('audit_log.id', '<', filter.before)
  return query.orderBy('audit_log.id', 'desc').limit(filter.limit).execute()
}

/** Everybody named in the table, by name. The recursive query reads one index entry for each person instead of all rows. */
export async function findPeopleIn(
  db: Db,
  table: 'audit_log' | 'access_records',
): Promise<{ id: string; name: string }[]> {
  const log = sql.table(table)
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive people as (
      (select account_id from ${log} order by account_id limit 1)
      union all
      select (select account_id from ${log} where account_id > people.account_id order by account_id limit 1)
      from people where people.account_id is not null
    )
    select accounts.id, ${accountName()} as name from people join accounts on accounts.id = people.account_id
    order by lower(accounts.name), accounts.id`.execute(db)
  return rows
}
