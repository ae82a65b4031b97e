import { get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PageCache } from '../pages/page-cache.ts'
import { appWithFinishedAnswers } from '../testing/app-with-finished-answers.ts'
import { addCar } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import type { FinishedAnswerEnd } from './finished-answers.ts'

let market: TestMarket
let base = ''
let carId = ''
const ended: FinishedAnswerEnd[] = []

beforeAll(async () => {
  market = await openTestMarket()
  carId = await addCar(market.db, { name: 'Toyota Axio' })
  for (let number = 0; number < 8; number += 1) await addCar(market.db, { name: `Honda Fit ${number}` })
  market.app.finishedAnswers.onEnd((end) => ended.push(end))
  base = await market.app.listen({ port: 0, host: '127.0.0.1' })
  // The changes above are heard later than they are committed.
  const heard = new Promise<void>((resolve) => {
    market.deps.changeFeed.on((noun) => noun === 'shop' && resolve())
  })
  await sql`select pg_notify('twende_changed', 'shop')`.execute(market.db)
  await heard
})
afterAll(() => market.close())
beforeEach(() => {
  market.deps.changeFeed.changed('cars')
  market.deps.drain.isDraining = false
  ended.length = 0
})

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }

/** Over a real connection and without decompressing. */
async function ask(path: string, headers: Record<string, string> = {}, from = base): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  get(`${from}${path}`, { headers }, async (response) => {
    const { statusCode: status, headers: of } = response
    resolve({ status, headers: of, body: await buffer(response) })
  }).on('error', reject)
  return promise
}

const withoutDate = ({ headers: { date, ...headers }, ...answer }: Answer) => ({ ...answer, headers })
/** Asks until the answer is a finished one: that is known only after the answer before it was sent. */
async function askFinished(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  for (let time = 0; time < 50; time += 1) {
    const before = finished()
    const answer = await ask(path, headers)
    await new Promise((resolve) => setImmediate(resolve))
    if (finished() > before) return answer
  }
  throw new Error('no answer was a finished one')
}

const finished = () => ended.filter(({ how }) => how === 'answered').length

test.each(['/api/car/list', '/api/car/list?page=1&limit=4', '/api/category/list', '/api/settings', 'a car'])(
  'a finished answer is to the byte what Fastify sends: %s',
  async (name) => {
    const path = name === 'a car' ? `/api/car/get/${carId}` : name
    market.deps.changeFeed.changed('content')
    for (const headers of [{}, { 'accept-encoding': 'gzip, br' }]) {
      const read = withoutDate(await ask(path, headers))
      const cached = withoutDate(await ask(path, headers))
      const third = withoutDate(await askFinished(path, headers))
      expect(read.status).toBe(200)
      expect(read.headers).toHaveProperty('content-security-policy')
      expect([cached, third]).toEqual([read, read])
      const text = third.headers['content-encoding'] === 'br' ? brotliDecompressSync(third.body) : third.body
      expect(JSON.parse(text.toString())).toMatchObject({ success: true })
    }
  },
)

test('what is not a plain read of everybody’s answer is left to Fastify', async () => {
  const path = '/api/car/list'
  const { headers } = await askFinished(path)
  const before = finished()
  expect(await ask(path, { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304 })
  expect(await ask(path, { 'if-none-match': 'W/"another"' })).toMatchObject({ status: 200 })
  expect((await fetch(`${base}${path}`, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${base}${path}`, { method: 'POST' })).status).toBe(404)
  expect(await ask(path, { 'content-length': '0' })).toMatchObject({ status: 200 })
  market.deps.drain.isDraining = true
  expect((await ask(path)).headers.connection).toBe('close')
  expect(finished()).toBe(before)
})

test('a change ends a finished answer', async () => {
  const path = `/api/car/get/${carId}`
  const price = async () => JSON.parse((await ask(path)).body.toString()).data.price
  await askFinished(path)
  expect(await price()).toBe(4_500)
  await market.db.updateTable('cars').set({ price_per_day: 4_900 }).where('id', '=', carId).execute()
  await expect.poll(price).toBe(4_900)
  for (let time = 0; time < 3; time += 1) expect(await price()).toBe(4_900)
})

test('every answer of a cache is counted by its route', async () => {
  const { token } = await market.signUp({ role: 'admin' })
  const count = async () => {
    const { body } = await market.app.inject({ url: '/metrics', headers: { token } })
    return Number(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/location\/list",status="200"\} (\d+)/.exec(
        body,
      )?.[1] ?? 0,
    )
  }
  const before = await count()
  await askFinished('/api/location/list')
  const during = await count()
  expect(during).toBeGreaterThan(before)
  for (let time = 0; time < 5; time += 1) await ask('/api/location/list')
  await expect.poll(count).toBe(during + 5)
})

test('requests that one connection sends at once are all answered, in their order', async () => {
  const path = `/api/car/get/${carId}`
  await askFinished(path)
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  const paths = [path, '/api/health/live', path, '/api/category/list', path]
  const close = (at: number) => (at === paths.length - 1 ? 'connection: close\r\n' : '')
  socket.write(paths.map((of, at) => `GET ${of} HTTP/1.1\r\nhost: x\r\n${close(at)}\r\n`).join(''))
  const text = (await buffer(socket)).toString()
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(5)
  expect(text.match(/Toyota Axio/g)).toHaveLength(3)
  await expect.poll(() => market.app.finishedAnswers.running()).toBe(0)
})

test('a client that leaves before it has read is not waited for', async () => {
  const path = '/api/car/list?limit=8'
  await askFinished(path)
  const words = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
  for (let time = 0; time < 30; time += 1) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(words.repeat(1 + (time % 3)), () => socket.destroy())
  }
  await expect.poll(() => finished() + ended.filter(({ how }) => how === 'aborted').length).toBeGreaterThan(0)
  await expect.poll(() => market.app.finishedAnswers.running()).toBe(0)
})

test('pages are finished answers too, until their data change or they are too old', async () => {
  const app = appWithFinishedAnswers()
  let now = 0
  let version = 1
  let finishedPages = 0
  app.finishedAnswers.onEnd(() => (finishedPages += 1))
  const cache = new PageCache({
    isTrusted: () => true,
    publicUrl: 'http://localhost:3000',
    now: () => now,
    random: () => 0.5,
    async render({ url }) {
      const page = {
        location: undefined,
        type: 'text/html; charset=utf-8',
        scriptHashes: [],
        isWhole: true,
        missing: undefined,
      }
      const status = url === '/gone' ? 404 : 200
      const body = `${url} ${version}`
      return { page: { ...page, status, body, brotli: Buffer.from(body) }, shows: new Set(['cars']) }
    },
  })
  app.finishedAnswers.from(({ url }) => cache.findFinished(url ?? ''))
  app.get('/*', (request, reply) => void cache.answer(request, reply))
  const from = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = async (path: string) => {
    const before = finishedPages
    const { status, headers, body } = await ask(path, {}, from)
    return {
      status,
      cacheControl: headers['cache-control'],
      text: String(body),
      early: finishedPages > before,
    }
  }
  const cacheControl = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
  const first = { status: 200, cacheControl, text: '/rent 1', early: false }
  expect(await page('/rent')).toEqual(first)
  await expect.poll(() => page('/rent')).toEqual({ ...first, early: true })
  expect(await page('/rent?utm_source=a')).toEqual({ ...first, early: true })
  expect(await page('/rent')).toEqual({ ...first, early: true })
  for (let time = 0; time < 3; time += 1)
    expect(await page('/gone')).toMatchObject({ status: 404, early: false })
  version = 2
  cache.changed('cars')
  expect(await page('/rent')).toMatchObject({ text: '/rent 2', early: false })
  await expect.poll(() => page('/rent')).toMatchObject({ text: '/rent 2', early: true })
  now += 61_000
  version = 3
  // Too old, so it is rendered again; its requests are answered as it was until then.
  expect(await page('/rent')).toMatchObject({ text: '/rent 2', early: false })
  await expect.poll(() => page('/rent')).toMatchObject({ text: '/rent 3' })
  await app.close()
})
