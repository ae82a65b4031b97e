import type { Car } from '@twende/contract/cars/car.ts'
import type { Call } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containsSimilarWords, containsWords, setWordSimilarity } from '../db/text-search.ts'
import { addCar, addLocation } from '../testing/fleet.ts'
import { openSecondApplication } from '../testing/second-application.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { rateCar } from './save-car.ts'

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

test('the counts of the fleet follow each change of it, at once where it was made and soon in other processes', async () => {
  const carId = await addCar(market.db, { name: 'Volvo XC60' })
  const second = await openSecondApplication(market)
  const staff = await market.signUp({ role: 'staff' })
  let page = 1_000
  /** Asks for a page that nobody asked for before, so that no cache answers it. */
  const countsIn = async (call: Call) => (await call('GET /api/car/list', { query: { page: page++ } })).counts
  const countsAre = (counts: object) =>
    expect.poll(() => countsIn(second.call), { interval: 5 }).toEqual(counts)
  await countsAre({ total: 7, available: 6 })
  const setAvailable = (available: boolean) =>
    market.call('POST /api/admin/car/:carId/availability', { params: { carId }, body: { available } }, staff)
  for (const available of [false, true, false]) {
    await setAvailable(available)
    const counts = { total: 7, available: available ? 6 : 5 }
    expect(await countsIn(market.call)).toEqual(counts)
    await countsAre(counts)
  }
  await market.call(
    'POST /api/admin/car/:carId/retire',
    { params: { carId }, body: { reason: 'Sold' } },
    staff,
  )
  expect(await countsIn(market.call)).toEqual({ total: 6, available: 5 })
  await countsAre({ total: 6, available: 5 })
  await second.close()
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

trial(
  'filters together find the cars that have all of them, in the order of each sort, page by page',
  { full: 150, few: 40 },
  async ({ rounds, seed }) => {
    const { data: fleet } = await market.call('GET /api/car/list', {})
    const orders = {
      'price-low': (car: Car) => car.price,
      'price-high': (car: Car) => -car.price,
      seats: (car: Car) => -car.seats,
      recommended: (car: Car) => Number(!car.available),
      rating: (car: Car) => -car.rating,
    }
    const filters = fc.record(
      {
        category: fc.constantFrom('hatchback', 'SUV', 'Luxury'),
        seats: fc.constantFrom('2', '4', '5', '7', '7+'),
        transmission: fc.constantFrom('automatic', 'manual'),
        fuel: fc.constantFrom('petrol', 'diesel', 'hybrid'),
        location: fc.constantFrom('Mombasa', 'JKIA'),
        minPrice: fc.integer({ min: 1, max: 9_000 }),
        maxPrice: fc.integer({ min: 2_000, max: 13_000 }),
        ids: fc.subarray(
          fleet.map(({ _id }) => _id),
          { minLength: 1 },
        ),
      },
      { requiredKeys: [] },
    )
    const sorts = fc.constantFrom(...(Object.keys(orders) as (keyof typeof orders)[]))
    await fc.assert(
      fc.asyncProperty(filters, sorts, fc.integer({ min: 1, max: 3 }), async (filter, sort, page) => {
        const { category, seats, transmission, fuel, location, minPrice = 0, ids } = filter
        const maxPrice = filter.maxPrice === 10_000 ? undefined : filter.maxPrice
        const expected = fleet.filter(
          (car) =>
            (!category || car.category.toLowerCase() === category.toLowerCase()) &&
            (!seats || (seats === '7+' ? car.seats >= 7 : car.seats === Number(seats))) &&
            (!transmission || car.transmission === transmission) &&
            (!fuel || car.fuelType === fuel) &&
            (!location || car.location === location) &&
            (!ids || ids.includes(car._id)) &&
            car.price >= minPrice &&
            car.price <= (maxPrice ?? Number.POSITIVE_INFINITY),
        )
        const query = { ...filter, ...(ids ? { ids: ids.join() } : {}), sort, page, limit: 2 } as object
        const { data, pagination } = await market.call('GET /api/car/list', { query })
        const keys = expected.map(orders[sort]).toSorted((a, b) => a - b)
        expect(data.map(orders[sort])).toEqual(keys.slice(2 * page - 2, 2 * page))
        expect(data.every(({ _id }) => expected.some((car) => car._id === _id))).toBe(true)
        expect(pagination?.total).toBe(expected.length)
      }),
      { numRuns: rounds, seed },
    )
  },
)

test('each choice of a filter says how many cars it would leave, with the other filters as they are', async () => {
  const counts = async (query: object) => (await market.call('GET /api/car/filter-counts', { query })).data
  expect(await counts({})).toMatchObject({
    category: { Hatchback: 2, SUV: 1, Minivan: 1, 'Pickup Truck': 1, Luxury: 1 },
    seats: { '2': 1, '4': 1, '7': 1, '8': 1, '7+': 2 },
    transmission: { manual: 1 },
    fuel: { hybrid: 1, diesel: 1 },
    location: { JKIA: 1, Mombasa: 1 },
  })
  const chosen = await counts({ category: 'hatchback', location: 'Nairobi', search: 'hatchbak' })
  expect(chosen).toEqual({
    category: { Hatchback: 2 },
    seats: expect.objectContaining({ '4': 1 }),
    transmission: { automatic: 2 },
    fuel: { petrol: 1, hybrid: 1 },
    location: { JKIA: 1, Nairobi: 2 },
  })
  for (const [category, found] of Object.entries((await counts({ maxPrice: 7_000 })).category))
    expect(await names({ category, maxPrice: 7_000 })).toHaveLength(found)
})

test('cars are found by their ids, and a list of ids that is none is refused', async () => {
  const { data } = await market.call('GET /api/car/list', { query: { sort: 'price-low' } })
  const [alto, fit] = data.map((car) => car._id)
  expect(await names({ ids: `${fit},${alto}`, sort: 'price-low' })).toEqual(['Suzuki Alto', 'Honda Fit'])
  await expect(names({ ids: `${fit},or another` })).rejects.toThrow()
})

test('a page is part of the whole, in the same order, and knows how much there is', async () => {
  const whole = await names({ sort: 'price-low', limit: 100 })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => names({ sort: 'price-low', page, limit: 2 })))
  expect(pages.flat()).toEqual(whole)
  const { pagination } = await market.call('GET /api/car/list', { query: { page: 9, limit: 4 } })
  expect(pagination).toEqual({ page: 9, limit: 4, total: 6, pages: 2 })
})

test('what can be rented is recommended before what cannot', async () => {
  expect((await names({ sort: 'recommended' })).at(-1)).toBe('Toyota Noah')
})

test('the newest car comes first when asked for', async () => {
  await addCar(market.db, { name: 'Kia Rio', category: 'Sedan', createdAt: new Date('2030-01-01') })
  expect((await names({ sort: 'newest' }))[0]).toBe('Kia Rio')
  await market.db.updateTable('cars').set({ retired_at: new Date() }).where('name', '=', 'Kia Rio').execute()
})

test('a retired car is gone from the fleet and from its own address', async () => {
  const carId = await addCar(market.db, { name: 'Daewoo Tico' })
  await market.db.updateTable('cars').set({ retired_at: new Date() }).where('id', '=', carId).execute()
  expect(await names({ search: 'Daewoo' })).toEqual([])
  const gone = market.call('GET /api/car/get/:carId', { params: { carId } })
  await expect(gone).rejects.toMatchObject({ status: 404, code: 'car_not_found', message: 'Car not found' })
})

test('one car says everything the specification names', async () => {
  const carId = await addCar(market.db, { name: 'Mazda CX-5', category: 'SUV', specs: { engine: '2.2 L' } })
  const { data } = await market.call('GET /api/car/get/:carId', { params: { carId } })
  expect(data).toMatchObject({
    _id: carId,
    name: 'Mazda CX-5',
    category: 'SUV',
    price: 4_500,
    image: '',
    image2: '',
    image3: '',
    image4: '',
    rating: 4.5,
    reviewCount: 0,
    specs: { engine: '2.2 L' },
    features: ['Air conditioning'],
  })
})

test.each([
  [[5], 4.6],
  [[1], 3.9],
  [[5, 5, 5, 5, 5], 4.8],
  [[3, 4], 4.2],
])('after %j stars the rating is %d', async (stars, rating) => {
  const carId = await addCar(market.db)
  for (const given of stars) await rateCar(market.db, carId, given)
  const { data } = await market.call('GET /api/car/get/:carId', { params: { carId } })
  expect(data).toMatchObject({ rating, reviewCount: stars.length })
  await market.db.deleteFrom('cars').where('id', '=', carId).execute()
})

test('words are found whatever signs stand between and around them', async () => {
  expect(await names({ search: '  d max ' })).toEqual(['Isuzu D-Max'])
  // Signs alone are nothing that a car is called.
  expect(await names({ search: '\\_%' })).toEqual([])
  expect(await names({ search: "o'; drop table cars; --" })).toEqual([])
})

test('a renamed category is found under its new name only', async () => {
  const carId = await addCar(market.db, { name: 'Ford Ranger', category: 'Bakkie' })
  await market.db.updateTable('categories').set({ name: 'Lorry' }).where('name', '=', 'Bakkie').execute()
  expect(await names({ search: 'lorry' })).toEqual(['Ford Ranger'])
  expect(await names({ search: 'bakkie' })).toEqual([])
  await market.db.deleteFrom('cars').where('id', '=', carId).execute()
})

test('in a fleet of 5,000 a search goes through its index, misspelt or not', async () => {
  const large = await openTestMarket()
  await addCar(large.db, { name: 'Subaru Forester' })
  await sql`
    insert into cars (id, name, category_id, location_id, description, price_per_day, seats, transmission, fuel_type, created_at, updated_at)
    select gen_random_uuid(), 'Model ' || md5(n::text), category_id, location_id, '', 1000 + n, 5, 'manual', 'diesel', now(), now()
    from cars, generate_series(1, 5000) as n
  `.execute(large.db)
  await large.asOwner((owner) => sql`analyze cars`.execute(owner))
  const searchText = sql<string>`cars.search_text`
  const plans = await large.db.transaction().execute(async (tx) => {
    await setWordSimilarity().execute(tx)
    const ways = [
      containsWords(searchText, ['forester']),
      containsSimilarWords(searchText, ['suburu', 'forster']),
    ]
    return Promise.all(
      ways.map(async (way) => {
        const { rows } = await sql`explain select id from cars where retired_at is null and ${way}`.execute(
          tx,
        )
        return JSON.stringify(rows)
      }),
    )
  })
  for (const plan of plans) expect(plan).toContain('cars_by_search')
  for (const search of ['forester', 'suburu forster']) {
    const { data, pagination } = await large.call('GET /api/car/list', { query: { search } })
    expect(data.map(({ name }) => name)).toEqual(['Subaru Forester'])
    expect(pagination?.total).toBe(1)
  }
  await large.close()
})

trial(
  'whatever is asked is answered or refused, never broken',
  { full: 150, few: 40 },
  async ({ rounds, seed }) => {
    const word = fc.string({ unit: 'grapheme', maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            search: word,
            category: word,
            location: word,
            seats: fc.constantFrom('2', '7+', '9', ''),
            minPrice: fc.oneof(fc.integer(), word),
            maxPrice: fc.oneof(fc.integer(), word),
            sort: fc.constantFrom('rating', 'seats', 'newest', 'colour'),
            page: fc.oneof(fc.integer(), word),
            limit: fc.integer({ min: -1, max: 101 }),
            startDate: word,
          },
          { requiredKeys: [] },
        ),
        async (query) => {
          const search = new URLSearchParams(
            Object.entries(query).map(([name, value]) => [name, String(value)]),
          )
          const answer = await market.app.inject({ url: `/api/car/list?${search}` })
          expect([200, 400]).toContain(answer.statusCode)
          expect(answer.json().success).toBe(answer.statusCode === 200)
        },
      ),
      { numRuns: rounds, seed },
    )
  },
)
