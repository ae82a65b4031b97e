import type { Product, ProductSearch, StockedProduct } from '@twende/contract/shop/product.ts'
import { SHOP_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { type PageInput, type PageRange, readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type ProductRow, toProduct, toStockedProduct } from './present-product.ts'
import { findProductChanges, findProductPage, type ProductQuery } from './product-search-store.ts'
import { findProduct } from './product-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'config'>
const STAFF_PAGE_SIZE = 20

/** All products without filters; otherwise one page of those that match. */
export async function searchProducts(
  { db, config }: ReadDeps,
  search: ProductSearch,
): Promise<{ products: Product[]; pagination?: Pagination }> {
  const whole = Object.keys(search).length === 0
  const { page, limit, stock, sort = 'recommended', ...filter } = search
  const find = (range: PageRange) =>
    findProductPage(db, { ...filter, show: 'public', inStock: stock === 'in', sort, ...range })
  const read = (rows: readonly ProductRow[]) => rows.map((row) => toProduct(row, config.publicUrl))
  if (whole) return { products: read((await find({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })).keys) }
  const { data, pagination } = await readPage({ page, limit }, { size: SHOP_PAGE_SIZE, find, read })
  return { products: data, pagination }
}

/** A product that is not hidden. */
export async function readProduct({ db, config }: ReadDeps, productId: string): Promise<Product> {
  const row = await findProduct(db, productId)
  if (!row) throw new AppError('product_not_found')
  // Whoever has it in the cart reads its name.
  if (row.hidden_at) throw new AppError('product_not_found', { data: { _id: row.id, name: row.name } })
  return toProduct(row, config.publicUrl)
}

type AdminProductFilter = {
  search?: string | undefined
  category?: string | undefined
  show?: ProductQuery['show'] | undefined
}

/** A page of all products for staff, by name. */
export async function listProductsForStaff(
  { db, config }: ReadDeps,
  { page, limit, show = 'all', ...filter }: AdminProductFilter & PageInput,
): Promise<{ data: StockedProduct[]; pagination: Pagination }> {
  return readPage(
    { page, limit },
    {
      size: STAFF_PAGE_SIZE,
      find: (range) => findProductPage(db, { ...filter, show, inStock: false, sort: 'name', ...range }),
      read: (rows) => rows.map((row) => toStockedProduct(row, config.publicUrl)),
    },
  )
}

export async function readStockedProduct(
  { db, config }: ReadDeps,
  productId: string,
): Promise<StockedProduct> {
  const row = await findProduct(db, productId)
  if (!row) throw new AppError('product_not_found')
  return toStockedProduct(row, config.publicUrl)
}

/** Every product that has a page, and when it last changed. */
export function listProductPages({ db }: Pick<AppDeps, 'db'>): Promise<{ id: string; changedAt: Date }[]> {
  return findProductChanges(db)
}
