import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import type { OrderQueue } from '@twende/contract/shop/shop-choices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../db/database.ts'

/** An order as kept, with its items, story, receipt and customer. */
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('receipts', 'receipts.order_id', 'orders.id')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .selectAll('orders')
    .select([
      'receipts.number as receipt_number',
      'receipts.amount as receipt_amount',
      'receipts.issued_at',
      'accounts.name as customer_name',
      'accounts.email as customer_email',
    ])
    .select((eb) => [
      // M-Pesa may tell its code after the money.
      eb.fn
        .coalesce(
          'receipts.mpesa_code',
          eb
            .selectFrom('payments')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.status', 'in', ['paid', 'refunding', 'refunded'])
            .select((of) => of.fn.max('payments.receipt').as('code')),
        )
        .as('mpesa_code'),
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .select(['order_items.product_id', 'order_items.name', 'order_items.price'])
          .select(['order_items.quantity', 'order_items.picture_hash'])
          .orderBy('order_items.position'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('order_history')
          .whereRef('order_history.order_id', '=', 'orders.id')
          .select(['order_history.at', 'order_history.actor', 'order_history.what'])
          .select(['order_history.note', 'order_history.status'])
          .orderBy('order_history.id'),
      ).as('events'),
    ])
}

/** One order; only its customer's when `ownedBy` is given. */
export async function findOrder(db: Db, orderId: string, ownedBy?: string) {
  let query = selectOrders(db).where('orders.id', '=', orderId)
  if (ownedBy !== undefined) query = query.where('orders.account_id', '=', ownedBy)
  return query.executeTakeFirst()
}

type Made = { id: string; request_hash: string }

/** What a key has made already; a visitor's keys are nobody's. */
export async function findByIdempotencyKey(
  db: Db,
  accountId: string | null,
  key: string,
): Promise<Made | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'request_hash'])
    .where('account_id', 'is not distinct from', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** A running order of the same wish, made after `since`: the customer pressed twice. */
export async function findSameWish(
  db: Db,
  { accountId, requestHash, since, now }: { accountId: string; requestHash: string; since: Date; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('request_hash', '=', requestHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row?.id
}

/** Unpaid orders of the account that still keep pieces from others. */
export async function countUnpaid(db: Db, accountId: string, now: Date): Promise<number> {
  const { unpaid } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('unpaid'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return unpaid
}

/** The status at `now`: an order that ran out counts as cancelled, also before the clock's job has said so. */
function statusAt(now: Date): RawBuilder<OrderStatus> {
  return sql<OrderStatus>`case when orders.status = 'pending' and orders.expires_at <= ${now}
    then 'cancelled' else orders.status end`
}

type Page = { limit: number; offset: number }

/** A page of an account's orders, newest first, and how many there are in all. */
export async function listOrders(
  db: Db,
  wanted: Page & { accountId: string; status: OrderStatus | undefined },
  now: Date,
) {
  const matches = [sql<SqlBool>`orders.account_id = ${wanted.accountId}`]
  if (wanted.status) matches.push(sql`${statusAt(now)} = ${wanted.status}`)
  return readPage(db, matches, wanted, sql`orders.created_at desc, orders.id desc`)
}

const statusOfQueue = {
  pack: 'paid',
  send: 'processing',
  deliver: 'shipped',
  unpaid: 'pending',
} as const satisfies Record<Exclude<OrderQueue, 'all'>, OrderStatus>

/** A page of what waits for staff, the longest waiting first; or of all orders, newest first. */
export async function listForStaff(
  db: Db,
  wanted: Page & { queue: OrderQueue; search: string | undefined; accountId: string | undefined },
  now: Date,
) {
  const { queue, search, accountId } = wanted
  const matches: RawBuilder<SqlBool>[] = search ? [namedBy(search)] : []
  if (accountId) matches.push(sql`orders.account_id = ${accountId}`)
  if (queue === 'all') return readPage(db, matches, wanted, sql`orders.created_at desc, orders.id desc`)
  matches.push(sql`${statusAt(now)} = ${statusOfQueue[queue]}`)
  return readPage(db, matches, wanted, sql`orders.updated_at, orders.id`)
}

function namedBy(search: string): RawBuilder<SqlBool> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql`('ORD' || orders.number ilike ${pattern} or accounts.name ilike ${pattern}
    or accounts.email ilike ${pattern}
    or exists (select from payments where order_id = orders.id and receipt ilike ${pattern})
    or orders.address ->> 'phone' ilike ${pattern}
    or (orders.address ->> 'firstName') || ' ' || (orders.address ->> 'lastName') ilike ${pattern}
    or exists (select from order_items where order_id = orders.id and order_items.name ilike ${pattern}))`
}

async function readPage(
  db: Db,
  matches: readonly RawBuilder<SqlBool>[],
  { limit, offset }: Page,
  order: RawBuilder<unknown>,
) {
  const rows = await selectOrders(db)
    .where((eb) => eb.and([...matches]))
    .orderBy(order)
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('orders')
    .leftJoin('receipts', 'receipts.order_id', 'orders.id')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .where((eb) => eb.and([...matches]))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function countQueues(db: Db, now: Date): Promise<Record<OrderQueue, number>> {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => [statusAt(now).as('status'), eb.fn.countAll<number>().as('count')])
    .groupBy(sql`1`)
    .execute()
  const of = (status: OrderStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    pack: of('paid'),
    send: of('processing'),
    deliver: of('shipped'),
    unpaid: of('pending'),
    all: rows.reduce((sum, { count }) => sum + count, 0),
  }
}

/** What arrived for an order and was not sent back. */
export async function sumPaid(db: Db, orderId: string): Promise<number> {
  const { paid } = await db
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(coalesce(amount_received, amount)), 0)`.as('paid'))
    .where('order_id', '=', orderId)
    .where('status', 'in', ['paid', 'partial'])
    .executeTakeFirstOrThrow()
  return paid
}

export async function findSpentOrders(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

export async function findCustomer(db: Db, accountId: string): Promise<{ name: string; email: string }> {
  return db
    .selectFrom('accounts')
    .select(['name', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}
