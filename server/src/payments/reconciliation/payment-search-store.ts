import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isOfPeopleCalled, isOneOf } from '../../db/people-called.ts'
import { holdsWords, searchWords } from '../../db/word-search.ts'

type Condition = RawBuilder<SqlBool>

export type Found = NonNullable<Awaited<ReturnType<typeof foundBy>>>

/** Ways to find what was typed, or undefined where nothing was: in payments (`p`), claims (`c`), inbox (`i`). */
export async function foundBy(db: Db, search: string | undefined) {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const term = readTerm(search ?? '')
  return {
    payment: [await isOfPeopleCalled(db, words), await isOfBookings(db, words), ...waysToPayment(term)],
    claim: [
      holdsWords(sql<string>`lower(c.payer_name)`, words),
      ...(term.code ? [sql<SqlBool>`c.code like ${`${term.code}%`}`] : []),
      ...(term.digits ? [sql<SqlBool>`c.payer_phone like ${`%${term.digits}%`}`] : []),
      ...(term.listing ? [sql<SqlBool>`c.listing_id in (${listingOf(term.listing)})`] : []),
    ],
    inbox: [
      holdsWords(sql<string>`lower(i.payer_name || ' ' || i.bill_reference)`, words),
      ...(term.code ? [sql<SqlBool>`i.receipt like ${`${term.code}%`}`] : []),
      // M-Pesa shows the end of a number and hides the middle.
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
    listing: numberAfter('CAR', text),
    order: numberAfter('ORD', text),
  }
}

function numberAfter(letters: string, text: string): string | undefined {
  const number = text.startsWith(letters) ? text.slice(letters.length) : ''
  return /^\d{1,12}$/.test(number) ? number : undefined
}

/** Each has an index of its own; together, in one condition with "or", they would have none. */
function waysToPayment({ code, digits, listing, order }: Term): Condition[] {
  return [
    ...(code ? [sql<SqlBool>`p.receipt like ${`${code}%`}`] : []),
    ...(digits ? [sql<SqlBool>`p.phone like ${`%${digits}%`}`] : []),
    ...(listing ? [sql<SqlBool>`p.listing_id in (${listingOf(listing)})`] : []),
    ...(order ? [sql<SqlBool>`p.order_id in (select id from orders where number = ${order}::bigint)`] : []),
  ]
}

const isOfBookings = (db: Db, words: readonly string[]) =>
  isOneOf(db, sql`p.booking_id`, sql`select id from bookings where ${holdsWords(sql`search_text`, words)}`)

const listingOf = (number: string) => sql`select id from listings where number = ${number}::bigint`
