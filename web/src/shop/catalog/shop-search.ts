import { showKsh } from '@twende/contract/money.ts'
import { PRODUCT_SORTS, type ProductSort, SHOP_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import type { Chip } from '@twende/ui/list/filter-chips.tsx'

/** At its ends, there is no limit. */
export const PRICE_RANGE = { least: 0, most: 200_000 }

/** The sort orders, with their labels; a search is sorted by the best match unless another order is chosen. */
export function productSortsFor({ search }: Pick<ShopFilter, 'search'>): Record<ProductSort, string> {
  return {
    recommended: search ? m.shop_sort_best_match() : m.shop_sort_featured(),
    'price-low': m.shop_sort_price_low(),
    'price-high': m.shop_sort_price_high(),
    newest: m.shop_sort_newest(),
    name: m.shop_sort_name(),
  }
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
export type ShopFilter = ReturnType<typeof readShopSearch>

/** What the server is asked: the filters, without a highest price at the range's end, and a page of cards. */
export function shopQuery(search: ShopFilter) {
  const { maxPrice, page = 1 } = search
  return {
    ...search,
    maxPrice: maxPrice === PRICE_RANGE.most ? undefined : maxPrice,
    page,
    limit: SHOP_PAGE_SIZE,
  }
}

/** The filters in force. */
export function shopChips({ search, category, minPrice = 0, maxPrice, stock }: ShopFilter): Chip[] {
  const labels = {
    search: search && `“${search}”`,
    category,
    minPrice: minPrice > PRICE_RANGE.least && m.shop_chip_from({ price: showKsh(minPrice) }),
    maxPrice:
      maxPrice !== undefined &&
      maxPrice < PRICE_RANGE.most &&
      m.shop_chip_up_to({ price: showKsh(maxPrice) }),
    stock: stock && m.shop_in_stock(),
  }
  return Object.entries(labels).flatMap(([name, label]) => (label ? [{ name, label }] : []))
}
