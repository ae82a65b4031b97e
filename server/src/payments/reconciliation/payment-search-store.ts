import { isPurchaseReference as isPayableReference } from '@twende/contract/payments/refund-rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { belongsToAccountNamed, containsWords, isAmong, searchWords } from '../../db/text-search.ts'

type Condition = RawBuilder<SqlBool>

export type Found = NonNullable<Awaited<ReturnType<typeof foundBy>>>

/** Ways to find what was typed, or undefined where nothing was: in payments (`p`), proofs (`c`) and transactions (`i`). */
export async function foundBy(db: Db, search: string | undefined) {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const term = readTerm(search ?? '')
  return {
    payment: [
      await belongsToAccountNamed(db, words),
      await isOfPayablesCalled(db, words),
      ...waysToPayment(term),
    ],
    proof: [
      containsWords(sql<string>`lower(c.payer_name)`, words),
      ...(term.code ? [sql<SqlBool>`c.code like ${`${term.code}%`}`] : []),
      ...(term.digits ? [sql<SqlBool>`c.payer_phone like ${`%${term.digits}%`}`] : []),
      ...(term.reference ? [sql<SqlBool>`c.payable_id in (${payableOf(term.reference)})`] : []),
    ],
    transaction: [
      containsWords(sql<string>`lower(i.payer_name || ' ' || i.payer_reference)`, words),
      ...(term.code ? [sql<SqlBool>`i.receipt like ${`${term.code}%`}`] : []),
      // A provider may hide all but the end of a number.
      ...(term.digits ? [sql<SqlBool>`right(i.phone, 3) = ${term.digits.slice(-3)}`] : []),
    ],
  }
}

type Term = ReturnType<typeof readTerm>

/** What the typed text can be besides a name. */
function readTerm(search: string) {
  const text = search.toUpperCase().replace(/[\s+-]/g, '')
  return {
    code: /^[A-Z][A-Z0-9]{2,11}$/.test(text) ? text : undefined,
    digits: /^\d{3,12}$/.test(text) ? text.replace(/^(?:254|0)(?=\d{9}$)/, '').replace(/^0/, '') : undefined,
    reference: isPayableReference(text) ? text : undefined,
  }
}

/** Each has an index of its own; together, in one condition with "or", they would have none. */
function waysToPayment({ code, digits, reference }: Term): Condition[] {
  return [
    ...(code ? [sql<SqlBool>`p.receipt like ${`${code}%`}`] : []),
    ...(digits ? [sql<SqlBool>`p.phone like ${`%${digits}%`}`] : []),
    ...(reference ? [sql<SqlBool>`p.payable_id in (${payableOf(reference)})`] : []),
  ]
}

const isOfPayablesCalled = (db: Db, words: readonly string[]) =>
  isAmong(
    db,
    sql`p.payable_id`,
    sql`select payable_id from payables where ${containsWords(sql`search_text`, words)}`,
  )

const payableOf = (reference: string) => sql`select payable_id from payables where reference = ${reference}`
