import { MOST_OF_ONE } from '@twende/contract/shop/shop-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Line = { productId: string; quantity: number }

/** What is in an account's cart and can still be seen in the shop, in the order in which it was added. */
export async function findCart(db: Db, accountId: string): Promise<Line[]> {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .where('cart_items.account_id', '=', accountId)
    .where('products.hidden_at', 'is', null)
    .select(['cart_items.product_id as productId', 'cart_items.quantity'])
    .orderBy('cart_items.added_at')
    .orderBy('cart_items.product_id')
    .execute()
}

/** Whether everybody may see the product, and how many of it the cart holds. */
export async function findInCart(db: Db, accountId: string, productId: string) {
  return db
    .selectFrom('products')
    .leftJoin('cart_items', (join) =>
      join.onRef('cart_items.product_id', '=', 'products.id').on('cart_items.account_id', '=', accountId),
    )
    .where('products.id', '=', productId)
    .where('products.hidden_at', 'is', null)
    .select((eb) => [
      eb.fn.coalesce('cart_items.quantity', eb.lit(0)).as('quantity'),
      eb
        .selectFrom('cart_items as all_items')
        .where('all_items.account_id', '=', accountId)
        .select((of) => of.fn.countAll<number>().as('lines'))
        .as('lines'),
    ])
    .executeTakeFirst()
}

/** One more, in one statement, so that none of many at once is lost; false when the cart holds the most there may be. */
export async function addOne(db: Db, accountId: string, productId: string, now: Date): Promise<boolean> {
  const added = await db
    .insertInto('cart_items')
    .values({ account_id: accountId, product_id: productId, quantity: 1, added_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'product_id'])
        .doUpdateSet({ quantity: sql`cart_items.quantity + 1` })
        .where('cart_items.quantity', '<', MOST_OF_ONE),
    )
    .returning('quantity')
    .executeTakeFirst()
  return added !== undefined
}

export async function setQuantity(db: Db, accountId: string, line: Line, now: Date): Promise<void> {
  await db
    .insertInto('cart_items')
    .values({ account_id: accountId, product_id: line.productId, quantity: line.quantity, added_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'product_id']).doUpdateSet({ quantity: line.quantity }),
    )
    .execute()
}

/** Takes so many of a product out; what falls to none is deleted. */
export async function takeOut(tx: Db, accountId: string, { productId, quantity }: Line): Promise<void> {
  const item = await tx
    .selectFrom('cart_items')
    .select('quantity')
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst()
  if (!item) return
  if (item.quantity <= quantity) return deleteItem(tx, accountId, productId)
  await tx
    .updateTable('cart_items')
    .set({ quantity: item.quantity - quantity })
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .execute()
}

export async function deleteItem(db: Db, accountId: string, productId: string): Promise<void> {
  await db
    .deleteFrom('cart_items')
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .execute()
}

export async function deleteCart(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('cart_items').where('account_id', '=', accountId).execute()
}

/** Notes that a browser's cart is merged; false when it was before. */
export async function noteMerged(tx: Db, accountId: string, cartId: string, now: Date): Promise<boolean> {
  const noted = await tx
    .insertInto('merged_carts')
    .values({ account_id: accountId, cart_id: cartId, merged_at: now })
    .onConflict((conflict) => conflict.constraint('cart_is_merged_once').doNothing())
    .returning('cart_id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Adds lines to a cart, as many of a product as there may be; what nobody can see in the shop is left out. */
export async function addLines(tx: Db, accountId: string, lines: readonly Line[], now: Date): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  await sql`
    insert into cart_items (account_id, product_id, quantity, added_at)
    select ${accountId}::uuid, products.id, wished.quantity, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${quantities}::int[]) as wished (product_id, quantity)
    join products on products.id = wished.product_id and products.hidden_at is null
    order by products.id
    on conflict (account_id, product_id)
      do update set quantity = least(cart_items.quantity + excluded.quantity, ${MOST_OF_ONE}::int)
  `.execute(tx)
}
