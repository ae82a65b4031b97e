import { isRentable } from '@twende/contract/bookings/rental-period.ts'
import {
  DEFAULT_PICKUP_TIME,
  FLEET_PAGE_SIZE,
  RENTAL_PRICE_FILTER_MAX,
} from '@twende/contract/business-constants.ts'
import { isDay } from '@twende/contract/calendar-day.ts'
import type { FleetSearch, StaySearch } from '../links.ts'

const SORTS = ['recommended', 'price-low', 'price-high', 'rating', 'newest', 'seats'] as const
export type FleetSort = (typeof SORTS)[number]
export const sortNames: Record<FleetSort, string> = {
  recommended: 'Recommended',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  rating: 'Best rated',
  newest: 'Newest',
  seats: 'Most seats',
}

/** Reads the fleet's filters from an address; what makes no sense is left out, so that every link works. */
export function readFleetSearch(search: URLSearchParams) {
  const text = (name: string, longest = 60) =>
    search.get(name)?.replaceAll('\0', '').trim().slice(0, longest) || undefined
  const oneOf = <const Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === search.get(name))
  const day = (name: string) => (isDay(search.get(name) ?? '') ? (search.get(name) ?? undefined) : undefined)
  const time = (name: string) =>
    /^([01]\d|2[0-3]):00$/.test(search.get(name) ?? '') ? text(name) : undefined
  return {
    search: text('search', 100),
    category: text('category'),
    seats: oneOf('seats', ['2', '4', '5', '7', '8', '7+']),
    transmission: oneOf('transmission', ['automatic', 'manual']),
    fuel: oneOf('fuel', ['petrol', 'electric', 'hybrid', 'diesel']),
    location: text('location'),
    minPrice: shillings(search.get('minPrice')),
    maxPrice: shillings(search.get('maxPrice')),
    startDate: day('startDate'),
    endDate: day('endDate'),
    pickupTime: time('pickupTime'),
    dropoffTime: time('dropoffTime'),
    show: oneOf('show', ['free', 'all']),
    sort: oneOf('sort', SORTS),
    page: pageNumber(search.get('page')),
  } satisfies FleetSearch
}

/** Filters as read from an address: only values that exist. */
export type FleetWish = ReturnType<typeof readFleetSearch>

function shillings(text: string | null): number | undefined {
  return text && /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

function pageNumber(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** The chosen stay, if it is whole and may be asked for. */
export function stayOf(
  search: FleetSearch,
  now: Date,
): Required<{ [Key in keyof StaySearch]: string }> | undefined {
  const { startDate, endDate, pickupTime = DEFAULT_PICKUP_TIME, dropoffTime = DEFAULT_PICKUP_TIME } = search
  if (!startDate || !endDate) return undefined
  const stay = { startDate, endDate, pickupTime, dropoffTime }
  return isRentable(stay, now) ? stay : undefined
}

/** What the server is asked: the filters, the stay only when it is whole, a page of cards. */
export function fleetQuery(search: FleetWish, now: Date) {
  const { startDate: _start, endDate: _end, pickupTime: _pickup, dropoffTime: _dropoff, ...rest } = search
  return { ...rest, ...stayOf(search, now), page: search.page ?? 1, limit: FLEET_PAGE_SIZE }
}

export type Chip = { label: string; without: FleetSearch }

/** The filters in force, each with the search that is left when it is taken away. */
export function filterChips(search: FleetSearch): Chip[] {
  const { search: words, category, seats, transmission, fuel, location, minPrice, maxPrice } = search
  const chip = (label: string, gone: FleetSearch): Chip => ({
    label,
    without: { ...search, ...gone, page: undefined },
  })
  const capped = maxPrice !== undefined && maxPrice < RENTAL_PRICE_FILTER_MAX
  return [
    ...(words ? [chip(`“${words}”`, { search: undefined })] : []),
    ...(category ? [chip(category, { category: undefined })] : []),
    ...(seats ? [chip(`${seats} seats`, { seats: undefined })] : []),
    ...(transmission ? [chip(transmission, { transmission: undefined })] : []),
    ...(fuel ? [chip(fuel, { fuel: undefined })] : []),
    ...(location ? [chip(location, { location: undefined })] : []),
    ...(minPrice ? [chip(`from Ksh ${minPrice.toLocaleString('en-KE')}`, { minPrice: undefined })] : []),
    ...(capped ? [chip(`up to Ksh ${maxPrice.toLocaleString('en-KE')}`, { maxPrice: undefined })] : []),
  ]
}
