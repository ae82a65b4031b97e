import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What was chosen in the back office, by whom and when; undefined while nothing was. */
export async function findSettings(db: Db) {
  return db
    .selectFrom('business_settings')
    .innerJoin('accounts', 'accounts.id', 'business_settings.updated_by')
    .select(['business_settings.chosen', 'business_settings.updated_at', 'accounts.name'])
    .executeTakeFirst()
}

type Choice = { chosen: unknown; accountId: string; now: Date; updatedAt: string | null }

/** Keeps a choice; false when it was made of other settings than those that stand. */
export async function keepSettings(tx: Db, { chosen, accountId, now, updatedAt }: Choice): Promise<boolean> {
  const set = { chosen: JSON.stringify(chosen), updated_at: now, updated_by: accountId }
  const kept =
    updatedAt === null
      ? await tx
          .insertInto('business_settings')
          .values(set)
          .onConflict((conflict) => conflict.column('only_one').doNothing())
          .returning('only_one')
          .executeTakeFirst()
      : await tx
          .updateTable('business_settings')
          .set(set)
          .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${updatedAt}::timestamptz`)
          .returning('only_one')
          .executeTakeFirst()
  return kept !== undefined
}
