import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { rateCar } from '../cars/save-car.ts'
import type { Noun } from '../db/change-feed.ts'
import { createDeps } from '../start/open-market.ts'
import { appWithFinishedAnswers } from '../testing/app-with-finished-answers.ts'
import { addCar } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { byteCache, dropOldBytes } from './byte-cache.ts'
import { cacheAnswers } from './cache-answers.ts'

let market: TestMarket
let carId = ''
beforeAll(async () => {
  market = await openTestMarket()
  carId = await addCar(market.db, { name: 'Toyota Axio' })
  for (let number = 0; number < 8; number += 1) await addCar(market.db, { name: `Honda Fit ${number}` })
})
afterAll(() => market.close())

const get = (url: string, headers: Record<string, string> = {}) => market.app.inject({ url, headers })

/** Changes what is kept without telling anybody: whoever still answers the old price answers from memory. */
async function changePriceInSecret(price: number) {
  // The application's own role may not do this.
  await market.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await sql`alter table cars disable trigger cars_change_is_notified`.execute(tx)
      await tx.updateTable('cars').set({ price_per_day: price }).where('id', '=', carId).execute()
      await sql`alter table cars enable trigger cars_change_is_notified`.execute(tx)
    }),
  )
}

const priceIn = async (app: TestMarket['app'], url = `/api/car/get/${carId}`) =>
  (await app.inject({ url })).json().data.price

/** Waits until this process has heard of everything committed so far. */
async function untilHeard() {
  const heard = new Promise<void>((resolve) => {
    market.deps.changeFeed.on((noun) => noun === 'shop' && resolve())
  })
  await sql`select pg_notify('twende_changed', 'shop')`.execute(market.db)
  await heard
}

test('an answer comes from memory until what it shows changes', async () => {
  await untilHeard()
  expect(await priceIn(market.app)).toBe(4_500)
  await changePriceInSecret(4_700)
  expect(await priceIn(market.app)).toBe(4_500)
  market.deps.changeFeed.changed('content')
  expect(await priceIn(market.app)).toBe(4_700)
})

test('a change is seen at once in this process and soon in every other', async () => {
  const { deps, close } = await createDeps({ ...market.deps })
  const other = await createApp(deps)
  await Promise.all([priceIn(market.app), priceIn(other)])
  for (const price of [5_000, 5_100, 5_200]) {
    await market.db.updateTable('cars').set({ price_per_day: price }).where('id', '=', carId).execute()
    await expect.poll(() => priceIn(market.app)).toBe(price)
    await expect.poll(() => priceIn(other)).toBe(price)
  }
  await other.close()
  await close()
})

test('a change that is rolled back is no change', async () => {
  const heard: string[] = []
  await untilHeard()
  const stop = market.deps.changeFeed.on((noun) => heard.push(noun))
  await market.db
    .transaction()
    .execute(async (tx) => {
      await rateCar(tx, carId, 5)
      throw new Error('thought better of it')
    })
    .catch(() => {})
  await market.db.updateTable('locations').set({ position: 3 }).execute()
  await expect.poll(() => heard).toEqual(['content'])
  stop()
})

test('whoever has the answer already is told so', async () => {
  const first = await get('/api/car/list')
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const again = await get('/api/car/list', { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
  // Of the bytes that are not sent, it would tell the wrong length.
  expect(again.headers).not.toHaveProperty('content-length')
  expect(again.body).toBe('')
  market.deps.changeFeed.changed('cars')
  expect((await get('/api/car/list', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  await rateCar(market.db, carId, 5)
  market.deps.changeFeed.changed('cars')
  expect((await get('/api/car/list', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(200)
})

test('the bytes are compressed for those who take it, the same from memory as anew', async () => {
  for (const url of ['/api/car/list', '/api/car/list?sort=rating']) {
    market.deps.changeFeed.changed('cars')
    const plain = await get(url)
    for (const _ of ['anew', 'from memory']) {
      const packed = await get(url, { 'accept-encoding': 'gzip, br' })
      expect(packed.headers['content-encoding']).toBe('br')
      expect(packed.headers.vary).toContain('accept-encoding')
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    }
  }
})

test.each([100, 10_000, 100_000])('%d bytes of a search arrive as they are', async (length) => {
  const app = appWithFinishedAnswers()
  cacheAnswers(app, market.deps.changeFeed, { '/cars': { shows: ['cars'] } })
  const text = JSON.stringify({ name: 'Toyota Axio '.repeat(length / 12) })
  app.get('/cars', async (_request, reply) => reply.type('application/json').send(text))
  for (const _ of ['anew', 'from memory']) {
    const { headers, rawPayload } = await app.inject({
      url: '/cars?page=2',
      headers: { 'accept-encoding': 'br' },
    })
    const isCompressed = headers['content-encoding'] === 'br'
    expect(isCompressed).toBe(length > 1_000)
    expect((isCompressed ? brotliDecompressSync(rawPayload) : rawPayload).toString()).toBe(text)
  }
  await app.close()
})

test('a signed-in caller gets the same answer, and a refusal is never kept', async () => {
  const { token } = await market.signUp()
  const anybody = await get('/api/car/list')
  expect((await get('/api/car/list', { token })).body).toBe(anybody.body)
  const missing = '/api/car/get/018f0000-0000-7000-8000-000000000000'
  expect((await get(missing)).statusCode).toBe(404)
  expect((await get(missing)).headers.etag).toBeUndefined()
})

test('what nobody knows by name drops everything', async () => {
  await untilHeard()
  const before = await priceIn(market.app)
  await changePriceInSecret(before + 1)
  expect(await priceIn(market.app)).toBe(before)
  await sql`select pg_notify('twende_changed', 'spaceships')`.execute(market.db)
  await untilHeard()
  expect(await priceIn(market.app)).toBe(before + 1)
})

test('a list for dates is asked anew each time', async () => {
  const [startDate, endDate] = ['2030-01-10', '2030-01-12']
  market.clock.set(new Date('2030-01-01'))
  const url = `/api/car/list?startDate=${startDate}&endDate=${endDate}&search=Axio`
  const priceNow = async () => (await get(url)).json().data[0].price
  const before = await priceNow()
  await changePriceInSecret(before + 100)
  expect(await priceNow()).toBe(before + 100)
})

test('while nothing is heard from the database nothing comes from memory, and hearing comes back by itself', async () => {
  const before = await priceIn(market.app)
  const killer = new pg.Client(market.deps.connection)
  await killer.connect()
  const cut = () =>
    killer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'twende changes'",
    )
  await cut()
  await expect.poll(() => market.deps.changeFeed.isListening(), { interval: 1 }).toBe(false)
  await changePriceInSecret(before + 1)
  expect(await priceIn(market.app)).toBe(before + 1)
  await expect.poll(() => market.deps.changeFeed.isListening()).toBe(true)
  await priceIn(market.app)
  await market.db
    .updateTable('cars')
    .set({ price_per_day: before + 2 })
    .where('id', '=', carId)
    .execute()
  await expect.poll(() => priceIn(market.app)).toBe(before + 2)
  await killer.end()
})

test('an answer read before a change is not kept after it', async () => {
  const before = await priceIn(market.app)
  market.deps.changeFeed.changed('cars')
  const reading = await market.db.transaction().execute(async (tx) => {
    await sql`lock table cars in access exclusive mode`.execute(tx)
    const started = priceIn(market.app)
    const waiting = sql`select from pg_locks join pg_database on oid = database where datname = current_database() and not granted`
    await expect.poll(async () => (await waiting.execute(tx)).rows).toHaveLength(1)
    market.deps.changeFeed.changed('cars')
    return { started }
  })
  expect(await reading.started).toBe(before)
  await changePriceInSecret(before + 10)
  expect(await priceIn(market.app)).toBe(before + 10)
})

test('memory is bounded in bytes and age, and the longest unused goes first', async () => {
  const cache = byteCache<{ key: string }>({ maxBytes: 100, maxAgeMs: 20 })
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, { key }, { size: 25 })
  cache.get('a')
  cache.set('e', { key: 'e' }, { size: 25 })
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key)?.key)).toEqual(['a', undefined, 'c', 'd', 'e'])
  cache.set('huge', { key: 'huge' }, { size: 26 })
  expect(cache.get('huge')).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(cache.get('a')).toBeUndefined()
  // Asking for one drops that one; what nobody asks for is dropped when the program rests.
  expect(cache.size).toBe(3)
  expect(dropOldBytes()).toBeGreaterThanOrEqual(75)
  expect(cache.size).toBe(0)
})

const said = ['etag', 'cache-control', 'content-length', 'content-type', 'content-encoding', 'vary']

test('HEAD answers as GET does, without the bytes, from memory and not', async () => {
  const urls = ['/api/car/list', '/api/car/list?sort=rating', '/api/settings', '/api/car/get/nothing']
  for (const url of [`/api/car/get/${carId}`, ...urls]) {
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      market.deps.changeFeed.changed('cars')
      market.deps.changeFeed.changed('content')
      const ask = (method: 'GET' | 'HEAD') => market.app.inject({ method, url, headers })
      const heads = [await ask('HEAD'), await ask('HEAD')]
      const whole = await ask('GET')
      for (const head of heads) {
        expect([head.statusCode, head.body]).toEqual([whole.statusCode, ''])
        for (const name of said) expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
      }
    }
  }
  const { headers } = await get('/api/car/list')
  const again = { 'if-none-match': String(headers.etag) }
  const known = await market.app.inject({ method: 'HEAD', url: '/api/car/list', headers: again })
  expect(known.statusCode).toBe(304)
})

test('those who ask for the same at the same time are answered by one reading, unless its data changes meanwhile', async () => {
  let readings = 0
  let goOn = Promise.withResolvers<void>()
  const listeners = new Set<(noun: Noun) => void>()
  const feed = {
    on: (listener: (noun: Noun) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: (noun: Noun) => listeners.forEach((listener) => void listener(noun)),
    isListening: () => true,
    close: async () => {},
  }
  const app = appWithFinishedAnswers()
  cacheAnswers(app, feed, { '/cars': { shows: ['cars'] } })
  app.get('/cars', async (request) => {
    const reading = ++readings
    await goOn.promise
    if (request.headers.refuse) throw new Error('refused')
    return { reading }
  })
  const ask = (headers = {}) => app.inject({ url: '/cars', headers })
  const bodies = async (asked: ReturnType<typeof ask>[]) =>
    (await Promise.all(asked)).map((answer) =>
      answer.statusCode === 200 ? answer.json().reading : 'refused',
    )

  const early = [ask(), ask(), ask()]
  await expect.poll(() => readings).toBe(1)
  feed.changed('listings')
  const later = [ask()]
  await new Promise((resolve) => setImmediate(resolve))
  feed.changed('cars')
  const afterChange = [ask(), ask()]
  await expect.poll(() => readings).toBe(2)
  goOn.resolve()
  expect(await bodies([...early, ...later])).toEqual([1, 1, 1, 1])
  expect(await bodies(afterChange)).toEqual([2, 2])
  expect(await bodies([ask()])).toEqual([2])

  feed.changed('cars')
  goOn = Promise.withResolvers()
  const refused = ask({ refuse: 'yes' })
  await expect.poll(() => readings).toBe(3)
  const waiting = [ask(), ask()]
  goOn.resolve()
  expect(await bodies([refused])).toEqual(['refused'])
  for (const body of await bodies(waiting)) expect(body).toBeGreaterThan(3)
  await app.close()
})
