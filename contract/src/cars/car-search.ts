import * as z from 'zod/mini'
import { SEAT_FILTERS } from '../business-constants.ts'
import { DayInput, IdList, queryNumber, TimeOfDay } from '../text.ts'
import { FuelType, Transmission } from './car.ts'

export const CAR_SORTS = ['recommended', 'price-low', 'price-high', 'rating', 'newest', 'seats'] as const
export const CarSort = z.enum(CAR_SORTS)

/**
 * Filters of the fleet. A `maxPrice` at the end of the slider (10,000) means no upper limit. With dates, prices are what a
 * day of the rental costs on average.
 */
export const CarSearch = z.object({
  ids: z.optional(IdList),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  category: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  seats: z.optional(z.enum(SEAT_FILTERS)),
  transmission: z.optional(Transmission),
  fuel: z.optional(FuelType),
  location: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  minPrice: z.optional(queryNumber(0, 10_000_000)),
  maxPrice: z.optional(queryNumber(0, 10_000_000)),
  startDate: z.optional(DayInput),
  endDate: z.optional(DayInput),
  pickupTime: z.optional(TimeOfDay),
  dropoffTime: z.optional(TimeOfDay),
  /** `all` keeps cars that are taken on the chosen dates in the answer, marked. */
  show: z.optional(z.enum(['free', 'all'])),
  sort: z.optional(CarSort),
  page: z.optional(queryNumber(1, 100_000)),
  limit: z.optional(queryNumber(1, 100)),
})
export type CarSearch = z.output<typeof CarSearch>

const Counts = z.record(z.string(), z.int())

/** How many vehicles each choice of a filter would leave, with the other filters as they are. A choice without vehicles may be missing. */
export const FilterCounts = z.object({
  category: Counts,
  seats: Counts,
  transmission: Counts,
  fuel: Counts,
  location: Counts,
})
export type FilterCounts = z.output<typeof FilterCounts>
