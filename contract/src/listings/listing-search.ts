import * as z from 'zod/mini'
import {
  MILEAGE_FILTER_MAX,
  OLDEST_MODEL_YEAR,
  SALE_PRICE_FILTER_MAX,
  SEAT_FILTERS,
} from '../business-constants.ts'
import { FuelType, Transmission } from '../cars/car.ts'
import { IdList, queryNumber } from '../text.ts'
import { HIGHEST_MILEAGE, HIGHEST_SALE_PRICE, LISTING_SORTS } from './listing-choices.ts'

/** Filters of the Buy page. A maximum at the end of its slider means no upper limit. */
export const ListingSearch = z.object({
  ids: z.optional(IdList),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  seats: z.optional(z.enum(SEAT_FILTERS)),
  transmission: z.optional(Transmission),
  fuel: z.optional(FuelType),
  location: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  minPrice: z.optional(queryNumber(0, HIGHEST_SALE_PRICE)),
  maxPrice: z.optional(queryNumber(0, HIGHEST_SALE_PRICE)),
  minYear: z.optional(queryNumber(0, 9999)),
  maxYear: z.optional(queryNumber(0, 9999)),
  minMileage: z.optional(queryNumber(0, HIGHEST_MILEAGE)),
  maxMileage: z.optional(queryNumber(0, HIGHEST_MILEAGE)),
  sort: z.optional(z.enum(LISTING_SORTS)),
  page: z.optional(queryNumber(1, 100_000)),
  limit: z.optional(queryNumber(1, 100)),
})
export type ListingSearch = z.output<typeof ListingSearch>

/** The limits that a search sets, both inclusive; undefined is no limit. */
export type ListingLimits = Record<
  'minPrice' | 'maxPrice' | 'minYear' | 'maxYear' | 'minMileage' | 'maxMileage',
  number | undefined
>

/** Reads a search's ranges; a slider at its end, or an empty field, sets no limit. */
export function listingLimits(search: ListingSearch): ListingLimits {
  const unless = (end: number, value: number | undefined) => (value === end ? undefined : value)
  return {
    minPrice: unless(0, search.minPrice),
    maxPrice: unless(SALE_PRICE_FILTER_MAX, search.maxPrice),
    minYear: unless(OLDEST_MODEL_YEAR, search.minYear),
    maxYear: search.maxYear,
    minMileage: unless(0, search.minMileage),
    maxMileage: unless(MILEAGE_FILTER_MAX, search.maxMileage),
  }
}
