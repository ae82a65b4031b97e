import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'

export type NewAccessRecord = {
  at: Date
  accountId: string
  requestId: string
  action: string
  subjectId: string
  filter: Record<string, unknown>
  rowCount: number
  /** Records with the same value are stored once. */
  once: string
}

/** Adds a record, unless one with the same `once` exists. */
export async function insertAccessRecord(db: Db, record: NewAccessRecord): Promise<void> {
  await db
    .insertInto('access_records')
    .values({
      at: record.at,
      account_id: record.accountId,
      request_id: record.requestId,
      action: record.action,
      subject_id: record.subjectId,
      filter: JSON.stringify(record.filter),
      row_count: record.rowCount,
      once: record.once,
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .execute()
}

export type AccessRecordFilter = {
  staff?: string | undefined
  subjectId?: string | undefined
  action?: string | undefined
  exportsOnly?: boolean | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
  before?: number | undefined
  limit: number
}

/** The access records that match all filters, newest first. */
export async function findAccessRecords(db: Db, filter: AccessRecordFilter) {
  let query = db
    .selectFrom('access_records')
    .innerJoin('accounts', 'accounts.id', 'access_records.account_id')
    .selectAll('access_records')
    .select([accountName().as('name'), 'accounts.email'])
  if (filter.staff) query = query.where('access_records.account_id', '=', filter.staff)
  if (filter.subjectId) query = query.where('access_records.subject_id', '=', filter.subjectId)
  if (filter.action) query = query.where('access_records.action', '=', filter.action)
  if (filter.exportsOnly) query = query.where('access_records.action', 'like', '%.csv')
  if (filter.fromDay) query = query.where('access_records.at', '>=', nairobiInstant(filter.fromDay, '00:00'))
  if (filter.toDay)
    query = query.where('access_records.at', '<', nairobiInstant(addDays(filter.toDay, 1), '00:00'))
  if (filter.before) query = query.where('access_records.id', '<', filter.before)
  return query.orderBy('access_records.id', 'desc').limit(filter.limit).execute()
}

/** Deletes older records; the database function refuses to delete records younger than a year. */
export async function removeOldAccessRecords(db: Db, olderThan: Date): Promise<void> {
  await sql`select remove_old_access_records(${olderThan})`.execute(db)
}
