import type { ListingSearch } from '@twende/contract/listings/listing-search.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCarsForSale } from '../../testing/cars-for-sale.ts'
import { addCategory, addLocation } from '../../testing/fleet.ts'
import { listLiveCar } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { continueCategoryRenames } from '../category-renames.ts'
import { leadsOn, pageAfter } from '../listing-handlers.ts'
import { isPublicAt } from '../listing-read-store.ts'
import { expireListings } from '../sell/listing-tasks.ts'
import { findPublicListingPage } from './public-listing-store.ts'

const changed = () => market.deps.changeFeed.changed('listings')
const DAY_MS = 86_400_000

let market: TestMarket

/** What the specification says, over every row. */
async function naive(search: ListingSearch) {
  const { db, clock } = market
  const rows = await db
    .selectFrom('listings')
    .innerJoin('categories', 'categories.id', 'category_id')
    .innerJoin('locations', 'locations.id', 'location_id')
    .leftJoin('locations as towns', 'towns.id', 'locations.town_id')
    .where(isPublicAt(clock.now()))
    .select([
      'listings.id',
      'listings.name',
      'price',
      'year',
      'mileage',
      'seats',
      'transmission',
      'fuel_type',
      'available',
      'live_at',
      'categories.name as category',
      'locations.name as place',
      'towns.name as town',
    ])
    .execute()
  const same = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()
  const words = searchWords(search.search)
  const { sort = 'newest', maxPrice = 10_000_000, maxMileage = 300_000 } = search
  const found = rows.filter(
    (row) =>
      words.every((word) => `${row.name} ${row.category}`.toLowerCase().includes(word)) &&
      (!search.category || same(row.category, search.category)) &&
      (!search.location || same(row.place, search.location) || same(row.town, search.location)) &&
      (!search.seats || (search.seats === '7+' ? row.seats >= 7 : row.seats === Number(search.seats))) &&
      (!search.transmission || row.transmission === search.transmission) &&
      (!search.fuel || row.fuel_type === search.fuel) &&
      row.price >= (search.minPrice ?? 0) &&
      (maxPrice === 10_000_000 || row.price <= maxPrice) &&
      row.year >= (search.minYear ?? 0) &&
      row.year <= (search.maxYear ?? 9999) &&
      row.mileage >= (search.minMileage ?? 0) &&
      (maxMileage === 300_000 || row.mileage <= maxMileage),
  )
  const by = {
    'price-low': (row: (typeof rows)[0]) => row.price,
    'price-high': (row: (typeof rows)[0]) => -row.price,
    mileage: (row: (typeof rows)[0]) => row.mileage,
    year: (row: (typeof rows)[0]) => -row.year,
    newest: (row: (typeof rows)[0]) => -(row.live_at?.getTime() ?? 0),
  }[sort]
  return { all: rows, found: found.sort((a, b) => by(a) - by(b)), by }
}

const anySearch = fc.record(
  {
    search: fc.constantFrom('toyota', 'axio', 'land cruiser', 'x', 'fit hatchback', 'suv'),
    category: fc.constantFrom('SUV', 'sedan', 'Hatchback'),
    location: fc.constantFrom('Nairobi', 'mombasa', 'Kitale', 'Nyali, Mombasa'),
    seats: fc.constantFrom('2', '5', '7', '7+'),
    transmission: fc.constantFrom('automatic', 'manual'),
    fuel: fc.constantFrom('petrol', 'electric'),
    minPrice: fc.constantFrom(0, 2_000_000, 5_000_000),
    maxPrice: fc.constantFrom(3_000_000, 10_000_000, 11_000_000),
    minYear: fc.constantFrom(1990, 2000, 2010),
    maxYear: fc.constantFrom(1995, 2015, 2030),
    minMileage: fc.constantFrom(0, 80_000),
    maxMileage: fc.constantFrom(120_000, 300_000),
    sort: fc.constantFrom('price-low', 'price-high', 'mileage', 'year', 'newest'),
    page: fc.constantFrom(1, 2, 5),
    limit: fc.constantFrom(3, 12, 30),
  },
  { requiredKeys: ['limit'] },
) as fc.Arbitrary<ListingSearch & { limit: number }>

async function expectAsNaive(search: ListingSearch & { limit: number }) {
  const { all, found, by } = await naive(search)
  const reply = await market.call('GET /api/sell/list', { query: search as never })
  expect(reply.counts).toEqual({ verified: all.length, available: all.filter((row) => row.available).length })
  const { page = 1, limit } = search
  const pages = Math.ceil(found.length / limit)
  expect(reply.pagination).toEqual({ page, limit, total: found.length, pages })
  const ids = new Set(found.map(({ id }) => id))
  const got = reply.data.map(({ _id }) => _id)
  expect(got.every((id) => ids.has(id))).toBe(true)
  const expected = found.slice((page - 1) * limit, page * limit)
  expect(got).toHaveLength(expected.length)
  // Words without an order are sorted by how well they fit.
  if (search.search && !search.sort) return
  const byId = new Map(found.map((row) => [row.id, row]))
  const keys = got.flatMap((id) => byId.get(id) ?? []).map(by)
  expect(keys).toEqual(expected.map(by))
}

describe.each([
  { by: 'the database', env: { SEARCH_INDEX_MB: '0' } },
  { by: 'the index', env: { SEARCH_INDEX_FROM: '1' } },
])('the cars on show, found by $by,', ({ by, env }) => {
  beforeAll(async () => {
    market = await openTestMarket({ env: { RATE_LIMIT: 'off', ...env } })
    await listLiveCar(market, await market.signUp())
    for (const category of ['SUV', 'Sedan', 'Luxury']) await addCategory(market.db, category)
    await addLocation(market.db, 'Nyali, Mombasa', 'Mombasa')
    await market.deps.listingSearch.start()
  })
  afterAll(async () => {
    const { index } = market.deps.listingSearch.status().answers
    await market.close()
    expect([by, index > 0]).toEqual([by, by === 'the index'])
  })

  for (const [many, rounds] of [
    [300, { full: 100, few: 25 }],
    [2200, { full: 40, few: 10 }],
  ] as const)
    trial(`are found, counted and ordered as if each of ${many} were looked at`, rounds, async (given) => {
      await addCarsForSale(market, many)
      const { rounds: numRuns, seed } = given
      await fc.assert(fc.asyncProperty(anySearch, expectAsNaive), { numRuns, seed })
    })

  test('are counted exactly up to a bound; beyond it, the answer says that there are more', async () => {
    const { found } = await naive({})
    const countedTo = async (mostCounted: number) => {
      const query = { filter: {}, now: market.clock.now(), limit: 12, offset: 0, mostCounted }
      const { keys, ...counted } = await findPublicListingPage(market.db, query)
      return { shown: keys.length, ...counted }
    }
    const all = { shown: 12, total: found.length }
    expect(found.length).toBeGreaterThan(1_001)
    expect(await countedTo(1_001)).toEqual({ shown: 12, total: 1_001, orMore: true })
    expect(await countedTo(found.length - 1)).toEqual({ shown: 12, total: found.length - 1, orMore: true })
    expect(await countedTo(found.length)).toEqual({ ...all, orMore: false })
    expect(await countedTo(found.length + 1)).toEqual({ ...all, orMore: false })
  })

  test('are all turned over, each once, by whoever turns the pages', async () => {
    for (const sort of ['price-high', 'year'] as const) {
      const { found } = await naive({ sort })
      const seen: string[] = []
      for (let page = 1; seen.length < found.length; page += 1) {
        const { data } = await market.call('GET /api/sell/list', {
          query: { sort, page, limit: 100 } as never,
        })
        seen.push(...data.map(({ _id }) => _id))
        if (data.length === 0) break
      }
      expect(new Set(seen).size).toBe(found.length)
      expect(seen).toHaveLength(found.length)
    }
  })

  test('are found by a misspelt name too, but only where nothing is called by it', async () => {
    const found = async (search: string) =>
      new Set(
        (await market.call('GET /api/sell/list', { query: { search, limit: 100 } as never })).data.map(
          ({ name }) => name,
        ),
      )
    expect(await found('toyta prdo')).toEqual(new Set(['Toyota Land Cruiser Prado']))
    expect(await found('nisan')).toEqual(new Set(['Nissan Note']))
    expect(await found('xyzzy')).toEqual(new Set())
    const { pagination } = await market.call('GET /api/sell/list', {
      query: { search: 'toyta', limit: 3 } as never,
    })
    expect(pagination?.total).toBe((await naive({ search: 'toyota' })).found.length)
  })

  test('are the newest thousand for whoever asks for nothing, with the number of all and the way to the others', async () => {
    const { all } = await naive({})
    expect(all.length).toBeGreaterThan(1_000)
    type Answer = { data: { _id: string }[]; total: number; counts: { verified: number } }
    const ask = async (url: string) => {
      const answer = await market.app.inject({ url })
      const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
      return { next, answer: answer.json<Answer>() }
    }
    const { next, answer } = await ask('/api/sell/list')
    expect(answer.data).toHaveLength(1_000)
    expect([answer.total, answer.counts.verified]).toEqual([all.length, all.length])
    // The same from the cache.
    expect(await ask('/api/sell/list')).toEqual({ next, answer })
    const first = await market.call('GET /api/sell/list', { query: { limit: 20 } as never })
    expect(answer.data.slice(0, 20)).toEqual(first.data)
    const ids = answer.data.map(({ _id }) => _id)
    for (let url = next; url; ) {
      const page = await ask(url)
      ids.push(...page.answer.data.map(({ _id }) => _id))
      url = page.next
    }
    expect(ids).toHaveLength(all.length)
    expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)))
  })

  test('lead to no further page where all were sent, though an older count says more', () => {
    expect([pageAfter(998, 1_000), pageAfter(1_000, 1_000), pageAfter(1_000, 1_001)]).toEqual([
      undefined,
      undefined,
      11,
    ])
  })

  test('lead on beyond the page up to which they were counted, until one is not full', () => {
    const counted = { limit: 100, total: 5_000, pages: 50 }
    const leads = (page: number, rows: number, orMore = true) => leadsOn({ ...counted, page, orMore }, rows)
    expect([leads(49, 100), leads(50, 100), leads(51, 100), leads(52, 50), leads(53, 0)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(leads(50, 100, false)).toBe(false)
  })

  test('leave by the clock alone, from lists and counts', async () => {
    const unasked = { limit: 12 }
    for (let step = 0; step < 6; step += 1) {
      market.clock.advance(3 * DAY_MS + 1234)
      // What was answered before is kept for half a minute of real time; the count is right at once.
      market.deps.changeFeed.changed('cars')
      await expectAsNaive({ ...unasked, minPrice: 1_000_000 + step })
    }
  })

  test('come and go with every change, whoever makes it, and are forgotten in the end', async () => {
    const pausedWhenUnverified = sql`paused_at = case when status <> 'expired' then now() end`
    const changes = [
      sql`update listings set status = 'suspended', paused_at = now() where number % 5 = 0`,
      sql`update listings set verified_at = null, review_since = now(), ${pausedWhenUnverified} where number % 7 = 0`,
      sql`update listings set deleted_at = now() where number % 11 = 0`,
      sql`update listings set status = 'active', available = true, expires_at = expires_at + interval '60 days',
        paused_at = case when verified_at is null then now() end where number % 5 = 1`,
      sql`update listings set price = 1234567, name = 'Peugeot 504' where number % 5 = 2`,
      sql`update categories set name = 'Great SUV' where name = 'SUV'`,
    ]
    for (const change of changes) {
      await change.execute(market.db)
      await continueCategoryRenames(market.deps)
      changed()
      await expectAsNaive({ limit: 12 })
      await expectAsNaive({ limit: 12, search: 'great', sort: 'year' })
      await expectAsNaive({ limit: 12, search: 'peugeot', sort: 'newest' })
    }
    market.clock.advance(400 * DAY_MS)
    await expireListings(market.deps)
    const { rows } = await sql`select from public_listings`.execute(market.db)
    expect(rows).toEqual([])
  })
})
