import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, plannedForItsValues } from './database.ts'
import { holdsWords } from './word-search.ts'

const FEW = 10_000

/** Whether an `account_id` is of somebody who is called so. */
export async function isOfPeopleCalled(db: Db, words: readonly string[]): Promise<RawBuilder<SqlBool>> {
  return isOneOf(
    db,
    sql`account_id`,
    sql`select id from accounts where ${holdsWords(sql`search_text`, words)}`,
  )
}

/** Whether `column` is among the ids that are found: few are looked up one by one, for many the list is walked. */
export async function isOneOf(
  db: Db,
  column: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ few: boolean }>`
    ${plannedForItsValues} select count(*) < ${FEW} as few from (${found} limit ${FEW}) as found`.execute(db)
  // PostgreSQL takes an array for short, and does not read a whole list to find those of nobody in it.
  return rows[0]?.few ? sql`${column} = any(array(${found}))` : sql`${column} in (${found})`
}
