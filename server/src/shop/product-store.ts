import type { Insertable, Selectable, Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Db, violatedConstraint } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { ProductRow } from './present-product.ts'

export type StoredProduct = Selectable<Tables['products']>

/** Products, hidden ones included, with their category and pictures. */
export function selectProducts(db: Db) {
  return db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .selectAll('products')
    .select('categories.name as category')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('product_pictures')
          .innerJoin('pictures', 'pictures.hash', 'product_pictures.picture_hash')
          .whereRef('product_pictures.product_id', '=', 'products.id')
          .select(['pictures.hash', 'pictures.width', 'pictures.height', 'pictures.placeholder'])
          .orderBy('product_pictures.position'),
      ).as('pictures'),
    )
}

export async function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  return selectProducts(db).where('products.id', '=', id).executeTakeFirst()
}

/** Locks and returns products. Always in the order of their ids, which prevents deadlocks. */
export async function lockProducts(tx: Db, ids: readonly string[]): Promise<Map<string, StoredProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first picture of each product that has one. */
export async function findMainPictures(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_pictures')
    .distinctOn('product_id')
    .select(['product_id', 'picture_hash'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute()
  return new Map(rows.map(({ product_id, picture_hash }) => [product_id, picture_hash]))
}

/** Adds to the stock of locked products; a negative quantity takes from it. It is no edit of the product: `updated_at` stays. */
export async function addStock(
  tx: Db,
  changes: readonly { productId: string; quantity: number }[],
): Promise<void> {
  for (const { productId, quantity } of changes) {
    await tx
      .updateTable('products')
      .set((eb) => ({ on_hand: eb('on_hand', '+', quantity) }))
      .where('id', '=', productId)
      .execute()
  }
}

export async function insertProduct(
  tx: Db,
  product: Insertable<Tables['products']>,
  pictureHashes: readonly string[],
): Promise<void> {
  await tx.insertInto('products').values(product).execute().catch(refuseTakenName)
  await replacePictures(tx, product.id, pictureHashes)
}

export async function changeProduct(
  tx: Db,
  id: string,
  change: Updateable<Tables['products']>,
): Promise<void> {
  await tx.updateTable('products').set(change).where('id', '=', id).execute().catch(refuseTakenName)
}

function refuseTakenName(error: unknown): never {
  const constraint = violatedConstraint(error)
  if (constraint === 'product_name_is_unique' || constraint === 'product_name_has_no_twin')
    throw new AppError('product_name_taken')
  throw error
}

export async function findPictureHashes(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('product_pictures')
    .select('picture_hash')
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
  return rows.map(({ picture_hash }) => picture_hash)
}

export async function replacePictures(tx: Db, productId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('product_pictures').where('product_id', '=', productId).execute()
  const rows = hashes.map((picture_hash, position) => ({ product_id: productId, position, picture_hash }))
  if (rows.length > 0) await tx.insertInto('product_pictures').values(rows).execute()
}
