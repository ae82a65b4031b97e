import { showKsh } from '@twende/contract/money.ts'
import { PRODUCT_SORTS, type ProductSort, SHOP_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import type { Chip } from '@twende/ui/list/filter-chips.tsx'

/** At its ends, there is no limit. */
export const PRICE_RANGE = { least: 0, most: 200_000 }

const productSorts: Record<ProductSort, string> = {
  recommended: 'Featured',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  newest: 'Newest',
  name: 'Name: A to Z',
}

/** The orders one may choose; words are answered by the best match unless one asks for another. */
export function productSortsFor({ search }: Pick<ShopWish, 'search'>): Record<string, string> {
  return search ? { ...productSorts, recommended: 'Best match' } : productSorts
}

/** Reads the filters of the shop from an address; what makes no sense is left out, so that every link works. */
export function readShopSearch(query: URLSearchParams) {
  const read = addressReader(query)
  return {
    search: read.text('search', 100),
    category: read.text('category'),
    minPrice: read.number('minPrice', PRICE_RANGE),
    maxPrice: read.number('maxPrice', PRICE_RANGE),
    stock: read.oneOf('stock', ['in']),
    sort: read.oneOf('sort', PRODUCT_SORTS),
    page: read.page(),
  }
}

/** Filters as read from an address: only values that exist. */
export type ShopWish = ReturnType<typeof readShopSearch>

/** What the server is asked: the filters, without a highest price at the range's end, and a page of cards. */
export function shopQuery(search: ShopWish) {
  const { maxPrice, page = 1 } = search
  return {
    ...search,
    maxPrice: maxPrice === PRICE_RANGE.most ? undefined : maxPrice,
    page,
    limit: SHOP_PAGE_SIZE,
  }
}

/** The filters in force. */
export function shopChips({ search, category, minPrice = 0, maxPrice, stock }: ShopWish): Chip[] {
  const labels = {
    search: search && `“${search}”`,
    category,
    minPrice: minPrice > PRICE_RANGE.least && `From ${showKsh(minPrice)}`,
    maxPrice: maxPrice !== undefined && maxPrice < PRICE_RANGE.most && `Up to ${showKsh(maxPrice)}`,
    stock: stock && 'In stock',
  }
  return Object.entries(labels).flatMap(([name, label]) => (label ? [{ name, label }] : []))
}
