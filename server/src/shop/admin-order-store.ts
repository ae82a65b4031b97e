import { searchWords } from '@twende/contract/search/search-words.ts'
import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import type { OrderQueue } from '@twende/contract/shop/shop-choices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type FoundPage, findPage, findSearchPage, type PageRange, type SumOf } from '../db/list-page.ts'
import {
  belongsToAccountNamed,
  containsWords,
  payablesWithCode,
  searchable,
  searchedCode,
} from '../db/text-search.ts'

export type AdminOrderFilter = {
  queue: OrderQueue
  search: string | undefined
  accountId: string | undefined
}

const statusOfQueue = {
  pack: 'paid',
  send: 'processing',
  deliver: 'shipped',
  unpaid: 'pending',
} as const satisfies Record<Exclude<OrderQueue, 'all' | 'owed'>, OrderStatus>

/** The ids of a page of the orders in a queue, the longest waiting first; or of all orders, newest first. */
export async function findAdminOrderPage(
  db: Db,
  { queue, search, accountId, ...page }: AdminOrderFilter & PageRange,
  now: Date,
): Promise<FoundPage> {
  const matches = [queue === 'all' ? sql<SqlBool>`true` : inQueue(queue, now)]
  if (accountId) matches.push(sql`orders.account_id = ${accountId}`)
  const where = sql.join(matches, sql` and `)
  const order = queue === 'all' ? sql`created_at desc, id desc` : sql`updated_at, id`
  const words = searchWords(search)
  const sumOf = sumOfSold(now)
  if (words.length === 0) return findPage(db, { from: sql`orders`, where, order, sumOf, ...page })
  const conditions = searchConditions(words, where, await belongsToAccountNamed(db, words))
  return findSearchPage(db, conditions, { order, sumOf, ...page })
}

/** Of those that are cancelled or brought back nobody pays. */
const sumOfSold =
  (now: Date): SumOf =>
  (ids) =>
    sql`
    select sum(amount) from orders where id in (${ids}) and status not in ('cancelled', 'returned')
      and not coalesce(status = 'pending' and expires_at <= ${now}, false)`

/** An unpaid order whose time is over is not in the queue even before the scheduled task has cancelled it. */
function inQueue(queue: Exclude<OrderQueue, 'all'>, now: Date): RawBuilder<SqlBool> {
  if (queue === 'owed')
    return sql`orders.id in (select payable_id from ledger_balances where payable_type = 'order' and receivable > 0 and receivable > unapplied)`
  const status = sql<SqlBool>`orders.status = ${statusOfQueue[queue]}`
  return queue === 'unpaid' ? sql`${status} and orders.expires_at > ${now}` : status
}

/** By number or recipient, by account, by product, by payment code. */
function searchConditions(
  words: readonly string[],
  where: RawBuilder<unknown>,
  ofPeople: RawBuilder<SqlBool>,
): RawBuilder<unknown>[] {
  const found = sql`select id, created_at, updated_at from orders where ${where}`
  const code = searchedCode(words)
  return [
    sql`${found} and ${containsWords(sql`search_text`, words)}`,
    sql`${found} and ${ofPeople}`,
    sql`${found} and id in (select order_id from order_items where ${containsWords(searchable(sql`name`), words)})`,
    ...(code === undefined ? [] : [sql`${found} and id in (${payablesWithCode(code)})`]),
  ]
}

export async function countQueues(db: Db, now: Date): Promise<Record<OrderQueue, number>> {
  const count = (queue: Exclude<OrderQueue, 'all'>) =>
    sql`(select count(*) from orders where ${inQueue(queue, now)}) as ${sql.ref(queue)}`
  const { rows } = await sql<Record<OrderQueue, number>>`
    select ${sql.join([count('pack'), count('send'), count('deliver'), count('unpaid'), count('owed')])},
      (select count(*) from orders) as all`.execute(db)
  return rows[0] ?? { pack: 0, send: 0, deliver: 0, unpaid: 0, owed: 0, all: 0 }
}
