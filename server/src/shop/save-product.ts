import type { PictureOrder } from '@twende/contract/media/picture.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { findSelectableCategoryId } from '../db/selectable-catalog-items.ts'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { arrangePictures, IMAGES, type Upload, withNamedPictures } from '../media/arrange-pictures.ts'
import { findReservationsOf, releaseProductOf } from './order-store.ts'
import { orderNumber } from './present-order.ts'
import {
  changeProduct,
  findPictureHashes,
  insertProduct,
  lockProducts,
  replacePictures,
} from './product-store.ts'

type ProductDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
type ProductFields = { name: string; description: string; category: string; price: number }

/** Adds a product to the shop; returns its id. */
export async function addProduct(
  deps: ProductDeps,
  idempotency: Idempotency,
  fields: ProductFields & { onHand: number },
  upload: Upload,
): Promise<string> {
  if (!upload.files.has('image1')) throw new AppError('product_needs_picture')
  await categoryOf(deps.db, fields.category)
  return withNamedPictures(deps, upload, (stored) => {
    const pictureHashes = IMAGES.flatMap((name) => stored.get(name) ?? [])
    const product = { ...fields, pictureHashes }
    return idempotency.transaction((tx) => createProduct(tx, deps, product))
  })
}

type NewProduct = ProductFields & { onHand: number; pictureHashes: readonly string[] }

/** The same with pictures that are already stored, in the transaction given. */
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

type Edit = { [Name in keyof ProductFields]?: ProductFields[Name] | undefined } & {
  pictures?: PictureOrder | undefined
  updatedAt?: string | undefined
}

/** Changes a product. Orders keep the name and price that it had when they were placed. */
export async function updateProduct(
  deps: ProductDeps,
  productId: string,
  { category, pictures, updatedAt, ...fields }: Edit,
  upload: Upload,
): Promise<void> {
  const categoryId = category === undefined ? undefined : await categoryOf(deps.db, category, productId)
  await lockUnchanged(deps.db, productId, updatedAt)
  await withNamedPictures(deps, upload, (stored) =>
    inTransaction(deps.db, async (tx) => {
      const product = await lockUnchanged(tx, productId, updatedAt)
      await changeProduct(tx, productId, {
        ...fields,
        ...(categoryId === undefined ? {} : { category_id: categoryId }),
        updated_at: nextUpdatedAt(product.updated_at, deps.clock.now()),
      })
      if (stored.size === 0 && pictures === undefined) return
      const after = arrangePictures(await findPictureHashes(tx, productId), stored, pictures)
      if (after.length === 0) throw new AppError('product_needs_picture')
      await replacePictures(tx, productId, after)
    }),
  )
}

/** Called before pictures are stored, and again in the transaction. */
async function lockUnchanged(db: Db, productId: string, updatedAt: string | undefined) {
  const product = await lockOne(db, productId)
  if (updatedAt !== undefined && updatedAt !== product.updated_at.toISOString()) {
    throw new AppError('changed_meanwhile')
  }
  return product
}

type Count = { onHand: number; was?: number | undefined; evenIfPromised?: boolean }

/** Takes the count of a product's stock. Below what is reserved the last unpaid orders keep none of it, if staff wants that. */
export async function setStock(
  { db }: Pick<AppDeps, 'db'>,
  productId: string,
  { onHand, was, evenIfPromised = false }: Count,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const product = await lockOne(tx, productId)
    if (was !== undefined && was !== product.on_hand) {
      throw new AppError('stock_changed', { data: { onHand: product.on_hand } })
    }
    const unfilled = await findUnfilled(tx, product, onHand)
    if (unfilled.length > 0 && !evenIfPromised) throw promisedError(product, unfilled)
    await releaseProductOf(
      tx,
      productId,
      unfilled.map(({ orderId }) => orderId),
    )
    await changeProduct(tx, productId, { on_hand: onHand })
  })
}

type Unfilled = Awaited<ReturnType<typeof findReservationsOf>>

/** The unpaid orders that a count leaves without pieces: the last ones, and no more than it takes. */
async function findUnfilled(
  tx: Db,
  { id, reserved }: { id: string; reserved: number },
  onHand: number,
): Promise<Unfilled> {
  let short = reserved - onHand
  if (short <= 0) return []
  const found: Unfilled = []
  for (const order of await findReservationsOf(tx, id)) {
    if (short <= 0) break
    found.push(order)
    short -= order.quantity
  }
  return found.reverse()
}

function promisedError({ reserved }: { reserved: number }, unfilled: Unfilled): AppError {
  const orders = unfilled.map(({ orderId, number }) => ({ _id: orderId, number: orderNumber({ number }) }))
  return new AppError('stock_reserved', {
    message: m.error_stock_promised({
      reserved,
      orders: orders.map(({ number }) => number).join(', '),
    }),
    data: { reserved, unfilled: orders },
  })
}

/** Hides a product from the shop, or shows it again. */
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
  const id = await findSelectableCategoryId(db, { kind: 'product', name, currentId: product?.category_id })
  if (id === undefined) throw new AppError('category_unknown')
  return id
}
