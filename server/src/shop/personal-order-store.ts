import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The number of an order of the account that is paid and not delivered, or may still be paid. */
export async function findOpenOrder(
  tx: Db,
  accountId: string,
  now: Date,
): Promise<{ number: number } | undefined> {
  return tx
    .selectFrom('orders')
    .select('number')
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

/** What lies in the account's cart. */
export async function findCartOf(db: Db, accountId: string) {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['products.name', 'cart_items.quantity', 'cart_items.added_at as addedAt'])
    .where('cart_items.account_id', '=', accountId)
    .orderBy('cart_items.added_at')
    .execute()
}

/** Throws the cart away and takes the customer out of their orders; items, amounts and receipts stay on record. */
export async function emptyOrders(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('cart_items').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('merged_carts').where('account_id', '=', accountId).execute()
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
