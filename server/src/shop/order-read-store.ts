import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { accountName } from '../db/account-name.ts'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../db/list-page.ts'

/** An order with its items, history, receipt and customer. */
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('receipts', 'receipts.order_id', 'orders.id')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .leftJoin('ledger_balances as balance', (join) =>
      join.onRef('balance.payable_id', '=', 'orders.id').on('balance.payable_type', '=', sql.lit('order')),
    )
    .selectAll('orders')
    .select([
      sql<number>`greatest(0, coalesce(revenue + unapplied - receivable, 0))`.as('paid'),
      sql<number>`coalesce(suspense, 0)`.as('in_review'),
      sql<number>`coalesce(refunds_payable, 0)`.as('refund_due'),
      'receipts.number as receipt_number',
      'receipts.amount as receipt_amount',
      'receipts.issued_at',
      accountName().as('customer_name'),
      'accounts.email as customer_email',
      'accounts.deleted_at as customer_deleted_at',
      sql<boolean>`coalesce('orders' = any(accounts.muted), false)`.as('is_muted'),
    ])
    .select((eb) => [
      // The payment code can arrive after the payment is settled.
      eb.fn
        .coalesce(
          'receipts.payment_code',
          eb
            .selectFrom('payments')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.status', 'in', ['paid', 'refunding', 'refunded'])
            .select((of) => of.fn.max('payments.receipt').as('code')),
        )
        .as('payment_code'),
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .select(['order_items.product_id', 'order_items.name', 'order_items.price'])
          .select(['order_items.quantity', 'order_items.picture_hash', 'order_items.ended_as'])
          .orderBy('order_items.position'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('left_pieces')
          .whereRef('left_pieces.order_id', '=', 'orders.id')
          .select(['left_pieces.name', 'left_pieces.price', 'left_pieces.quantity'])
          .select(['left_pieces.ended_as', 'left_pieces.why'])
          .orderBy('left_pieces.id'),
      ).as('left_pieces'),
      jsonArrayFrom(
        eb
          .selectFrom('order_history')
          .leftJoin('accounts as doer', 'doer.id', 'order_history.account_id')
          .whereRef('order_history.order_id', '=', 'orders.id')
          .select(['order_history.at', 'order_history.actor', 'order_history.event'])
          .select(['order_history.note', 'order_history.status'])
          .select(accountName<string | null>('doer').as('who'))
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

/** The unpaid orders of the account whose time to pay is not over. */
export const findUnpaidOrders = compiledQuery((db, params: Params<{ accountId: string; now: Date }>) =>
  db
    .selectFrom('orders')
    .select(['id', 'request_hash', 'amount', 'created_at'])
    .where('account_id', '=', params.accountId)
    // Written out, so that a prepared plan can use the partial index.
    .where('status', '=', sql.lit('pending'))
    .where('expires_at', '>', params.now),
)

/** The status at `now`: an order whose time to pay is over counts as cancelled, even before the scheduled task has run. */
function statusAt(now: Date): RawBuilder<OrderStatus> {
  return sql<OrderStatus>`case when orders.status = 'pending' and orders.expires_at <= ${now}
    then 'cancelled' else orders.status end`
}

/** The ids of a page of an account's orders, newest first. */
export async function findOrderPage(
  db: Db,
  filter: PageRange & { accountId: string; status: OrderStatus | undefined },
  now: Date,
): Promise<FoundPage> {
  const matches = [sql<SqlBool>`orders.account_id = ${filter.accountId}`]
  if (filter.status) matches.push(sql`${statusAt(now)} = ${filter.status}`)
  const where = sql.join(matches, sql` and `)
  const order = sql`created_at desc, id desc`
  return findPage(db, { from: sql`orders`, where, order, ...filter })
}

/** The orders of these ids, in their order. */
export async function findOrdersByIds(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const rows = await selectOrders(db)
    .where('orders.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

export async function findExpiredOrders(db: Db, now: Date): Promise<string[]> {
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

/** The number of an order of the account that is paid and not delivered, or may still be paid. */
export async function findOpenOrder(
  tx: Db,
  accountId: string,
  now: Date,
): Promise<{ number: number; status: OrderStatus } | undefined> {
  return tx
    .selectFrom('orders')
    .select(['number', sql<OrderStatus>`status`.as('status')])
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['paid', 'processing', 'shipped']),
        eb.and([eb('status', '=', 'pending'), eb('expires_at', '>', now)]),
      ]),
    )
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

export type OrderToPay = {
  accountId: string | null
  status: OrderStatus
  amount: number
  expiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
  /** It was closed because its last pieces were sold before its money came. */
  soldOut: boolean
  /** It keeps no stock, and not all of it is there any more. */
  isLost: boolean
}

/** The order to be paid for; with `lock`, nobody changes it until the transaction ends. */
export async function findOrderToPay(
  db: Db,
  orderId: string,
  { lock = false } = {},
): Promise<OrderToPay | undefined> {
  const query = db
    .selectFrom('orders')
    .select(['account_id as accountId', 'amount', 'expires_at as expiresAt'])
    .select([
      sql<OrderStatus>`status`.as('status'),
      sql<boolean>`cancelled_by is not distinct from 'clock'`.as('ranOut'),
      sql<boolean>`cancelled_by is not distinct from 'stock'`.as('soldOut'),
      sql<boolean>`status = 'pending' and not reserves_stock and exists (
        select from order_items join products on products.id = order_items.product_id
          left join reservations as own on own.order_id = orders.id and own.product_id = products.id
        where order_items.order_id = orders.id
          and products.on_hand - products.reserved + coalesce(own.quantity, 0) < order_items.quantity
      )`.as('isLost'),
    ])
    .where('id', '=', orderId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
