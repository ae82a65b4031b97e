import type { ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type NewReport = {
  listingId: string
  reporter: string
  network: string
  accountId: string | null
  reason: ReportReason
  note: string
  now: Date
}

/** The most open reports of one listing from one network; a constraint of the table has the same number. */
const MOST_PER_NETWORK = 5

/** Whether a report of this reader waits; one that staff closed keeps nobody from reporting again. */
export async function hasOpenReport(tx: Db, listingId: string, reporter: string): Promise<boolean> {
  const row = await tx
    .selectFrom('listing_reports')
    .select('reporter')
    .where('listing_id', '=', listingId)
    .where('reporter', '=', reporter)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a report of a locked listing; false when its network has reached the limit. */
export async function insertReport(tx: Db, report: NewReport): Promise<boolean> {
  const { slot } = await tx
    .selectFrom('listing_reports')
    .select(sql<number>`coalesce(max(slot), 0) + 1`.as('slot'))
    .where('listing_id', '=', report.listingId)
    .where('network', '=', report.network)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (slot > MOST_PER_NETWORK) return false
  await tx
    .insertInto('listing_reports')
    .values({
      listing_id: report.listingId,
      reporter: report.reporter,
      network: report.network,
      slot,
      account_id: report.accountId,
      reason: report.reason,
      note: report.note,
      at: report.now,
    })
    .execute()
  return true
}

/** Deletes reports made before `before` that do not wait for staff. */
export async function deleteOldReports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('listing_reports').where('at', '<', before).where('closed_at', 'is not', null).execute()
}

export async function findReports(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  return db
    .selectFrom('listing_reports')
    .select(['listing_id', 'reason', 'note', 'at', 'closed_at'])
    .where('listing_id', 'in', listingIds)
    .orderBy('at', 'desc')
    .execute()
}

/** Closes the open reports of a listing; false if there is none. */
export async function closeReports(tx: Db, listingId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listing_reports')
    .set({ closed_at: now })
    .where('listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
