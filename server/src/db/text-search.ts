import { type RawBuilder, type SqlBool, sql } from 'kysely'

import { type Db, plannedForItsValues } from './database.ts'

const FEW = 10_000

const MOST_WORDS = 6
/** Below this many letters a misspelt word is like any other. */
export const SHORTEST_FUZZY_WORD = 3
/** Catches one wrong, missing or swapped letter, and keeps "Ford" from finding a Forester. */
export const MIN_SIMILARITY = 0.3

/** The words of what a person typed to search for; signs between them do not count. */
export function searchWords(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** Whether `column` holds every word, as it is or as a part of a longer one. */
export function containsWords(column: RawBuilder<string>, words: readonly string[]): RawBuilder<SqlBool> {
  return every(words.map((word) => holds(column, word)))
}

/** Whether `column` holds every word or one like it. Needs `guessWords` in the same transaction. */
export function containsSimilarWords(
  column: RawBuilder<string>,
  words: readonly string[],
): RawBuilder<SqlBool> {
  return every(
    words.map((word) =>
      word.length < SHORTEST_FUZZY_WORD
        ? holds(column, word)
        : sql<SqlBool>`(${holds(column, word)} or ${word} <<% ${column})`,
    ),
  )
}

/** How well `column` fits the words, for sorting: more is better. */
export function wordSimilarity(column: RawBuilder<string>, words: readonly string[]): RawBuilder<number> {
  return sql<number>`strict_word_similarity(${words.join(' ')}, ${column})`
}

/** Sets how alike words must be, for this transaction; the operator that uses the index takes it from there only. */
export function setWordSimilarity(): RawBuilder<unknown> {
  return sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${String(MIN_SIMILARITY)}, true)`
}

function holds(column: RawBuilder<string>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${word}%`}`
}

function every(conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whether an `account_id` is of somebody who is called so. */
export async function belongsToAccountNamed(db: Db, words: readonly string[]): Promise<RawBuilder<SqlBool>> {
  return isAmong(
    db,
    sql`account_id`,
    sql`select id from accounts where ${containsWords(sql`search_text`, words)}`,
  )
}

/** Whether `column` is among the ids that are found: few are looked up one by one, for many the list is walked. */
export async function isAmong(
  db: Db,
  column: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ few: boolean }>`
    ${plannedForItsValues} select count(*) < ${FEW} as few from (${found} limit ${FEW}) as found`.execute(db)
  // PostgreSQL takes an array for short, and does not read a whole list to find those of nobody in it.
  return rows[0]?.few ? sql`${column} = any(array(${found}))` : sql`${column} in (${found})`
}
