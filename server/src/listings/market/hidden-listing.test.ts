import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { rateLimits } from '../../http/limits/rate-limit.ts'
import type { Person } from '../../testing/people.ts'
import { createListing, drawPhoto, listLiveCar, moveListingOn, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

const DAY_MS = 86_400_000

let market: TestMarket
let seller: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp()
})
afterAll(() => market.close())

/** What caches are told of while `work` runs: notifications arrive in the order of the commits. */
async function toldDuring(work: () => Promise<unknown>): Promise<string[]> {
  const told: string[] = []
  const after = async (noun: 'cars' | 'shop') => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = market.deps.changeFeed.on((heard) => heard === noun && resolve())
    await sql`select pg_notify('twende_changed', ${noun})`.execute(market.db)
    await promise
    stop()
  }
  await after('cars')
  const stop = market.deps.changeFeed.on((noun) => void told.push(noun))
  await work()
  await after('shop')
  stop()
  return [...new Set(told)].filter((noun) => noun !== 'shop')
}

const update = async (id: string, fields: Record<string, string | number | Blob>) => {
  const answer = await postForm(market, '/api/sell/update', { id, ...fields }, seller)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const toggle = (id: string) => market.call('POST /api/sell/toggle-availability', { body: { id } }, seller)

async function editAtWill(id: string) {
  await update(id, { description: `Serviced on time, ${Math.random()}`, price: 1_200_000, mileage: 80_000 })
  await update(id, { image1: await drawPhoto() })
}

describe('a listing that nobody sees', () => {
  test('empties no cache when it is made, edited, paid for or marked', async () => {
    let id = ''
    const make = async () => {
      id = (await createListing(market, seller))._id
    }
    expect(await toldDuring(make)).toEqual(['content'])
    expect(await toldDuring(() => editAtWill(id))).toEqual([])
    expect(await toldDuring(() => toggle(id))).toEqual([])
    await moveListingOn(market, id, 'paid')
    expect(await toldDuring(() => editAtWill(id))).toEqual([])
  })

  test('empties none either when it is suspended, or over', async () => {
    const suspended = (await createListing(market, seller))._id
    await moveListingOn(market, suspended, 'suspended')
    expect(await toldDuring(() => editAtWill(suspended))).toEqual([])
    const over = (await listLiveCar(market, seller))._id
    const status = { status: 'expired' }
    expect(await toldDuring(() => change(over, status))).toEqual(['listings'])
    expect(await toldDuring(() => editAtWill(over))).toEqual([])
  })
})

const change = (id: string, set: Record<string, unknown>) =>
  market.db.updateTable('listings').set(set).where('id', '=', id).execute()

test('caches are told of everything that changes what buyers see', async () => {
  const { _id: id } = await createListing(market, seller)
  const staff = await market.signUp({ role: 'staff' })
  const params = { listingId: id }
  expect(await toldDuring(() => moveListingOn(market, id, 'live'))).toEqual(['listings'])
  expect(await toldDuring(() => toggle(id))).toEqual(['listings'])
  expect(await toldDuring(() => toggle(id))).toEqual(['listings'])
  for (const set of [{ price: 1_300_000 }, { rating: 4.2 }, { description: 'ONE OWNER, serviced on time.' }])
    expect([set, await toldDuring(() => update(id, set))]).toEqual([set, ['listings']])
  // What waits for staff is not seen; once verified, it is.
  expect(await toldDuring(async () => update(id, { image1: await drawPhoto() }))).toEqual([])
  const approve = async () => {
    const edit = await market.db
      .selectFrom('listing_edits')
      .select('id')
      .where('listing_id', '=', id)
      .executeTakeFirstOrThrow()
    const body = { editId: edit.id }
    await market.call('POST /api/admin/listing/:listingId/approve-edit', { params, body }, staff)
  }
  expect(await toldDuring(approve)).toEqual(['listings'])
  const ban = (banned_at: Date | null) =>
    market.db.updateTable('accounts').set({ banned_at }).where('id', '=', seller.accountId).execute()
  expect(await toldDuring(() => ban(market.clock.now()))).toEqual(['listings'])
  expect(await toldDuring(() => ban(null))).toEqual(['listings'])
  const remove = () => market.call('POST /api/sell/remove', { body: { id } }, seller)
  expect(await toldDuring(remove)).toEqual(['listings'])
})

describe('the history of a listing', () => {
  const historyOf = (id: string) =>
    market.db.selectFrom('listing_history').selectAll().where('listing_id', '=', id).orderBy('id').execute()

  test('keeps edits that follow each other within a day as one', async () => {
    const { _id: id } = await createListing(market, seller)
    const before = (await historyOf(id)).length
    for (let number = 0; number < 8; number += 1) {
      market.clock.advance(60_000)
      await update(id, { description: `Words ${number}` })
    }
    const history = await historyOf(id)
    expect(history).toHaveLength(before + 1)
    expect(history.at(-1)).toMatchObject({ actor: 'owner', code: 'edited' })
    market.clock.advance(DAY_MS)
    await update(id, { description: 'Words of another day' })
    expect(await historyOf(id)).toHaveLength(before + 2)
  })

  test('grows by at most thirty rows a day by what its seller repeats, and says that there was more', async () => {
    const { _id: id } = await createListing(market, seller)
    const before = (await historyOf(id)).length
    market.clock.advance(DAY_MS)
    for (let number = 0; number < 35; number += 1) await toggle(id)
    const history = await historyOf(id)
    expect(history).toHaveLength(before + 30)
    expect(history.at(-1)).toMatchObject({ code: 'changes_omitted', actor: 'owner' })
    await market.call('POST /api/sell/remove', { body: { id } }, seller)
    expect((await historyOf(id)).at(-1)).toMatchObject({ code: 'deleted' })
  })
})

test('a seller marks cars at most sixty times an hour, so that pages are not drawn anew without end', async () => {
  const app = await createApp({ ...market.deps, checkRateLimit: rateLimits(market.deps) })
  const { _id: id } = await createListing(market, seller)
  const { token } = seller
  const mark = async () => {
    const request = { method: 'POST', url: '/api/sell/toggle-availability', headers: { token } } as const
    return (await app.inject({ ...request, payload: { id, available: true } })).statusCode
  }
  for (let number = 0; number < 60; number += 1) expect(await mark()).toBe(200)
  expect(await mark()).toBe(429)
})
