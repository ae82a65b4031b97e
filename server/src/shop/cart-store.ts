import { MAX_ORDER_LINES, MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { sql } from 'kysely'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'

type Line = { productId: string; quantity: number }

/** The cart of an account, in the order in which products were added: those that are hidden by now stay until they are taken out. */
export function findCart(db: Db, accountId: string): Promise<Line[]> {
  return cartOf(db, { accountId })
}

const cartOf = compiledQuery((db, params: Params<{ accountId: string }>) =>
  db
    .selectFrom('cart_items')
    .where('cart_items.account_id', '=', params.accountId)
    .select(['cart_items.product_id as productId', 'cart_items.quantity'])
    .orderBy('cart_items.added_at')
    .orderBy('cart_items.product_id'),
)

/** The quantity of a product in the cart and the number of lines of the cart; undefined when the product is hidden. */
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

/**
 * Adds one, in one statement so that concurrent requests all count. False when nothing was added: the product is hidden or
 * gone, or the line or the cart is full.
 */
export async function addOne(db: Db, accountId: string, productId: string, now: Date): Promise<boolean> {
  return (await addedOne(db, { accountId, productId, now })).length > 0
}

const addedOne = compiledQuery((db, params: Params<{ accountId: string; productId: string; now: Date }>) =>
  db
    .insertInto('cart_items')
    .columns(['account_id', 'product_id', 'quantity', 'added_at'])
    .expression(
      db
        .selectFrom('products')
        .select([
          sql<string>`${params.accountId}::uuid`.as('account_id'),
          'products.id',
          sql<number>`1`.as('quantity'),
          sql<Date>`${params.now}::timestamptz`.as('added_at'),
        ])
        .where('products.id', '=', params.productId)
        .where('products.hidden_at', 'is', null)
        .where(
          sql<boolean>`(
            exists (select from cart_items where account_id = ${params.accountId} and product_id = products.id)
            or (select count(*) from cart_items where account_id = ${params.accountId}) < ${sql.lit(MAX_ORDER_LINES)}
          )`,
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'product_id'])
        .doUpdateSet({ quantity: sql`cart_items.quantity + 1` })
        .where('cart_items.quantity', '<', MAX_QUANTITY),
    )
    .returning('quantity'),
)

export async function setQuantity(db: Db, accountId: string, line: Line, now: Date): Promise<void> {
  await db
    .insertInto('cart_items')
    .values({ account_id: accountId, product_id: line.productId, quantity: line.quantity, added_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'product_id']).doUpdateSet({ quantity: line.quantity }),
    )
    .execute()
}

/** Removes quantities of products; a line of none is deleted. */
export async function removeQuantities(tx: Db, accountId: string, lines: readonly Line[]): Promise<void> {
  await removeFromCartItems(tx, {
    accountId,
    productIds: lines.map(({ productId }) => productId),
    quantities: lines.map(({ quantity }) => quantity),
  })
}

type Removal = { accountId: string; productIds: string[]; quantities: number[] }

const removeFromCartItems = compiledQuery(
  (_tx, { accountId, productIds, quantities }: Params<Removal>) => sql`
    with removed as (
      select product_id, quantity from unnest(${productIds}::uuid[], ${quantities}::integer[]) as line (product_id, quantity)
    ),
    found as (
      select product_id, cart_items.quantity - removed.quantity as left_over
      from cart_items join removed using (product_id)
      where account_id = ${accountId}::uuid
      order by product_id
      for update of cart_items
    ),
    deleted as (
      delete from cart_items using found
      where account_id = ${accountId}::uuid and cart_items.product_id = found.product_id and left_over <= 0
    )
    update cart_items set quantity = left_over from found
    where account_id = ${accountId}::uuid and cart_items.product_id = found.product_id and left_over > 0`,
)

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

/** Records that a browser's cart is merged; false when it was merged before. */
export async function insertMergedCart(
  tx: Db,
  accountId: string,
  cartId: string,
  now: Date,
): Promise<boolean> {
  const noted = await tx
    .insertInto('merged_carts')
    .values({ account_id: accountId, cart_id: cartId, merged_at: now })
    .onConflict((conflict) => conflict.constraint('cart_is_merged_once').doNothing())
    .returning('cart_id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Adds lines to a cart, up to the maximum quantity; hidden products are left out. */
export async function addLines(tx: Db, accountId: string, lines: readonly Line[], now: Date): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ productId }) => productId)
  const quantities = lines.map(({ quantity }) => quantity)
  await sql`
    insert into cart_items (account_id, product_id, quantity, added_at)
    select ${accountId}::uuid, products.id, added.quantity, ${now}::timestamptz
    from unnest(${ids}::uuid[], ${quantities}::int[]) as added (product_id, quantity)
    join products on products.id = added.product_id and products.hidden_at is null
    order by products.id
    on conflict (account_id, product_id)
      do update set quantity = least(cart_items.quantity + excluded.quantity, ${MAX_QUANTITY}::int)
  `.execute(tx)
}

/** The cart of an account with names of products, hidden ones included, for the export of personal data. */
export async function findCartWithNames(db: Db, accountId: string) {
  return db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['products.name', 'cart_items.quantity', 'cart_items.added_at as addedAt'])
    .where('cart_items.account_id', '=', accountId)
    .orderBy('cart_items.added_at')
    .execute()
}

/** Deletes the cart of an account and the record of merged carts. */
export async function deletePersonalCart(tx: Db, accountId: string): Promise<void> {
  await deleteCart(tx, accountId)
  await tx.deleteFrom('merged_carts').where('account_id', '=', accountId).execute()
}
