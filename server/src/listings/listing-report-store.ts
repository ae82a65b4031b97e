import type { ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type NewReport = {
  listingId: string
  reporter: string
  accountId: string | null
  reason: ReportReason
  note: string
  now: Date
}

/** Keeps a report; false when this reporter spoke before. */
export async function insertReport(tx: Db, report: NewReport): Promise<boolean> {
  const kept = await tx
    .insertInto('listing_reports')
    .values({
      listing_id: report.listingId,
      reporter: report.reporter,
      account_id: report.accountId,
      reason: report.reason,
      note: report.note,
      at: report.now,
    })
    .onConflict((conflict) => conflict.columns(['listing_id', 'reporter']).doNothing())
    .returning('reporter')
    .executeTakeFirst()
  return kept !== undefined
}

export async function countOpenReports(tx: Db, listingId: string): Promise<number> {
  const { reports } = await tx
    .selectFrom('listing_reports')
    .select(sql<number>`count(*)`.as('reports'))
    .where('listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return reports
}

export async function findReports(db: Db, listingIds: readonly string[]) {
  if (listingIds.length === 0) return []
  return db
    .selectFrom('listing_reports')
    .select(['listing_id', 'reason', 'note', 'at'])
    .where('listing_id', 'in', listingIds)
    .orderBy('at', 'desc')
    .execute()
}

/** Staff has looked at what was reported. */
export async function closeReports(tx: Db, listingId: string, now: Date): Promise<void> {
  await tx
    .updateTable('listing_reports')
    .set({ closed_at: now })
    .where('listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .execute()
}
