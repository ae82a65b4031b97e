import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Listings of one step; they are locked for about a tenth of a second. */
const STEP_SIZE = 250

/** Writes the new name of a category into some of its listings; false if nothing is left to do, or another process does it. */
export async function writeRenameStep(tx: Db): Promise<boolean> {
  const rename = await tx
    .selectFrom('category_renames')
    .select(['category_id', 'last_listing_id', 'done'])
    .orderBy('renamed_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!rename) return false
  const step = await tx
    .selectFrom('listings')
    .select('id')
    .where('category_id', '=', rename.category_id)
    .$if(rename.last_listing_id !== null, (query) => query.where('id', '>', rename.last_listing_id ?? ''))
    .orderBy('id')
    .limit(STEP_SIZE)
    .forNoKeyUpdate()
    .execute()
  const ids = step.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) {
    await tx.deleteFrom('category_renames').where('category_id', '=', rename.category_id).execute()
    return true
  }
  // A trigger composes the search text when the category is written.
  await sql`update listings set category_id = category_id where id = any(${ids})`.execute(tx)
  await tx
    .updateTable('category_renames')
    .set({ last_listing_id: last, done: rename.done + ids.length })
    .where('category_id', '=', rename.category_id)
    .execute()
  return true
}

/** How far each category is whose listings are still found by its former name only. */
export async function findCategoryRenames(db: Db): Promise<Map<string, { done: number; total: number }>> {
  const rows = await db.selectFrom('category_renames').select(['category_id', 'done', 'total']).execute()
  return new Map(
    rows.map(({ category_id, done, total }) => [category_id, { done: Math.min(done, total), total }]),
  )
}
