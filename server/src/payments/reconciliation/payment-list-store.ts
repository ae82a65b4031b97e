import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { PayableType, PaymentStatus } from '@twende/contract/payments/payment.ts'
import type { MoneyMethod, PaymentItemKind, PaymentQueue } from '@twende/contract/payments/payment-choices.ts'
import { isPurchaseReference } from '@twende/contract/payments/typed-reference.ts'
import { foldText, searchedPhone, searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { plannedForItsValues } from '../../db/database-client.ts'
import { type FoundPage, findSearchPage, type PageRange } from '../../db/list-page.ts'
import {
  belongsToAccountNamed,
  containsWords,
  isAmong,
  payablesRefundedWith,
  searchable,
} from '../../db/text-search.ts'
import { PROOF_METHODS, TRANSACTION_METHODS } from '../providers/registry.ts'

export type PaymentSearch = {
  queue: PaymentQueue
  search?: string | undefined
  purpose?: PayableType | undefined
  method?: MoneyMethod | undefined
  status?: PaymentStatus | undefined
  accountId?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
  /** What came in, in shillings. */
  amount?: number | undefined
}

export type PaymentItemKey = { kind: PaymentItemKind; id: string }
type Condition = RawBuilder<SqlBool>
/** A condition on rows of one kind. A search matches a row in any of several ways. */
type Leaf = { kind: PaymentItemKind; where: readonly Condition[]; ways?: readonly Condition[] | undefined }

/** The keys of one page of what matches the filter, and how many match. */
export async function findPaymentItems(
  db: Db,
  { limit, offset, ...search }: PaymentSearch & PageRange,
): Promise<FoundPage<PaymentItemKey>> {
  const found = await searchConditions(db, search.search)
  const leaves = leavesOf(search, found)
  if (leaves.length === 0) return { keys: [], total: 0 }
  const waiting = search.queue !== 'matched' && search.queue !== 'all'
  const page = { order: waiting ? sql`at, own` : sql`at desc, own desc`, limit, offset }
  const { keys, ...counted } = found
    ? await findSearchPage(db, leaves.flatMap(waysOf), {
        ...page,
        sumOf: () => sql`select coalesce(sum(received), 0) from found`,
      })
    : await findInLeaves(db, leaves, page)
  return { keys: keys.map(readKey), ...counted }
}

/** Reads each kind by its own index, as many rows as the page needs. */
async function findInLeaves(
  db: Db,
  leaves: readonly Leaf[],
  { order, limit, offset }: { order: RawBuilder<unknown>; limit: number; offset: number },
): Promise<FoundPage> {
  const firstOf = (leaf: Leaf) => sql`(${selectOf(leaf)} order by ${order} limit ${limit + offset}::int)`
  const page = sql`order by ${order} limit ${limit}::int offset ${offset}::int`
  const [only, ...others] = leaves
  // A single kind is read in the order of its index, without sorting the rows before the page.
  const found =
    only && others.length === 0
      ? sql`select ${names[only.kind]} as id from (${rowsOf(only)} ${page}) as found order by ${order}`
      : sql`select id from (${sql.join(leaves.map(firstOf), sql` union all `)}) as found ${page}`
  const [{ rows }, total, sum] = await Promise.all([
    sql<{ id: string }>`${plannedForItsValues} ${found}`.execute(db),
    countIn(db, leaves),
    sumIn(db, leaves.map(selectOf)),
  ])
  return { keys: rows.map(({ id }) => id), total, sum }
}

function readKey(text: string): PaymentItemKey {
  const kind = kinds.find((each) => text.startsWith(`${each} `)) ?? 'payment'
  return { kind, id: text.slice(kind.length + 1) }
}

/** How many wait in the queues that need a person. */
export async function countPaymentQueues(db: Db) {
  const [review, unmatched, unreported, answerLost] = await Promise.all([
    countIn(db, leavesOf({ queue: 'review' })),
    countIn(db, leavesOf({ queue: 'unmatched' })),
    countIn(db, leavesOf({ queue: 'unreported' })),
    countIn(db, leavesOf({ queue: 'answerLost' })),
  ])
  return { review, unmatched, unreported, answerLost }
}

async function countIn(db: Db, leaves: readonly Leaf[]): Promise<number> {
  const counts = leaves.map((leaf) => sql`(select count(*) from (${selectOf(leaf)}) as counted)`)
  const { rows } = await sql<{ total: number }>`
    ${plannedForItsValues} select ${sql.join(counts, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** What came in with all of them; each counts once, however many ways find it. */
async function sumIn(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    ${plannedForItsValues} select coalesce(sum(received), 0)::bigint as sum
    from (${sql.join(queries, sql` union `)}) as summed`.execute(db)
  return rows[0]?.sum ?? 0
}

function selectOf(leaf: Leaf) {
  return sql`select ${names[leaf.kind]} as id, at, own::text as own, received from (${rowsOf(leaf)}) as found`
}

function rowsOf({ kind, where }: Leaf) {
  return sql`select ${columns[kind]} where ${sql.join(where, sql` and `)}`
}

function waysOf({ kind, where, ways = [] }: Leaf) {
  return ways.map((way) => selectOf({ kind, where: [...where, way] }))
}

/** What came in with a payment; what is only asked for is nothing yet. */
const RECEIVED_SO_FAR = sql`coalesce(
  (select amount from provider_transactions where payment_id = p.id), p.amount_received, 0)::bigint`

const kinds = ['payment', 'proof', 'transaction'] as const satisfies readonly PaymentItemKind[]
const columns = {
  payment: sql`p.id as own, p.counted_at as at, ${RECEIVED_SO_FAR} as received from payments as p`,
  proof: sql`c.id as own, c.created_at as at, 0::bigint as received from payment_proofs as c`,
  transaction: sql`i.receipt as own, i.moved_at as at, i.amount::bigint as received from provider_transactions as i`,
}
const names = {
  payment: sql`'payment ' || own`,
  proof: sql`'proof ' || own`,
  transaction: sql`'transaction ' || own`,
}

/** The money of a payment is to be refunded already, by itself or with all that was paid for its payable. */
export const REFUND_IS_OWED = sql<boolean>`exists (select from payments_going_back as back where back.id = p.id)`

/** What a payment says once its money goes back: it agrees with what it paid for. */
export const SHOWN_STATUS = sql<PaymentStatus>`(
  case when p.status in ('paid', 'partial', 'review') and ${REFUND_IS_OWED} then (
    select case when bool_or(back.status = 'due') then 'refunding' else 'refunded' end
    from payments_going_back as back where back.id = p.id
  ) else p.status end
)`

/** The payments that say so, found by the index of what is stored, or among the refunds. */
function hasStatus(status: PaymentStatus): Condition {
  if (status === 'paid' || status === 'partial' || status === 'review')
    return sql`p.status = ${status} and not ${REFUND_IS_OWED}`
  if (status !== 'refunding' && status !== 'refunded') return sql`p.status = ${status}`
  return sql`(p.status = ${status} or p.id in (select id from payments_going_back)) and ${SHOWN_STATUS} = ${status}`
}

/** What came in with a payment: the figure of its provider, where that reported it. */
const RECEIVED = sql<number>`coalesce(
  (select amount from provider_transactions where payment_id = p.id), p.amount_received, p.amount)`

export const NO_PAYMENT_YET = sql<boolean>`i.payment_id is null
  and not exists (select from payments where payments.receipt = i.receipt)`

export const NEEDS_DECISION = sql<boolean>`(p.status in ('review', 'partial') and not ${REFUND_IS_OWED})`

/** What staff typed at the counter, and keeps under their account, somebody else paid. */
const PAID_BY_ITS_ACCOUNT = sql<SqlBool>`not was_taken_at_counter(p)`

const paymentsIn: Record<PaymentQueue, Condition | undefined> = {
  review: NEEDS_DECISION,
  unmatched: undefined,
  unreported: sql`p.id in (select id from unreported_payments)`,
  answerLost: sql`p.id in (select id from lost_answers)`,
  matched: sql`p.status in ('paid', 'refunding', 'refunded')`,
  all: sql`true`,
}
const proofsIn: Record<PaymentQueue, Condition | undefined> = {
  review: sql`c.status = 'waiting'`,
  unmatched: undefined,
  unreported: undefined,
  answerLost: undefined,
  matched: undefined,
  all: sql`c.status <> 'approved'`,
}

function leavesOf(search: PaymentSearch, found?: Found): Leaf[] {
  const { queue, purpose, method, status, accountId, amount } = search
  const leaves: Leaf[] = []
  const inPayments = paymentsIn[queue]
  if (inPayments) {
    const where = [inPayments, ...daysOf(search, sql`p.counted_at`)]
    if (purpose) where.push(sql`p.payable_type = ${purpose}`)
    if (method) where.push(sql`p.method = ${method}`)
    if (status) where.push(hasStatus(status))
    if (accountId) where.push(sql`p.account_id = ${accountId}`, PAID_BY_ITS_ACCOUNT)
    if (amount) where.push(sql`${RECEIVED} = ${amount}::bigint`)
    leaves.push({ kind: 'payment', where, ways: found?.payment })
  }
  const inProofs = proofsIn[queue]
  if (inProofs && isAnyOf(PROOF_METHODS, method)) {
    const where = [inProofs, ...daysOf(search, sql`c.created_at`)]
    if (method) where.push(sql`c.method = ${method}`)
    if (status) where.push(sql`c.status = ${proofStatuses[status] ?? 'none'}`)
    if (purpose) where.push(sql`c.payable_type = ${purpose}`)
    if (accountId) where.push(sql`c.account_id = ${accountId}`)
    if (amount) where.push(sql`coalesce(c.amount_read, c.amount_typed) = ${amount}::bigint`)
    leaves.push({ kind: 'proof', where, ways: found?.proof })
  }
  const noPaymentFilter = !purpose && !status && !accountId
  if ((queue === 'unmatched' || queue === 'all') && isAnyOf(TRANSACTION_METHODS, method) && noPaymentFilter) {
    const where = [NO_PAYMENT_YET, ...daysOf(search, sql`i.moved_at`)]
    if (method) where.push(sql`i.method = ${method}`)
    if (amount) where.push(sql`i.amount = ${amount}::bigint`)
    leaves.push({ kind: 'transaction', where, ways: found?.transaction })
  }
  return leaves
}

const isAnyOf = (methods: readonly MoneyMethod[], method: MoneyMethod | undefined) =>
  method === undefined || methods.includes(method)

const proofStatuses: Partial<Record<PaymentStatus, string>> = { review: 'waiting', failed: 'rejected' }

function daysOf({ fromDay, toDay }: PaymentSearch, at: RawBuilder<unknown>): Condition[] {
  return [
    ...(fromDay ? [sql<SqlBool>`${at} >= ${nairobiInstant(fromDay, '00:00')}::timestamptz`] : []),
    ...(toDay ? [sql<SqlBool>`${at} < ${nairobiInstant(addDays(toDay, 1), '00:00')}::timestamptz`] : []),
  ]
}

type Found = NonNullable<Awaited<ReturnType<typeof searchConditions>>>

/** The conditions for a search in payments (`p`), proofs (`c`) and transactions (`i`); undefined without a search. */
async function searchConditions(db: Db, search: string | undefined) {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const term = readTerm(search ?? '')
  return {
    payment: [
      sql<SqlBool>`${await belongsToAccountNamed(db, words)} and ${PAID_BY_ITS_ACCOUNT}`,
      await isOfPayableNamed(db, words),
      ...waysToPayment(term),
    ],
    proof: [
      containsWords(searchable(sql`c.payer_name`), words),
      ...(term.code ? [sql<SqlBool>`c.code like ${`${term.code}%`}`] : []),
      ...(term.digits ? [sql<SqlBool>`c.payer_phone like ${`%${term.digits}%`}`] : []),
      ...(term.reference ? [sql<SqlBool>`c.payable_id in (${payableWith(term.reference)})`] : []),
    ],
    transaction: [
      containsWords(searchable(sql`i.payer_name || ' ' || i.payer_reference`), words),
      ...(term.code ? [sql<SqlBool>`i.receipt like ${`${term.code}%`}`] : []),
      // A provider may hide all but the end of a number.
      ...(term.digits ? [sql<SqlBool>`right(i.phone, 3) = ${term.digits.slice(-3)}`] : []),
    ],
  }
}

type Term = ReturnType<typeof readTerm>

/** What the search text can be besides a name. */
function readTerm(search: string) {
  const text = foldText(search)
    .toUpperCase()
    .replace(/[\s\p{P}+]/gu, '')
  return {
    code: /^[A-Z][A-Z0-9]{2,39}$/.test(text) ? text : undefined,
    digits: searchedPhone(search),
    reference: isPurchaseReference(text) ? text : undefined,
  }
}

/** Separate conditions, since each has its own index and one condition with "or" would use none. */
function waysToPayment({ code, digits, reference }: Term): RawBuilder<SqlBool>[] {
  return [
    ...(code
      ? [
          sql<SqlBool>`p.receipt like ${`${code}%`}`,
          sql<SqlBool>`p.payable_id in (${payablesRefundedWith(code)})`,
        ]
      : []),
    ...(digits ? [sql<SqlBool>`p.phone like ${`%${digits}%`}`] : []),
    ...(reference ? [sql<SqlBool>`p.payable_id in (${payableWith(reference)})`] : []),
  ]
}

const isOfPayableNamed = (db: Db, words: readonly string[]) =>
  isAmong(
    db,
    sql`p.payable_id`,
    sql`select payable_id from payables where ${containsWords(sql`search_text`, words)}`,
  )

const payableWith = (reference: string) => sql`select payable_id from payables where reference = ${reference}`
