import type { PictureOrder } from '@twende/contract/media/picture-order.ts'
import type { Db } from '../db/database.ts'
import { laterThan } from '../db/later-than.ts'
import { uuidv7 } from '../db/new-id.ts'
import { offeredCategoryId } from '../db/offered-choices.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type Asker, createOnce } from '../http/idempotency.ts'
import { arrangePictures, IMAGES, type Upload, withNamedPictures } from '../media/arrange-pictures.ts'
import {
  changeProduct,
  findPictureHashes,
  insertProduct,
  lockProducts,
  replacePictures,
} from './product-store.ts'

type KeepDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type Facts = { name: string; description: string; category: string; price: number }

/** Puts a product into the shop; answers its id. */
export async function addProduct(
  deps: KeepDeps,
  by: Asker,
  facts: Facts & { onHand: number },
  sent: Upload,
): Promise<string> {
  if (!sent.files.has('image1')) throw new AppError('product_needs_picture')
  await categoryOf(deps.db, facts.category)
  return withNamedPictures(deps, sent, (kept) => {
    const pictureHashes = IMAGES.flatMap((name) => kept.get(name) ?? [])
    const product = { ...facts, pictureHashes }
    return createOnce(deps, by, { product }, (tx) => createProduct(tx, deps, product))
  })
}

type NewProduct = Facts & { onHand: number; pictureHashes: readonly string[] }

/** The same for pictures that are kept already, in the caller's transaction. */
export async function createProduct(
  tx: Db,
  { clock }: Pick<AppDeps, 'clock'>,
  { name, description, category, price, onHand, pictureHashes }: NewProduct,
): Promise<string> {
  const now = clock.now()
  const id = uuidv7()
  const product = {
    id,
    name,
    description,
    category_id: await categoryOf(tx, category),
    price,
    on_hand: onHand,
    created_at: now,
    updated_at: now,
  }
  await insertProduct(tx, product, pictureHashes)
  return id
}

type Edit = { [Name in keyof Facts]?: Facts[Name] | undefined } & {
  pictures?: PictureOrder | undefined
  updatedAt?: string | undefined
}

/** Changes what is said of a product; orders that were made keep what they were told. */
export async function updateProduct(
  deps: KeepDeps,
  productId: string,
  { category, pictures, updatedAt, ...words }: Edit,
  sent: Upload,
): Promise<void> {
  const categoryId = category === undefined ? undefined : await categoryOf(deps.db, category, productId)
  await productAsSeen(deps.db, productId, updatedAt)
  await withNamedPictures(deps, sent, (kept) =>
    inTransaction(deps.db, async (tx) => {
      const product = await productAsSeen(tx, productId, updatedAt)
      await changeProduct(tx, productId, {
        ...words,
        ...(categoryId === undefined ? {} : { category_id: categoryId }),
        updated_at: laterThan(product.updated_at, deps.clock.now()),
      })
      if (kept.size === 0 && pictures === undefined) return
      const after = arrangePictures(await findPictureHashes(tx, productId), kept, pictures)
      if (after.length === 0) throw new AppError('product_needs_picture')
      await replacePictures(tx, productId, after)
    }),
  )
}

/** Asked before pictures are kept, and again in the transaction. */
async function productAsSeen(db: Db, productId: string, updatedAt: string | undefined) {
  const product = await lockOne(db, productId)
  if (updatedAt !== undefined && updatedAt !== product.updated_at.toISOString()) {
    throw new AppError('changed_meanwhile')
  }
  return product
}

/** Says how many pieces there are; the reserved ones stay promised. */
export async function setStock(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  productId: string,
  { onHand, was }: { onHand: number; was?: number | undefined },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const product = await lockOne(tx, productId)
    if (was !== undefined && was !== product.on_hand) {
      throw new AppError('stock_changed', { data: { onHand: product.on_hand } })
    }
    if (onHand < product.reserved) {
      throw new AppError('stock_reserved', { data: { reserved: product.reserved } })
    }
    await changeProduct(tx, productId, { on_hand: onHand, updated_at: now })
  })
}

/** Takes a product out of the shop, or puts it back. */
export async function setHidden(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  productId: string,
  hidden: boolean,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { hidden_at } = await lockOne(tx, productId)
    await changeProduct(tx, productId, { hidden_at: hidden ? (hidden_at ?? now) : null, updated_at: now })
  })
}

async function lockOne(tx: Db, productId: string) {
  const product = (await lockProducts(tx, [productId])).get(productId)
  if (!product) throw new AppError('product_not_found')
  return product
}

/** The category named, if it is on offer or the product is in it already. */
async function categoryOf(db: Db, name: string, productId?: string): Promise<string> {
  const product = productId === undefined ? undefined : await lockOne(db, productId)
  const id = await offeredCategoryId(db, { kind: 'product', name, kept: product?.category_id })
  if (id === undefined) throw new AppError('category_unknown')
  return id
}
