import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { ListingSearch as Filter } from '@twende/contract/listings/listing-search.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addCarsForSale } from '../../testing/cars-for-sale.ts'
import { addCategory, addLocation } from '../../testing/fleet.ts'
import { listLiveCar } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { findPriceGuides } from '../market/price-guide-store.ts'
import { countPublicListings } from '../market/public-listing-store.ts'
import { countFilterChoices, searchListings } from '../market/search-listings.ts'
import { createListingSearch, type ListingSearch, startWorker } from './listing-search.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off', SEARCH_INDEX_FROM: '1' } })
  await listLiveCar(market, await market.signUp())
  for (const category of ['SUV', 'Sedan', 'Luxury']) await addCategory(market.db, category)
  await addLocation(market.db, 'Nyali, Mombasa', 'Mombasa')
  await addCarsForSale(market, 700)
  await market.deps.listingSearch.start()
})
afterAll(() => market.close())

const opened: ListingSearch[] = []
afterEach(async () => {
  for (const search of opened.splice(0)) await search.close()
})

/** Another index of the same database, as another process has it. */
async function openIndex(given: { fromListings?: number; maxBytes?: number; threads?: Worker[] } = {}) {
  const { fromListings = 1, maxBytes = 2 ** 30, threads } = given
  const { db, connection, logger } = market.deps
  const search = createListingSearch({
    db,
    connection,
    logger,
    fromListings,
    maxBytes,
    startThread: (options) => {
      const thread = startWorker(options)
      threads?.push(thread)
      return thread
    },
  })
  opened.push(search)
  await search.start()
  return search
}

const none: Pick<ListingSearch, 'find'> = { find: async () => undefined }

/** What a search shows: by an index, or by the database without one. */
async function shown(filter: Filter, index: Pick<ListingSearch, 'find'>) {
  const deps = { ...market.deps, listingSearch: { ...market.deps.listingSearch, ...index } }
  const { data, ...rest } = await searchListings(deps, filter, {
    publicCounts: (now) => countPublicListings(market.db, now),
    findPriceGuides: (kinds, now) => findPriceGuides(market.db, kinds, now),
  })
  return { ids: data.map(({ _id }) => _id), ...rest, choices: await countFilterChoices(deps, filter) }
}

async function expectSame(filter: Filter, index: ListingSearch = market.deps.listingSearch) {
  expect(await expectSameOfEither(filter, index)).toBe('index')
}

/** As `expectSame`, of indexes that are asked at once. */
async function expectSameOfEach(filter: Filter, indexes: readonly ListingSearch[]) {
  const answered = () => indexes.map((index) => index.status().answers.index)
  const before = answered()
  const [expected, ...answers] = await Promise.all([none, ...indexes].map((index) => shown(filter, index)))
  for (const answer of answers) expect(answer).toEqual(expected)
  expect(answered()).toEqual(before.map((count) => count + 2))
}

/** As `expectSame`, also while the index is filled again and the database answers. */
async function expectSameOfEither(filter: Filter, index: ListingSearch = market.deps.listingSearch) {
  const answersBefore = index.status().answers.index
  expect(await shown(filter, index)).toEqual(await shown(filter, none))
  return index.status().answers.index === answersBefore + 2 ? 'index' : 'database'
}

const words = [
  'toyota',
  'axio',
  'land',
  'cruiser',
  'prado',
  'mazda',
  'cx',
  '5',
  'honda',
  'fit',
  'suv',
  'hatchback',
  'x',
]
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
/** A word, its beginning, or the word with a letter that is wrong, missing or added. */
const typedWord = fc
  .tuple(
    fc.constantFrom(...words),
    fc.constantFrom('as is', 'as is', 'begins', 'wrong', 'missing', 'added'),
    fc.nat(),
    letter,
  )
  .map(([word, how, at, typed]) => {
    const place = at % word.length
    if (how === 'begins') return word.slice(0, place + 1)
    if (how === 'wrong') return word.slice(0, place) + typed + word.slice(place + 1)
    if (how === 'missing') return word.slice(0, place) + word.slice(place + 1)
    return how === 'added' ? word.slice(0, place) + typed + word.slice(place) : word
  })
const anyFilter = fc.record(
  {
    search: fc.array(typedWord, { minLength: 1, maxLength: 3 }).map((typed) => typed.join(' ')),
    category: fc.constantFrom('SUV', 'sedan', 'Hatchback', 'Nothing'),
    location: fc.constantFrom('Nairobi', 'mombasa', 'Kitale', 'Nyali, Mombasa'),
    seats: fc.constantFrom('2', '5', '7', '7+'),
    transmission: fc.constantFrom('automatic', 'manual'),
    fuel: fc.constantFrom('petrol', 'electric'),
    minPrice: fc.integer({ min: 0, max: 13_000_000 }),
    maxPrice: fc.integer({ min: 0, max: 13_000_000 }),
    minYear: fc.integer({ min: 1985, max: 2025 }),
    maxYear: fc.integer({ min: 1985, max: 2025 }),
    minMileage: fc.integer({ min: 0, max: 400_000 }),
    maxMileage: fc.integer({ min: 0, max: 400_000 }),
    sort: fc.constantFrom('price-low', 'price-high', 'mileage', 'year', 'newest'),
    page: fc.integer({ min: 1, max: 60 }),
    limit: fc.constantFrom(3, 12, 30),
  },
  { requiredKeys: ['limit'] },
) as fc.Arbitrary<Filter>

const changes = [
  sql`update listings set verified_price = price`,
  sql`update listings set price = price + number % 900 * 100 where number % 5 = 2`,
  sql`update listings set status = 'suspended', paused_at = now() where number % 17 = 3`,
  sql`update listings set status = 'sold', available = false, sold_at = now() where number % 13 = 4 and status = 'active'`,
  sql`update listings set deleted_at = now() where number % 19 = 5`,
  sql`update listings set verified_at = null, review_since = now(),
    paused_at = case when status <> 'expired' then now() end where number % 23 = 6`,
  sql`update listings set name = 'Peugeot 504 Estate' where number % 11 = 7`,
  sql`update listings set name = 'Peugeot 505' where number % 29 = 8`,
  sql`update categories set name = 'Great SUV', former_names = array['suv'] where name = 'SUV'`,
  sql`update locations set name = 'Bamburi', former_names = array['nyali, mombasa'] where name = 'Nyali, Mombasa'`,
  sql`update accounts set banned_at = now()`,
  sql`update accounts set banned_at = null`,
  sql`delete from public_listings where year < 1995`,
]

describe('the index equals the database', () => {
  trial('for any search', { full: 150, few: 40 }, async ({ rounds, seed }) => {
    await fc.assert(
      fc.asyncProperty(anyFilter, (filter) => expectSame(filter)),
      { numRuns: rounds, seed },
    )
  })

  trial(
    'right after any change that was committed, in each of several processes',
    { full: 5, few: 2 },
    async ({ rounds, seed }) => {
      const others = [await openIndex(), await openIndex()]
      for (const change of changes) {
        await change.execute(market.db)
        for (const filter of [
          {},
          { search: 'peugot' },
          { category: 'suv' },
          { location: 'nyali, mombasa' },
        ]) {
          await expectSameOfEach({ ...filter, limit: 20 }, [market.deps.listingSearch, ...others])
        }
        await fc.assert(
          fc.asyncProperty(anyFilter, (filter) => expectSame(filter)),
          { numRuns: rounds, seed },
        )
      }
    },
  )

  test('when time alone ends listings', async () => {
    for (let step = 0; step < 5; step += 1) {
      market.clock.advance(4 * 86_400_000 + 1_234)
      await expectSame({ limit: 12, sort: 'price-low' })
      await expectSame({ limit: 12, search: 'axio' })
    }
    await addCarsForSale(market, 250)
  })

  test('for a change that is committed after thousands of later ones', async () => {
    const begun = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const first = sql`(select listing_id from public_listings order by listing_id limit 1)`
    const late = market.db.transaction().execute(async (tx) => {
      await sql`update listings set name = 'Late Lada' where id = ${first}`.execute(tx)
      begun.resolve()
      await commit.promise
    })
    await begun.promise
    for (let round = 0; round < 3; round += 1) {
      await sql`update public_listings set price = price + 1 where listing_id <> ${first}`.execute(market.db)
      await expectSame({ search: 'lada', limit: 12 })
    }
    commit.resolve()
    await late
    expect((await shown({ search: 'lada', limit: 12 }, market.deps.listingSearch)).pagination.total).toBe(1)
    await expectSame({ search: 'lada', limit: 12 })
  })

  trial('after so many changes that it was built anew', { full: 20, few: 6 }, async ({ rounds, seed }) => {
    const filled = () => market.logged.filter((line) => line.includes('the search index is filled"')).length
    const before = filled()
    const filter = { limit: 12, sort: 'price-high' } as const
    for (let round = 0; filled() === before; round += 1) {
      expect(round).toBeLessThan(100)
      // What no index of the table holds is changed in a tenth of the time.
      await sql`update public_listings set available = not available`.execute(market.db)
      await expectSameOfEither(filter)
    }
    await until(async () => (await expectSameOfEither(filter)) === 'index')
    await fc.assert(
      fc.asyncProperty(anyFilter, (filter) => expectSame(filter)),
      { numRuns: rounds, seed },
    )
  })
})

async function until(isDone: () => boolean | Promise<boolean>) {
  const end = Date.now() + 120_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('it does not come about')
    await sleep(20)
  }
}

describe('without an index, the database answers', () => {
  test('while it is filled, and after its thread has ended, until another has taken its place', async () => {
    const threads: Worker[] = []
    const index = await openIndex({ threads })
    await expectSame({ limit: 12 }, index)
    const asked = shown({ limit: 12 }, index)
    await threads[0]?.terminate()
    expect(await asked).toEqual(await shown({ limit: 12 }, none))
    expect(index.status()).toMatchObject({ state: 'off', bytes: 0 })
    const before = index.status().answers
    expect(await shown({ limit: 12 }, index)).toEqual(await shown({ limit: 12 }, none))
    expect(index.status().answers).toEqual({ ...before, database: before.database })
    await until(() => index.status().state === 'ready')
    expect(threads).toHaveLength(2)
    await expectSame({ limit: 12 }, index)
  })

  test('while the connection to the database is broken', async () => {
    const index = await openIndex()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twende search' and datname = current_database()`.execute(
      market.db,
    )
    await until(() => index.status().state === 'filling')
    expect(await shown({ limit: 12 }, index)).toEqual(await shown({ limit: 12 }, none))
    await until(() => index.status().state === 'ready')
    await expectSame({ limit: 12 }, index)
  })

  test('in a small market, which needs no memory for an index', async () => {
    const threads: Worker[] = []
    const { verified } = await countPublicListings(market.db, new Date(0))
    const small = await openIndex({ fromListings: verified + 1, threads })
    expect(small.status()).toMatchObject({ state: 'off', bytes: 0 })
    expect(threads).toEqual([])
    expect(await shown({ limit: 12 }, small)).toEqual(await shown({ limit: 12 }, none))
    const large = await openIndex({ fromListings: verified, threads })
    expect(large.status().state).toBe('ready')
    await sql`delete from public_listings where listing_id in (select listing_id from public_listings limit ${Math.ceil(verified * 0.6)})`.execute(
      market.db,
    )
    await large.start()
    expect(large.status()).toMatchObject({ state: 'off', bytes: 0 })
    expect(await shown({ limit: 12 }, large)).toEqual(await shown({ limit: 12 }, none))
  })

  test('where the index would take more memory than it may', async () => {
    const index = await openIndex({ maxBytes: 1_000 })
    expect(index.status()).toMatchObject({ state: 'too-large', bytes: 0 })
    expect(await shown({ limit: 12 }, index)).toEqual(await shown({ limit: 12 }, none))
  })
})
