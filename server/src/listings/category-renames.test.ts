import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { listLiveCar, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { continueCategoryRenames } from './category-renames.ts'

const LISTINGS = 1_200

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff' })
  const listing = await listLiveCar(market, await market.signUp(), { category: 'Hatchback' })
  await sql`
    insert into listings (id, account_id, request_hash, name, make, model, description, category_id, location_id, price, seats,
      transmission, fuel_type, seller_rating, year, mileage, color, condition, ownership, contact_phone, contact_email,
      status, verified_at, verified_price, verified_version, months, live_at, expires_at, pending_since, created_at, updated_at)
    select gen_random_uuid(), account_id, request_hash, name, make, model, description, category_id, location_id, price, seats,
      transmission, fuel_type, seller_rating, year, mileage, color, condition, ownership, contact_phone, contact_email,
      status, verified_at, verified_price, verified_version, months, live_at, expires_at, pending_since, created_at, updated_at
    from listings cross join generate_series(2, ${LISTINGS}) where listings.id = ${listing._id}`.execute(
    market.db,
  )
})
afterAll(() => market.close())

async function category() {
  const params = { list: 'car-categories' } as const
  const { data } = await market.call('GET /api/admin/catalog/:list', { params }, staff)
  const found = data.find(({ uses }) => uses.listings > 0)
  if (!found) throw new Error('no category has listings')
  return found
}

async function rename(name: string) {
  const { _id, updatedAt } = await category()
  const path = `/api/admin/catalog/car-categories/${_id}/update`
  const answer = await postForm(market, path, { name, updatedAt }, { token: staff.token })
  expect(answer.statusCode).toBe(200)
}

async function countWith(text: string): Promise<number> {
  const { rows } = await sql<{ listings: number }>`
    select count(*)::int as listings from listings join public_listings on listing_id = listings.id
    where listings.search_text like ${`%${text}`} and public_listings.search_text like ${`%${text}`}`.execute(
    market.db,
  )
  return rows[0]?.listings ?? 0
}

/** Ends the connection that is writing listings, as the death of the process does; undefined while there is none. */
async function breakStep(): Promise<boolean> {
  const client = new pg.Client({ ...inject('postgres'), user: 'postgres', database: 'postgres' })
  await client.connect()
  const { rowCount } = await client
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where state = 'active' and query like 'update listings set category_id%'`,
    )
    .finally(() => client.end())
  return rowCount !== null && rowCount > 0
}

test('a new name of a category with many listings locks none of them, and each is found by the former name until its turn', async () => {
  await rename('City car')
  expect((await category()).renaming).toEqual({ done: 0, total: LISTINGS })
  expect([await countWith('hatchback'), await countWith('city car')]).toEqual([LISTINGS, 0])

  const running = continueCategoryRenames(market.deps).catch((error: unknown) => error)
  await expect.poll(breakStep, { interval: 1 }).toBe(true)
  expect(await running).toBeInstanceOf(Error)
  const written = await countWith('city car')
  expect(written).toBeLessThan(LISTINGS)
  expect((await category()).renaming).toEqual({ done: written, total: LISTINGS })
  expect(await countWith('hatchback')).toBe(LISTINGS - written)

  await continueCategoryRenames(market.deps)
  expect((await category()).renaming).toBeNull()
  expect([await countWith('hatchback'), await countWith('city car')]).toEqual([0, LISTINGS])
})

test('two processes that go on with a rename, and a second rename meanwhile, end with the last name everywhere', async () => {
  await rename('Supermini')
  const running = [continueCategoryRenames(market.deps), continueCategoryRenames(market.deps)]
  await rename('Compact')
  await Promise.all(running)
  await continueCategoryRenames(market.deps)
  expect((await category()).renaming).toBeNull()
  expect(await countWith('compact')).toBe(LISTINGS)
})
