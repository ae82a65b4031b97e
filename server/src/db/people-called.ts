import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, plannedForItsValues } from './database.ts'
import { holdsWords } from './word-search.ts'

const FEW_PEOPLE = 5_000

/** Whether an `account_id` is of somebody who is called so; those who are few are looked up one by one. */
export async function isOfPeopleCalled(db: Db, words: readonly string[]): Promise<RawBuilder<SqlBool>> {
  const called = sql`select id from accounts where ${holdsWords(sql`search_text`, words)}`
  const { rows } = await sql<{ few: boolean }>`
    ${plannedForItsValues} select count(*) < ${FEW_PEOPLE} as few from (${called} limit ${FEW_PEOPLE}) as people
  `.execute(db)
  // PostgreSQL takes an array for short, and does not read a whole list to find those of nobody in it.
  return rows[0]?.few ? sql`account_id = any(array(${called}))` : sql`account_id in (${called})`
}
