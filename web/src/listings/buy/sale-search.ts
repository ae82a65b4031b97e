import {
  MILEAGE_FILTER_MAX,
  OLDEST_MODEL_YEAR,
  SALE_PRICE_FILTER_MAX,
} from '@twende/contract/business-constants.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  LISTING_SORTS,
  LISTINGS_PAGE_SIZE,
  type ListingSort,
} from '@twende/contract/listings/listing-choices.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import type { Chip } from '@twende/ui/list/filter-chips.tsx'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { choiceChips, rangeChips, readVehicleChoices } from '../../cars/vehicle-search.ts'
import type { SaleSearch } from '../../links.ts'

const saleSorts: Record<ListingSort, () => string> = {
  newest: m.buy_sort_newest,
  'price-low': m.buy_sort_price_low,
  'price-high': m.buy_sort_price_high,
  mileage: m.buy_sort_mileage,
  year: m.buy_sort_year,
}

/** The orders one may choose; words are answered by the best match unless one asks for another. */
export function saleSortsFor({ search }: Pick<SaleSearch, 'search'>): Record<string, string> {
  const sorts = Object.fromEntries(Object.entries(saleSorts).map(([sort, label]) => [sort, label()]))
  return search ? { match: m.buy_sort_match(), ...sorts } : sorts
}

/** The ranges of the filters; at their ends, there is no limit. */
export function saleRanges(now: Date) {
  return {
    price: { least: 0, most: SALE_PRICE_FILTER_MAX },
    year: { least: OLDEST_MODEL_YEAR, most: Number(nairobiDay(now).slice(0, 4)) },
    mileage: { least: 0, most: MILEAGE_FILTER_MAX },
  }
}

/** Reads the filters from an address; what makes no sense is left out, so that every link works. */
export function readSaleSearch(query: URLSearchParams) {
  const read = addressReader(query)
  const { price, year, mileage } = saleRanges(new Date())
  return {
    ...readVehicleChoices(read),
    minPrice: read.number('minPrice', price),
    maxPrice: read.number('maxPrice', price),
    minYear: read.number('minYear', year),
    maxYear: read.number('maxYear', year),
    minMileage: read.number('minMileage', mileage),
    maxMileage: read.number('maxMileage', mileage),
    sort: read.oneOf('sort', LISTING_SORTS),
    page: read.page(),
  } satisfies SaleSearch
}

/** Filters as read from an address: only values that exist. */
export type SaleFilter = ReturnType<typeof readSaleSearch>

/** What the server is asked: the filters, without a last year where it is this one, and a page of cards. */
export function saleQuery(search: SaleFilter, now: Date) {
  const thisYear = search.maxYear === saleRanges(now).year.most
  return {
    ...search,
    maxYear: thisYear ? undefined : search.maxYear,
    page: search.page ?? 1,
    limit: LISTINGS_PAGE_SIZE,
  }
}

/** The filters in force. */
export function saleChips(search: SaleSearch, now: Date): Chip[] {
  const { price, year, mileage } = saleRanges(now)
  const limits = (least: keyof SaleSearch & `min${string}`, most: keyof SaleSearch & `max${string}`) => ({
    min: { name: least, value: search[least] },
    max: { name: most, value: search[most] },
  })
  return [
    ...choiceChips(search),
    ...rangeChips(limits('minPrice', 'maxPrice'), { ends: price, words: showKsh }),
    ...rangeChips(limits('minYear', 'maxYear'), { ends: year, words: String }),
    ...rangeChips(limits('minMileage', 'maxMileage'), { ends: mileage, words: showKm }),
  ]
}
