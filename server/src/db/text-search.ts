import { type RawBuilder, type SqlBool, sql } from 'kysely'

import type { Db } from './database.ts'
import { plannedForItsValues } from './database-client.ts'
import { MIN_SIMILARITY, SHORTEST_FUZZY_WORD } from './word-similarity.ts'

const FEW = 10_000

/** A text in the form in which searches compare it; columns `search_text` are in this form already. */
export function searchable(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`searchable_text(${text})`
}

/** Whether the searchable text `column` contains every word, also as a part of a longer word. */
export function containsWords(column: RawBuilder<string>, words: readonly string[]): RawBuilder<SqlBool> {
  return every(words.map((word) => holds(column, word)))
}

/** Whether `column` contains every word or a similar one. Needs `setWordSimilarity` in the same transaction. */
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

/** How similar `column` is to the words, for sorting; higher is better. */
export function wordSimilarity(column: RawBuilder<string>, words: readonly string[]): RawBuilder<number> {
  return sql<number>`strict_word_similarity(${words.join(' ')}, ${column})`
}

/** Sets the required similarity for this transaction; the operator that uses the index reads it only from there. */
export function setWordSimilarity(): RawBuilder<unknown> {
  return sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${String(MIN_SIMILARITY)}, true)`
}

function holds(column: RawBuilder<string>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${escapeLike(word)}%`}`
}

/** A word as `like` reads it letter by letter. */
export function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}

function every(conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whether `account_id` belongs to an account whose name, phone or e-mail contains the words. */
export async function belongsToAccountNamed(db: Db, words: readonly string[]): Promise<RawBuilder<SqlBool>> {
  return isAmong(
    db,
    sql`account_id`,
    sql`select id from accounts where ${containsWords(sql`search_text`, words)}`,
  )
}

/** Whether `column` is among the found ids: a few are looked up by index, for many the list is scanned. */
export async function isAmong(
  db: Db,
  column: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ few: boolean }>`
    ${plannedForItsValues} select count(*) < ${FEW} as few from (${found} limit ${FEW}) as found`.execute(db)
  // PostgreSQL assumes that an array is short and uses the index instead of scanning the whole list.
  return rows[0]?.few ? sql`${column} = any(array(${found}))` : sql`${column} in (${found})`
}

/** The number plate of a car in searchable form, with and without its spaces; empty where it has none. */
export function plateText(carId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((
    select lower(fleet.number_plate || ' ' || replace(fleet.number_plate, ' ', '')) from cars as fleet where fleet.id = ${carId}
  ), '')`
}

/** The ids of the cars whose plate holds every word. */
export function carsWithPlate(words: readonly string[]): RawBuilder<unknown> {
  return sql`select id from cars where number_plate is not null
    and ${containsWords(sql<string>`lower(number_plate || ' ' || replace(number_plate, ' ', ''))`, words)}`
}

/** Codes and references begin with a letter and have a digit; three characters of them tell little. */
const CODE = /^(?=.*\d)[A-Z][A-Z0-9]{3,39}$/

/** What the words of a search are as the beginning of one code, or as a reference; undefined for other texts. */
export function searchedCode(words: readonly string[]): string | undefined {
  const code = words.join('').toUpperCase()
  return CODE.test(code) ? code : undefined
}

/** The ids of what was paid, or refunded, with a code that begins so. */
export function payablesWithCode(code: string): RawBuilder<unknown> {
  const beginning = `${code}%`
  return sql`
    select payable_id from payments where receipt like ${beginning}
    union all ${payablesRefundedWith(code)}`
}

/** The ids of what was refunded with a code that begins so, in one transfer or in several. */
export function payablesRefundedWith(code: string): RawBuilder<unknown> {
  return sql`select payable_id from refunds where ${isRefundedWith(code)}`
}

/** Whether a refund has a code that begins so. */
export function isRefundedWith(code: string): RawBuilder<SqlBool> {
  return sql`refunds.id in (select refund_id from payment_codes where code like ${`${code}%`})`
}

/** The number of the deposit that a code names as its reference; undefined for other codes. */
export function depositNumberOf(code: string): number | undefined {
  const number = /^DEP(\d{1,9})$/.exec(code)?.[1]
  return number === undefined ? undefined : Number(number)
}
