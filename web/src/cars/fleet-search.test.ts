import { CarSearch } from '@twende/contract/cars/car-search.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fleetChips, fleetQuery, readFleetSearch } from './fleet-search.ts'

const names = [
  'search',
  'category',
  'location',
  'seats',
  'minPrice',
  'maxPrice',
  'startDate',
  'endDate',
  'page',
]
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer().map(String),
  fc.constantFrom('0', '\0', 'x'.repeat(99), '2026-05-01', '9999-12-31'),
)

test('whatever an address holds, the server is asked nothing that it refuses', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (given) => {
      const query = fleetQuery(readFleetSearch(new URLSearchParams(given)), new Date())
      expect(CarSearch.safeParse(query).success).toBe(true)
      expect(JSON.stringify(query)).not.toContain('\\u0000')
    }),
  )
})

test('a price beyond the ends of the filter is read as its end, where there is no limit', () => {
  const beyond = readFleetSearch(new URLSearchParams({ minPrice: '20000', maxPrice: '20000' }))
  expect(beyond).toMatchObject({ minPrice: 10_000, maxPrice: 10_000 })
  expect(fleetChips({ maxPrice: beyond.maxPrice })).toEqual([])
})
