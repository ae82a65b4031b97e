import { fromNextHour, isRentable } from '@twende/contract/bookings/rental-period.ts'
import {
  DEFAULT_PICKUP_TIME,
  FLEET_PAGE_SIZE,
  RENTAL_PRICE_FILTER_MAX,
} from '@twende/contract/business-constants.ts'
import { isDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import type { Chip } from '@twende/ui/list/filter-chips.tsx'
import type { FleetSearch, StaySearch } from '../links.ts'
import { choiceChips, rangeChips, readVehicleChoices } from './vehicle-search.ts'

/** The filter's ends: at them there is no limit. */
export const FLEET_PRICES = { least: 0, most: RENTAL_PRICE_FILTER_MAX }

const SORTS = ['recommended', 'price-low', 'price-high', 'rating', 'newest', 'seats'] as const
export type FleetSort = (typeof SORTS)[number]
export const sortNames = (): Record<FleetSort, string> => ({
  recommended: m.fleet_sort_recommended(),
  'price-low': m.common_sort_price_low(),
  'price-high': m.common_sort_price_high(),
  rating: m.fleet_sort_rating(),
  newest: m.common_sort_newest(),
  seats: m.fleet_sort_seats(),
})

/** Reads the fleet's filters from an address; what makes no sense is left out, so that every link works. */
export function readFleetSearch(query: URLSearchParams) {
  const read = addressReader(query)
  const day = (name: string) => (isDay(query.get(name) ?? '') ? (query.get(name) ?? undefined) : undefined)
  const time = (name: string) =>
    /^([01]\d|2[0-3]):00$/.test(query.get(name) ?? '') ? read.text(name) : undefined
  return {
    ...readVehicleChoices(read),
    minPrice: read.number('minPrice', FLEET_PRICES),
    maxPrice: read.number('maxPrice', FLEET_PRICES),
    startDate: day('startDate'),
    endDate: day('endDate'),
    pickupTime: time('pickupTime'),
    dropoffTime: time('dropoffTime'),
    show: read.oneOf('show', ['free', 'all']),
    sort: read.oneOf('sort', SORTS),
    page: read.page(),
  } satisfies FleetSearch
}

/** Filters as read from an address: only values that exist. */
export type FleetWish = ReturnType<typeof readFleetSearch>

/** The chosen stay, if it is whole and may be asked for. */
export function stayOf(
  search: FleetSearch,
  now: Date,
): Required<{ [Key in keyof StaySearch]: string }> | undefined {
  const { startDate, endDate, pickupTime = DEFAULT_PICKUP_TIME, dropoffTime = DEFAULT_PICKUP_TIME } = search
  if (!startDate || !endDate) return undefined
  const stay = fromNextHour({ startDate, endDate, pickupTime, dropoffTime }, now)
  return isRentable(stay, now) ? stay : undefined
}

/** What the server is asked: the filters, the stay only when it is whole, a page of cards. */
export function fleetQuery(search: FleetWish, now: Date) {
  const { startDate: _start, endDate: _end, pickupTime: _pickup, dropoffTime: _dropoff, ...rest } = search
  return { ...rest, ...stayOf(search, now), page: search.page ?? 1, limit: FLEET_PAGE_SIZE }
}

/** The filters in force. */
export function fleetChips(search: FleetSearch): Chip[] {
  return [
    ...choiceChips(search),
    ...rangeChips(
      {
        min: { name: 'minPrice', value: search.minPrice },
        max: { name: 'maxPrice', value: search.maxPrice },
      },
      { ends: FLEET_PRICES, words: showKsh },
    ),
  ]
}
