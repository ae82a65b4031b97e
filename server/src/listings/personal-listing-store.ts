import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Takes an account's cars off the market for good, with their pictures and words; the paid periods stay on record. */
export async function emptyListings(tx: Db, accountId: string, now: Date): Promise<void> {
  const own = tx.selectFrom('listings').select('id').where('account_id', '=', accountId)
  await tx.deleteFrom('listing_edits').where('listing_id', 'in', own).execute()
  await tx.deleteFrom('listing_pictures').where('listing_id', 'in', own).execute()
  await tx
    .updateTable('listing_reports')
    .set({ account_id: null, note: '' })
    .where('account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('listings')
    .set({
      description: '',
      service_history: '',
      specs: '{}',
      features: [],
      contact_phone: '',
      contact_email: '',
      warnings: [],
      review_reason: '',
      review_since: null,
      reported_at: null,
      deleted_at: sql`coalesce(deleted_at, ${now})`,
      updated_at: now,
    })
    .where('account_id', '=', accountId)
    .execute()
}
