import { MILEAGE_FILTER_MAX, OLDEST_MODEL_YEAR, SALE_PRICE_FILTER_MAX } from '../business-constants.ts'
import type { ListingSearch } from './listing-search.ts'

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

type Filtered = {
  category: string
  seats: number
  transmission: string
  fuelType: string
  location: string
  price: number
  year: number
  mileage: number
}

/** Whether a car matches all filters of a search but its words. */
export function meetsFilters(car: Filtered, search: ListingSearch): boolean {
  const limits = listingLimits(search)
  const same = (wanted: string | undefined, has: string) =>
    !wanted || wanted.toLowerCase() === has.toLowerCase()
  return (
    same(search.category, car.category) &&
    same(search.location, car.location) &&
    same(search.transmission, car.transmission) &&
    same(search.fuel, car.fuelType) &&
    hasSeats(car.seats, search.seats) &&
    within(car.price, limits.minPrice, limits.maxPrice) &&
    within(car.year, limits.minYear, limits.maxYear) &&
    within(car.mileage, limits.minMileage, limits.maxMileage)
  )
}

function hasSeats(seats: number, wanted: ListingSearch['seats']): boolean {
  if (!wanted) return true
  return wanted === '7+' ? seats >= 7 : seats === Number(wanted)
}

function within(value: number, least: number | undefined, most: number | undefined): boolean {
  return (least === undefined || value >= least) && (most === undefined || value <= most)
}
