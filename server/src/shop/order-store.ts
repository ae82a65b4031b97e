import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import {
  mayOwe,
  ORDER_STATUSES,
  type OrderActor,
  type OrderEventCode,
  type OrderMove,
  type OrderStatus,
  orderMoves,
} from '@twende/contract/shop/order-status.ts'
import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import { endWithMoney, hasWaitingMoney, holdEndAfterPayment, type WaitingMoney } from '../db/hold-end.ts'
import type { Tables } from '../db/tables.ts'

/** Key of the advisory lock; no other lock uses this number. */
const RECEIPT_LOCK = 20_260_901

export type StoredOrder = Omit<Selectable<Tables['orders']>, 'status'> & { status: OrderStatus }
export type OrderDraft = Insertable<Tables['orders']>
export type OrderLine = {
  productId: string
  name: string
  price: number
  quantity: number
  pictureHash: string | undefined
}

/** Keeps an order with its lines and the first event of its history, in one statement. It is the customer's unless staff sold it. */
export async function insertOrder(
  tx: Db,
  draft: OrderDraft,
  lines: readonly OrderLine[],
  soldBy?: string,
): Promise<StoredOrder> {
  const placer = soldBy === undefined ? 'customer' : 'staff'
  const items = lines.map(({ productId, pictureHash, name, price, quantity }, position) => ({
    position,
    product_id: productId,
    name,
    price,
    quantity,
    picture_hash: pictureHash ?? null,
  }))
  const { rows } = await sql<Selectable<Tables['orders']>>`
    with placed as (${tx.insertInto('orders').values(draft).returningAll()}),
    with_items as (
      insert into order_items (order_id, position, product_id, name, price, quantity, picture_hash)
      select placed.id, item.* from placed, jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item (position integer, product_id uuid, name text, price integer, quantity integer, picture_hash text)
    ),
    with_history as (
      insert into order_history (order_id, at, actor, account_id, event, status, note)
      select id, created_at, ${placer}, coalesce(${soldBy ?? null}::uuid, account_id), 'place', status, '' from placed
    )
    select * from placed`.execute(tx)
  const [order] = rows
  if (!order) throw new Error('an order that is inserted is returned')
  return asOrder(order)
}

/** Locks and returns the order; undefined when `ownedBy` is given and it belongs to somebody else. */
export async function lockOrder(tx: Db, orderId: string, ownedBy?: string): Promise<StoredOrder | undefined> {
  let query = tx.selectFrom('orders').selectAll().where('id', '=', orderId)
  if (ownedBy !== undefined) query = query.where('account_id', '=', ownedBy)
  const row = await query.forUpdate().executeTakeFirst()
  return row && asOrder(row)
}

export type OrderChange = {
  orderId: string
  move: OrderMove
  by: OrderActor
  now: Date
  /** Who did it, when it was a person. */
  accountId?: string
  note?: string
  set?: Updateable<Tables['orders']>
}

/** Nothing comes back for a customer who deleted their account; a visitor has none. */
const hasItsAccount = sql<boolean>`not exists (
  select from accounts where accounts.id = orders.account_id and accounts.deleted_at is not null
)`

/** Changes the status in one guarded statement; undefined when the order is not in a status that the move starts from. */
export async function moveOrder(tx: Db, change: OrderChange): Promise<StoredOrder | undefined> {
  const { from, to, by } = orderMoves[change.move]
  if (!by.some((actor) => actor === change.by)) throw new Error(`${change.by} may not ${change.move}`)
  const moved = await tx
    .updateTable('orders')
    .set({ ...change.set, status: to, updated_at: change.now })
    .where('id', '=', change.orderId)
    .where('status', 'in', [...from])
    .$if(change.move === 'revive', (query) =>
      query.where('cancelled_by', 'in', ['clock', 'stock']).where(hasItsAccount),
    )
    .$if(change.move === 'undoCancel', (query) => query.where('cancelled_by', 'in', ['customer', 'staff']))
    .returningAll()
    .executeTakeFirst()
  if (!moved) return undefined
  await insertHistory(tx, moved, { ...change, event: change.move })
  return asOrder(moved)
}

/** Cancels an order that was not paid in time; undefined when money for it is here, it was paid or is cancelled already. */
export async function expireOrder(tx: Db, orderId: string, now: Date): Promise<StoredOrder | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order?.expires_at || order.expires_at > now) return undefined
  const kept = await tx
    .updateTable('orders')
    .set({ expires_at: endWithMoney(now) })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where(hasWaitingMoney('orders.id'))
    .returning('id')
    .executeTakeFirst()
  if (kept) {
    await followHoldEnd(tx, orderId)
    return undefined
  }
  return moveOrder(tx, {
    orderId,
    move: 'expire',
    by: 'clock',
    now,
    set: {
      cancelled_at: now,
      cancelled_by: 'clock',
      payment_status: order.payment_status === 'pending' ? 'expired' : order.payment_status,
    },
  })
}

/** Sets what an order's payment is, after its money changed; `shown` is what its payments say by themselves, where they say anything. */
export async function setPaymentStatus(tx: Db, orderId: string, shown?: PaymentStatus): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ payment_status: paymentOf(shown) })
    .where('id', '=', orderId)
    .execute()
}

/** The same after a payment changed. Pieces are kept while its money waits. */
export async function showPaymentOf(
  tx: Db,
  orderId: string,
  shown: PaymentStatus | undefined,
  waiting: WaitingMoney,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ payment_status: paymentOf(shown), expires_at: holdEndAfterPayment('expires_at', waiting) })
    .where('id', '=', orderId)
    .execute()
  await followHoldEnd(tx, orderId)
}

const OWING = sql.join(ORDER_STATUSES.filter(mayOwe))

/** What the payment of a row of `orders` is: one that owes is not paid, whatever its payments say. */
function paymentOf(shown: PaymentStatus | undefined): RawBuilder<string> {
  const said = sql`${shown ?? null}::text`
  const paid = sql`(
    select revenue + unapplied - receivable from ledger_balances
    where payable_type = 'order' and payable_id = orders.id
  )`
  return sql<string>`case
    when status not in (${OWING}) then coalesce(${said}, payment_status)
    when ${paid} >= amount then coalesce(${said}, 'paid')
    when ${paid} > 0 then 'partial'
    else 'pending'
  end`
}

async function followHoldEnd(tx: Db, orderId: string): Promise<void> {
  await sql`
    update reservations set expires_at = orders.expires_at from orders
    where orders.id = order_id and order_id = ${orderId}::uuid and reservations.expires_at <> orders.expires_at
  `.execute(tx)
}

/** When the order was delivered, by its history. */
export async function findDeliveryTime(db: Db, orderId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('order_history')
    .select('at')
    .where('order_id', '=', orderId)
    .where('event', 'in', ['deliver', 'handOver'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Reserves stock of locked products for an order until `expiresAt`. */
export async function reserveStock(
  tx: Db,
  orderId: string,
  lines: readonly Pick<OrderLine, 'productId' | 'quantity'>[],
  expiresAt: Date,
): Promise<void> {
  const rows = lines.map(({ productId, quantity }) => ({
    order_id: orderId,
    product_id: productId,
    quantity,
    expires_at: expiresAt,
  }))
  await tx.insertInto('reservations').values(rows).execute()
}

/** Releases what an order has reserved of locked products. */
export async function releaseReservations(tx: Db, orderId: string): Promise<void> {
  await tx.deleteFrom('reservations').where('order_id', '=', orderId).execute()
}

/** The quantity that an order has reserved, by product. */
export async function reservationsOf(tx: Db, orderId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('reservations')
    .select(['product_id', 'quantity'])
    .where('order_id', '=', orderId)
    .execute()
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}

/** Unpaid orders whose time is over and that still reserve one of the products, with all products that they reserve. */
export async function findExpiredReservations(
  tx: Db,
  productIds: readonly string[],
  now: Date,
): Promise<{ orderId: string; productIds: string[] }[]> {
  return tx
    .selectFrom('reservations')
    .where('order_id', 'in', (eb) =>
      eb
        .selectFrom('reservations as wanted')
        .select('wanted.order_id')
        .where('wanted.product_id', 'in', productIds)
        .where('wanted.expires_at', '<=', now),
    )
    .select(['order_id as orderId', sql<string[]>`array_agg(product_id)`.as('productIds')])
    .groupBy('order_id')
    .orderBy('order_id')
    .execute()
}

export async function findItemsOf(
  db: Db,
  orderId: string,
): Promise<{ productId: string; quantity: number }[]> {
  return db
    .selectFrom('order_items')
    .select(['product_id as productId', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('product_id')
    .execute()
}

/** Records what became of the pieces of an order that is ended. */
export async function endItems(
  tx: Db,
  orderId: string,
  ends: readonly { productId: string; as: PieceEnd }[],
): Promise<void> {
  for (const { productId, as } of ends) {
    await tx
      .updateTable('order_items')
      .set({ ended_as: as })
      .where('order_id', '=', orderId)
      .where('product_id', '=', productId)
      .execute()
  }
}

/** The pieces are with their order again; returns those that were on the shelf meanwhile. */
export async function resumeItems(
  tx: Db,
  orderId: string,
): Promise<{ productId: string; quantity: number }[]> {
  const { rows } = await sql<{ productId: string; quantity: number }>`
    with ended as (
      select product_id, quantity from order_items
      where order_id = ${orderId}::uuid and coalesce(ended_as, 'shelf') = 'shelf'
    ), resumed as (
      update order_items set ended_as = null where order_id = ${orderId}::uuid
    )
    select product_id as "productId", quantity from ended order by product_id`.execute(tx)
  return rows
}

/** Unpaid orders that reserve a locked product, the last one first. */
export async function findReservationsOf(
  db: Db,
  productId: string,
): Promise<{ orderId: string; number: number; quantity: number }[]> {
  return db
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select(['orders.id as orderId', 'orders.number', 'reservations.quantity'])
    .where('reservations.product_id', '=', productId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute()
}

/** These orders keep none of a locked product any more, and so not all of their pieces. Orders are locked before reservations. */
export async function releaseProductOf(
  tx: Db,
  productId: string,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', [...orderIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await tx
    .deleteFrom('reservations')
    .where('product_id', '=', productId)
    .where('order_id', 'in', [...orderIds])
    .execute()
  await tx
    .updateTable('orders')
    .set({ reserves_stock: false })
    .where('id', 'in', [...orderIds])
    .execute()
}

function asOrder(row: Selectable<Tables['orders']>): StoredOrder {
  return { ...row, status: statusOf(row.status) }
}

export function statusOf(text: string): OrderStatus {
  const status = ORDER_STATUSES.find((known) => known === text)
  if (!status) throw new Error(`no order can be "${text}"`)
  return status
}

type HistoryRow = {
  event: OrderEventCode
  by: OrderActor
  now: Date
  note?: string
  accountId?: string
}

/** Adds a row to the history of an order. */
export async function insertHistory(
  tx: Db,
  { id, status }: { id: string; status: string },
  { event, by, now, note = '', accountId }: HistoryRow,
): Promise<void> {
  await tx
    .insertInto('order_history')
    .values({ order_id: id, at: now, actor: by, account_id: accountId ?? null, event, status, note })
    .execute()
}

/** Gives an order the next receipt number. Called last in a transaction, since other buyers wait for its commit. */
export async function issueReceipt(
  tx: Db,
  receipt: { orderId: string; amount: number; code: string | null; now: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RECEIPT_LOCK}::bigint)`.execute(tx)
  await tx
    .insertInto('receipts')
    .values((eb) => ({
      number: eb
        .selectFrom('receipts as earlier')
        .select(sql<number>`coalesce(max(earlier.number), 0) + 1`.as('next')),
      order_id: receipt.orderId,
      amount: receipt.amount,
      payment_code: receipt.code,
      issued_at: receipt.now,
    }))
    // An order that is paid again, after a payment that was recorded by mistake, keeps its number.
    .onConflict((conflict) =>
      conflict
        .constraint('order_has_one_receipt')
        .doUpdateSet({ amount: receipt.amount, payment_code: receipt.code, issued_at: receipt.now }),
    )
    .execute()
}

/** Removes what a customer wrote from their orders; items, amounts and receipts stay. */
export async function removePersonalData(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      address: null,
      dispatch_note: '',
      cancellation_reason: sql`case when cancelled_by = 'customer' then '' else cancellation_reason end`,
    })
    .where('account_id', '=', accountId)
    .execute()
}
