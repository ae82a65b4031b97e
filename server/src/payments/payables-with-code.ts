import { type RawBuilder, sql } from 'kysely'

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
    union all select payable_id from refunds where receipt like ${beginning}`
}

/** The number of the deposit that a code names as its reference; undefined for other codes. */
export function depositNumberOf(code: string): number | undefined {
  const number = /^DEP(\d{1,9})$/.exec(code)?.[1]
  return number === undefined ? undefined : Number(number)
}
