import { type RawBuilder, type SqlBool, sql } from 'kysely'

const MOST_WORDS = 6
/** Below this many letters a misspelt word is like any other. */
export const SHORTEST_GUESSED = 3
/** Catches one wrong, missing or swapped letter, and keeps "Ford" from finding a Forester. */
export const LIKENESS = 0.3

/** The words of what a person typed to search for; signs between them do not count. */
export function searchWords(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** Whether `column` holds every word, as it is or as a part of a longer one. */
export function holdsWords(column: RawBuilder<string>, words: readonly string[]): RawBuilder<SqlBool> {
  return every(words.map((word) => holds(column, word)))
}

/** Whether `column` holds every word or one like it. Needs `guessWords` in the same transaction. */
export function holdsWordsLike(column: RawBuilder<string>, words: readonly string[]): RawBuilder<SqlBool> {
  return every(
    words.map((word) =>
      word.length < SHORTEST_GUESSED
        ? holds(column, word)
        : sql<SqlBool>`(${holds(column, word)} or ${word} <<% ${column})`,
    ),
  )
}

/** How well `column` fits the words, for sorting: more is better. */
export function likeness(column: RawBuilder<string>, words: readonly string[]): RawBuilder<number> {
  return sql<number>`strict_word_similarity(${words.join(' ')}, ${column})`
}

/** Sets how alike words must be, for this transaction; the operator that uses the index takes it from there only. */
export function guessWords(): RawBuilder<unknown> {
  return sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${String(LIKENESS)}, true)`
}

function holds(column: RawBuilder<string>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${word}%`}`
}

function every(conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
