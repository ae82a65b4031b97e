import type { Product, ProductSearch, StockedProduct } from '@twende/contract/shop/product.ts'
import { SHOP_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { paginationOf } from '../db/list-page.ts'
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
  const { page = 1, limit = SHOP_PAGE_SIZE, stock, sort = 'recommended', ...filter } = search
  const { rows, matched } = await findProductPage(db, {
    ...filter,
    show: 'public',
    inStock: stock === 'in',
    sort,
    limit: whole ? Number.MAX_SAFE_INTEGER : limit,
    offset: whole ? 0 : (page - 1) * limit,
  })
  const products = rows.map((row) => toProduct(row, config.publicUrl))
  if (whole) return { products }
  return { products, pagination: paginationOf({ page, limit }, { total: matched, orMore: false }) }
}

/** A product that is not hidden. */
export async function readProduct({ db, config }: ReadDeps, productId: string): Promise<Product> {
  const row = await findProduct(db, productId)
  if (!row || row.hidden_at) throw new AppError('product_not_found')
  return toProduct(row, config.publicUrl)
}

type StaffSearch = {
  search?: string | undefined
  category?: string | undefined
  show?: ProductQuery['show'] | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** A page of all products for staff, by name. */
export async function listProductsForStaff(
  { db, config }: ReadDeps,
  { page = 1, limit = STAFF_PAGE_SIZE, show = 'all', ...filter }: StaffSearch,
): Promise<{ data: StockedProduct[]; pagination: Pagination }> {
  const { rows, matched } = await findProductPage(db, {
    ...filter,
    show,
    inStock: false,
    sort: 'name',
    limit,
    offset: (page - 1) * limit,
  })
  return {
    data: rows.map((row: ProductRow) => toStockedProduct(row, config.publicUrl)),
    pagination: paginationOf({ page, limit }, { total: matched, orMore: false }),
  }
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
