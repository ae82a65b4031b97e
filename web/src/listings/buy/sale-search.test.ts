import { ListingSearch, listingLimits } from '@twende/contract/listings/listing-search.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSaleSearch, saleChips, saleQuery, saleRanges } from './sale-search.ts'

const ranges = ['minPrice', 'maxPrice', 'minYear', 'maxYear', 'minMileage', 'maxMileage']
const names = ['search', 'category', 'location', 'seats', 'sort', 'page', ...ranges]
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer().map(String),
  fc.constantFrom('0', '\0', 'x'.repeat(99), '7+', 'newest', '1990', '10000000', '99999999999999'),
)

test('whatever an address holds, the server is asked nothing that it refuses', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (given) => {
      const query = saleQuery(readSaleSearch(new URLSearchParams(given)), new Date())
      expect(ListingSearch.safeParse(query).success).toBe(true)
      expect(JSON.stringify(query)).not.toContain('\\u0000')
    }),
  )
})

test('ranges at their ends limit nothing and are no filters', () => {
  const now = new Date()
  const { price, year, mileage } = saleRanges(now)
  const ends = [price.least, price.most, year.least, year.most, mileage.least, mileage.most]
  const search = readSaleSearch(new URLSearchParams(ranges.map((name, at) => [name, String(ends[at])])))
  expect(Object.values(listingLimits(saleQuery(search, now)))).toEqual(Array(6).fill(undefined))
  expect(saleChips(search, now)).toEqual([])
})

test('a limit inside its range is asked for and reads as a chip; beyond the end it is the end', () => {
  const search = readSaleSearch(new URLSearchParams('minYear=2018&maxPrice=2500000&maxMileage=999999'))
  expect(search).toMatchObject({ minYear: 2018, maxPrice: 2_500_000, maxMileage: 300_000 })
  expect(saleChips(search, new Date()).map(({ label }) => label)).toEqual([
    'Up to Ksh 2,500,000',
    'From 2018',
  ])
})
