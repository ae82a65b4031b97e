import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar, addLocation } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
const names = async (query: object) => {
  const { data } = await market.call('GET /api/car/list', { query })
  return data.map((car) => car.name)
}

beforeAll(async () => {
  market = await openTestMarket({ now: new Date('2026-04-01T09:00:00+03:00') })
  await addLocation(market.db, 'JKIA', 'Nairobi')
  await addCar(market.db, {
    name: 'Suzuki Alto',
    category: 'Hatchback',
    pricePerDay: 2_500,
    seats: 4,
    location: 'JKIA',
  })
  await addCar(market.db, {
    name: 'Honda Fit',
    category: 'Hatchback',
    pricePerDay: 4_000,
    fuelType: 'hybrid',
    location: 'Nairobi',
  })
  await addCar(market.db, {
    name: 'Subaru Forester',
    category: 'SUV',
    pricePerDay: 7_500,
    location: 'Mombasa',
  })
  await addCar(market.db, {
    name: 'Toyota Noah',
    category: 'Minivan',
    pricePerDay: 7_000,
    seats: 8,
    available: false,
  })
  await addCar(market.db, {
    name: 'Isuzu D-Max',
    category: 'Pickup Truck',
    pricePerDay: 6_500,
    seats: 2,
    transmission: 'manual',
    fuelType: 'diesel',
  })
  await addCar(market.db, { name: 'Toyota Alphard', category: 'Luxury', pricePerDay: 12_000, seats: 7 })
})
afterAll(() => market.close())

test('the bare list is the whole fleet with its counts', async () => {
  const answer = await market.call('GET /api/car/list', {})
  expect(answer.data).toHaveLength(6)
  expect(answer.counts).toEqual({ total: 6, available: 5 })
  expect(answer.pagination).toBeUndefined()
})

test.each([
  [{ category: 'hatchback', sort: 'price-low' }, ['Suzuki Alto', 'Honda Fit']],
  [{ seats: '7+', sort: 'price-low' }, ['Toyota Noah', 'Toyota Alphard']],
  [{ seats: '2' }, ['Isuzu D-Max']],
  [{ transmission: 'manual' }, ['Isuzu D-Max']],
  [{ fuel: 'hybrid' }, ['Honda Fit']],
  [{ location: 'Mombasa' }, ['Subaru Forester']],
  [{ location: 'nairobi', category: 'Hatchback', sort: 'price-low' }, ['Suzuki Alto', 'Honda Fit']],
  [{ minPrice: 7_500, sort: 'price-low' }, ['Subaru Forester', 'Toyota Alphard']],
  [{ maxPrice: 4_000, sort: 'price-high' }, ['Honda Fit', 'Suzuki Alto']],
  [{ minPrice: 7_500, maxPrice: 10_000, sort: 'price-high' }, ['Toyota Alphard', 'Subaru Forester']],
  [{ search: 'toyota', sort: 'seats' }, ['Toyota Noah', 'Toyota Alphard']],
  [{ search: 'fit' }, ['Honda Fit']],
  [{ search: 'minivan toyota' }, ['Toyota Noah']],
  [{ search: 'suburu forster' }, ['Subaru Forester']],
  [{ search: 'alphrd' }, ['Toyota Alphard']],
  [{ search: '100%' }, []],
  [{ search: 'Ford' }, []],
] as const)('%j finds %j', async (query, found) => {
  expect(await names(query)).toEqual(found)
})
