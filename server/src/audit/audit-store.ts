import type { Day } from '@twende/contract/calendar-day.ts'
import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import { escapeLike } from '../db/text-search.ts'

export type AuditFilter = {
  search: string
  /** What the searched text names elsewhere: ids of bookings, people, cars and so on. */
  named: readonly string[]
  /** The actions that are called what is searched. */
  called: readonly string[]
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
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length > 0)
    query = query.where(
      sql<boolean>`audit_log.request_id in (select request_id from audit_log as other where ${matches(words, filter)})`,
    )
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

/** Whether a change has all the words, is called so, was made by somebody who is named, or is of something that is named or belongs to them. */
function matches(words: readonly string[], { named, called }: Pick<AuditFilter, 'named' | 'called'>) {
  const likes = words.map((word) => sql`other.search_text like ${`%${escapeLike(word)}%`}`)
  const hasWords = sql`(${sql.join(likes, sql` and `)} or other.action = any(${[...called]}::text[]))`
  if (named.length === 0) return hasWords
  const ids = sql`${[...named]}::uuid[]`
  return sql`${hasWords} or other.account_id = any(${ids}) or other.search_text like any(array(
    select '%' || id || '%' from (
      select unnest(${ids}) as id
      union select deposits.id from deposits join bookings on bookings.id = booking_id
        where bookings.id = any(${ids}) or car_id = any(${ids})
          or bookings.account_id = any(${ids}) and booked_by is distinct from bookings.account_id
      union select id from bookings
        where account_id = any(${ids}) and booked_by is distinct from account_id or car_id = any(${ids})
      union select id from orders where account_id = any(${ids})
      union select id from listings where account_id = any(${ids})
      union select id from payments where account_id = any(${ids}) and not was_taken_at_counter(payments)
    ) as theirs limit 200
  ))`
}

/** What these ids are called: a reference, a person, a car, a place. Those of nothing that has a name are left out. */
export async function findNames(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const among = sql`id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, reference as name from bookings where ${among}
    union all select id, 'ORD' || number from orders where ${among}
    union all select id, 'CAR' || number || ' ' || name from listings where ${among}
    union all select id, 'DEP' || number from deposits where ${among}
    union all select id, ${accountName()} from accounts where ${among}
    union all select id, concat_ws(' ', name, number_plate) from cars where ${among}
    union all select id, name from categories where ${among}
    union all select id, name from locations where ${among}
    union all select id, name from products where ${among}
    union all select id, full_name from drivers where ${among}
    union all select id, receipt from payments where ${among} and receipt is not null`.execute(db)
  return Object.fromEntries(rows.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
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
