import type { OrderEventCode, OrderStatus } from '@twende/contract/shop/order-status.ts'
import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type StoredOrder, statusOf } from './order-store.ts'

/** What has happened with an order, oldest first. */
export async function findTimeline(
  tx: Db,
  orderId: string,
): Promise<{ event: OrderEventCode; status: OrderStatus; at: string }[]> {
  const rows = await tx
    .selectFrom('order_history')
    .select(['event', 'status', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ event, status, at }) => ({
    event: event as OrderEventCode,
    status: statusOf(status),
    at: at.toISOString(),
  }))
}

/** Writes where a locked order goes and how it travels. */
export async function changeDeliveryOf(
  tx: Db,
  orderId: string,
  change: { address: string; dispatchNote: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ address: change.address, dispatch_note: change.dispatchNote })
    .where('id', '=', orderId)
    .execute()
}

type Pieces = { productId: string; quantity: number }

/** Takes pieces off a locked order, which costs so much less; while it is unpaid they are reserved no longer. */
export async function takeOffPieces(
  tx: Db,
  order: StoredOrder,
  { productId, quantity, price }: Pieces & { price: number },
): Promise<number> {
  for (const table of ['order_items', 'reservations'] as const) {
    const row = { order_id: order.id, product_id: productId }
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('order_id', '=', row.order_id)
      .where('product_id', '=', row.product_id)
      .where('quantity', '<=', quantity)
      .executeTakeFirst()
    if (numDeletedRows > 0n) continue
    await tx
      .updateTable(table)
      .set((eb) => ({ quantity: eb('quantity', '-', quantity) }))
      .where('order_id', '=', row.order_id)
      .where('product_id', '=', row.product_id)
      .execute()
  }
  const value = quantity * price
  await tx
    .updateTable('orders')
    .set((eb) => ({ subtotal: eb('subtotal', '-', value), amount: eb('amount', '-', value) }))
    .where('id', '=', order.id)
    .execute()
  return order.amount - value
}

type LeftPieces = Pick<Insertable<Tables['left_pieces']>, 'name' | 'price'> &
  Pieces & { endedAs: PieceEnd; why: 'taken_off' | 'sent_again' }

/** Records pieces that left an order which goes on; returns the id of that. */
export async function insertLeftPieces(
  tx: Db,
  orderId: string,
  { productId, endedAs, ...pieces }: LeftPieces,
  at: Date,
): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('left_pieces')
    .values({ id, order_id: orderId, product_id: productId, ended_as: endedAs, at, ...pieces })
    .execute()
  return id
}

/** The lines of an order with the names and prices at which they were ordered. */
export async function findPricedItems(
  tx: Db,
  orderId: string,
): Promise<(Pieces & { name: string; price: number })[]> {
  return tx
    .selectFrom('order_items')
    .select(['product_id as productId', 'name', 'price', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('product_id')
    .execute()
}

/** The receipt of an order that paid only what it costs now: it never paid for the pieces that were taken off. */
export async function lowerReceipt(tx: Db, orderId: string, amount: number): Promise<void> {
  await tx.updateTable('receipts').set({ amount }).where('order_id', '=', orderId).execute()
}
