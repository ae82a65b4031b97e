import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type OrderToPay = {
  accountId: string | null
  status: OrderStatus
  amount: number
  expiresAt: Date | null
  /** It was given up because nobody paid in time. */
  ranOut: boolean
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
      sql<boolean>`status = 'pending' and not reserves_stock and exists (
        select from order_items join products on products.id = order_items.product_id
        where order_items.order_id = orders.id and products.on_hand - products.reserved < order_items.quantity
      )`.as('isLost'),
    ])
    .where('id', '=', orderId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
