import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DayInput, Id, Pagination } from '../text.ts'
import { Car, CarReview } from './car.ts'
import { CarSearch, FilterCounts } from './car-search.ts'

const CarId = z.object({ carId: Id })

/** A span in which a car cannot be had, as instants; `until` includes the turnaround. */
export const BusySpan = z.object({ from: z.string(), until: z.string() })
export type BusySpan = z.output<typeof BusySpan>

export const carRoutes = defineRoutes({
  'GET /api/car/list': {
    summary: 'The fleet; whole without a query, filtered and paged with one',
    access: 'anyone',
    query: CarSearch,
    reply: z.object({
      success: z.literal(true),
      data: z.array(Car),
      counts: z.object({ total: z.int(), available: z.int() }),
      pagination: z.optional(Pagination),
    }),
    errors: ['rental_dates_invalid'],
  },
  'GET /api/car/filter-counts': {
    summary: 'How many cars each choice of a filter would leave',
    access: 'anyone',
    query: CarSearch,
    reply: z.object({ success: z.literal(true), data: FilterCounts }),
    errors: ['rental_dates_invalid'],
  },
  'GET /api/car/get/:carId': {
    summary: 'One car',
    access: 'anyone',
    params: CarId,
    reply: z.object({ success: z.literal(true), data: Car }),
    errors: ['car_not_found'],
  },
  'GET /api/car/availability/:carId': {
    summary: 'When a car is taken in a span of days',
    access: 'anyone',
    params: CarId,
    query: z.object({ from: z.optional(DayInput), to: z.optional(DayInput) }),
    reply: z.object({ success: z.literal(true), data: z.object({ busy: z.array(BusySpan) }) }),
    errors: ['car_not_found', 'rental_dates_invalid'],
  },
  'GET /api/car/reviews/:carId': {
    summary: 'The latest reviews of a car',
    access: 'anyone',
    params: CarId,
    reply: z.object({ success: z.literal(true), data: z.array(CarReview) }),
    errors: ['car_not_found'],
  },
})
