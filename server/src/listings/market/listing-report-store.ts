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
  /** What the listing says. */
  seen: { name: string; price: number; description: string }
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
      seen_name: report.seen.name,
      seen_price: report.seen.price,
      seen_description: report.seen.description,
    })
    .execute()
  await tx
    .insertInto('reported_pictures')
    .columns(['listing_id', 'picture_hash'])
    .expression(
      tx
        .selectFrom('listing_pictures')
        .select(['listing_id', 'picture_hash'])
        .distinct()
        .where('listing_id', '=', report.listingId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Deletes reports made before `before` that do not wait for staff, and lets go of pictures that no report keeps. */
export async function deleteOldReports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('listing_reports').where('at', '<', before).where('closed_at', 'is not', null).execute()
  const reported = db.selectFrom('listing_reports').select('listing_id')
  await db.deleteFrom('reported_pictures').where('listing_id', 'not in', reported).execute()
}

/** The pictures that listings showed when they were reported, and do not show any more. */
export async function findReportedPictures(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  const { rows } = await sql<{ listing_id: string; picture_hash: string }>`
    select listing_id, picture_hash from reported_pictures where listing_id = any(${[...listingIds]}::uuid[])
    except select listing_id, picture_hash from listing_pictures where listing_id = any(${[...listingIds]}::uuid[])
    order by picture_hash`.execute(db)
  return rows
}

export async function findReports(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  return db
    .selectFrom('listing_reports')
    .select(['listing_id', 'reason', 'note', 'at', 'closed_at'])
    .select(['seen_name', 'seen_price', 'seen_description'])
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
