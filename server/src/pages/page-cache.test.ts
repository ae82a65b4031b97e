import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { NOUNS, type Noun } from '../db/change-feed.ts'
import { PageCache } from './page-cache.ts'

const app = fastify()
let now = 0
let drawn: string[] = []
let status = 200
let isWhole = true
let trusted = true
let missing: string | undefined
let shows: Noun[] = []
let slowly = async () => {}
let lookups = 0
let beforeMissing = async () => {}
const cache = new PageCache({
  isTrusted: () => trusted,
  publicUrl: 'http://localhost:3000',
  now: () => now,
  random: () => 0.5,
  async render({ url, cachedMissing }) {
    const type = 'text/html; charset=utf-8'
    const page = { status, location: undefined, type, scriptHashes: [], isWhole, missing }
    lookups += 1
    if (missing && cachedMissing.includes(missing)) {
      await beforeMissing()
      return { page: { ...page, body: '', brotli: brotliCompressSync('') }, shows: new Set(shows) }
    }
    drawn.push(url)
    const read = new Set(shows)
    const body = `${url}${version}`
    await slowly()
    return { page: { ...page, body, brotli: brotliCompressSync(body) }, shows: read }
  },
})
/** What the public data are; a page shows it. */
let version = ''
app.get('/*', (request, reply) => cache.answer(request, reply))
const get = (url: string) => app.inject({ url })
const changeAll = () => {
  for (const noun of NOUNS) cache.changed(noun)
}
const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  slowly = () => promise
  return resolve
}

afterEach(() => {
  slowly = async () => {}
  beforeMissing = async () => {}
  lookups = 0
  trusted = true
  now += 3_600_000
  changeAll()
  drawn = []
  status = 200
  isWhole = true
  missing = undefined
  shows = []
  version = ''
})

test('a page is drawn once, whatever the order of its query', async () => {
  await get('/rent?seats=5&fuel=petrol')
  const { body, headers } = await get('/rent?fuel=petrol&seats=5')
  expect(body).toBe('/rent?fuel=petrol&seats=5')
  expect(headers['cache-control']).toContain('s-maxage=30')
  expect(drawn).toEqual(['/rent?fuel=petrol&seats=5'])
})

test('who accepts Brotli is sent the page compressed', async () => {
  const { headers, rawPayload } = await app.inject({
    url: '/rent',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(rawPayload).toString()).toBe('/rent')
  expect((await get('/rent')).headers).not.toHaveProperty('content-encoding')
})

test('a question mark in what was typed stays in it', async () => {
  expect((await get('/rent?search=why?not')).body).toBe('/rent?search=why%3Fnot')
})

test.each([
  ['that failed', '/rent', 503, 'no-store'],
  ['for chosen dates', '/rent?startDate=2026-05-01&endDate=2026-05-04', 200, 'no-cache'],
])('a page %s is drawn for everybody anew, here and in caches between', async (_, url, answer, rule) => {
  status = answer
  await get(url)
  const { headers } = await get(url)
  expect(headers['cache-control']).toBe(rule)
  expect(drawn).toHaveLength(2)
})

test('what no page reads of an address draws nothing anew', async () => {
  await get('/rent?seats=5')
  for (const more of ['x=1', 'x=2', 'utm_source=mail', 'fbclid=abc', 'seats%5B%5D=7'])
    expect((await get(`/rent?${more}&seats=5`)).body).toBe('/rent?seats=5')
  expect(drawn).toHaveLength(1)
})

test('few pages are drawn at once, some wait, and the rest are asked to come again', async () => {
  let [running, most] = [0, 0]
  slowly = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  const asked = Array.from({ length: 400 }, (_, number) => get(`/rent?search=${number}`))
  const answers = await Promise.all(asked)
  slowly = async () => {}
  const busy = answers.filter(({ statusCode }) => statusCode === 503)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(244)
  expect(busy).toHaveLength(156)
  expect(busy[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(busy[0]?.body).toContain('Please load this page again')
  expect(most).toBe(4)
  expect((await get('/rent?search=399')).statusCode).toBe(200)
})

test('addresses that lead nowhere share one finished page of their kind, and push no good page out', async () => {
  await get('/rent')
  missing = 'page'
  status = 404
  const asked = Array.from({ length: 300 }, (_, number) => `/nowhere/${number}`)
  for (const url of asked) {
    const answer = await get(url)
    expect([answer.statusCode, answer.body]).toEqual([404, '/nowhere/0'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
  }
  missing = 'car'
  expect((await get('/rent/9')).body).toBe('/rent/9')
  expect(drawn).toEqual(['/rent', '/nowhere/0', '/rent/9'])
  changeAll()
  expect((await get('/rent/8')).body).toBe('/rent/8')
  missing = undefined
  status = 200
  expect((await get('/nowhere/0')).statusCode).toBe(200)
})

test('a missing page whose kind is dropped while it is looked up still has its words', async () => {
  missing = 'page'
  status = 404
  shows = ['cars']
  await get('/nowhere/1')
  let goOn = () => {}
  beforeMissing = () => new Promise((resolve) => (goOn = resolve))
  const late = get('/nowhere/2')
  await expect.poll(() => lookups).toBe(2)
  cache.changed('shop')
  goOn()
  expect((await late).body).toBe('/nowhere/1')
  beforeMissing = async () => {}
  expect((await get('/nowhere/3')).body).not.toBe('')
})

test('a page that is gone is no longer kept', async () => {
  shows = ['listings']
  for (let n = 0; n < 4; n++) await get('/buy/1')
  cache.changed('listings')
  status = 404
  missing = 'listing'
  expect((await get('/buy/1')).statusCode).toBe(404)
  status = 200
  missing = undefined
  version = ' again'
  const release = hold()
  const others = Array.from({ length: 12 }, (_, number) => get(`/rent/${number}`))
  await expect.poll(() => drawn.filter((url) => url.startsWith('/rent')).length).toBe(4)
  const again = get('/buy/1')
  release()
  expect((await again).body).toBe('/buy/1 again')
  await Promise.all(others)
})

test('long addresses fill no memory', async () => {
  const url = `/rent?search=${'x'.repeat(600)}`
  await get(url)
  await get(url)
  expect(drawn).toHaveLength(2)
})

test('a change drops only the pages that show what changed', async () => {
  shows = ['cars']
  await get('/rent')
  shows = ['listings', 'content']
  await get('/buy')
  drawn = []
  cache.changed('cars')
  await get('/buy')
  expect(drawn).toEqual([])
  await get('/rent')
  expect(drawn).toEqual(['/rent'])
})

test('a page that is wanted is rendered again after a change before anybody requests it, most wanted first', async () => {
  shows = ['cars']
  const wanted = { '/a': 3, '/b': 6, '/c': 0, '/d': 2, '/e': 4, '/f': 5 }
  for (const [url, times] of Object.entries(wanted)) for (let n = 0; n <= times; n++) await get(url)
  drawn = []
  version = ' changed'
  cache.changed('cars')
  await expect.poll(() => drawn.length).toBe(5)
  expect(drawn).toEqual(['/b', '/f', '/e', '/a', '/d'])
  expect((await get('/b')).body).toBe('/b changed')
})

test('who requests a changed page gets it as it is now', async () => {
  shows = ['cars']
  for (let n = 0; n < 4; n++) await get('/rent')
  version = ' changed'
  cache.changed('cars')
  expect((await get('/rent')).body).toBe('/rent changed')
})

test('a page that few request is never sent as it was before a change, however long it takes to render', async () => {
  shows = ['cars']
  await get('/rent?search=axio')
  const release = hold()
  const others = Array.from({ length: 12 }, (_, number) => get(`/rent/${number}`))
  await expect.poll(() => drawn.length).toBe(1 + 4)
  version = ' changed'
  cache.changed('cars')
  const changed = get('/rent?search=axio')
  setTimeout(release, 1_500)
  expect((await changed).body).toBe('/rent?search=axio changed')
  await Promise.all(others)
})

test('while many pages wait to be rendered, a changed page is sent as it was, but not for long', async () => {
  shows = ['cars']
  for (let n = 0; n < 4; n++) await get('/rent')
  const release = hold()
  const others = Array.from({ length: 12 }, (_, number) => get(`/rent/${number}`))
  await expect.poll(() => drawn.length).toBe(1 + 4)
  version = ' changed'
  cache.changed('cars')
  expect((await get('/rent')).body).toBe('/rent')
  now += 10_001
  const last = get('/rent')
  release()
  expect((await last).body).toBe('/rent changed')
  await Promise.all(others)
})

test('while many pages are requested, none waits for a changed page, and soon it is sent as it is', async () => {
  shows = ['cars']
  const askOften = async (times: number) => {
    for (let n = 0; n < times; n++) await get('/terms')
  }
  await get('/rent')
  await askOften(30)
  version = ' changed'
  cache.changed('cars')
  const release = hold()
  // The 32nd request of this second: more than 30.
  expect((await get('/rent')).body).toBe('/rent')
  release()
  await expect.poll(async () => (await get('/rent')).body).toBe('/rent changed')

  version = ' again'
  cache.changed('cars')
  now += 2_000
  expect((await get('/rent')).body).toBe('/rent again')
})

test('a page that is only old is sent at once, and rendered again meanwhile', async () => {
  await get('/terms')
  now += 59_000
  await get('/terms')
  expect(drawn).toHaveLength(1)
  version = ' again'
  now += 2_000
  expect((await get('/terms')).body).toBe('/terms')
  await expect.poll(async () => (await get('/terms')).body).toBe('/terms again')
  expect(drawn).toHaveLength(2)
})

test('what was read before a change is not cached', async () => {
  shows = ['cars']
  const release = hold()
  const first = get('/rent')
  await expect.poll(() => drawn.length).toBe(1)
  cache.changed('cars')
  version = ' changed'
  const second = get('/rent')
  release()
  expect([(await first).body, (await second).body]).toEqual(['/rent', '/rent changed'])
  expect((await get('/rent')).body).toBe('/rent changed')
  expect(drawn).toHaveLength(2)
})

test('a page is kept though something else changed while it was rendered', async () => {
  shows = ['listings']
  const release = hold()
  const first = get('/buy')
  await expect.poll(() => drawn.length).toBe(1)
  cache.changed('cars')
  release()
  await first
  await get('/buy')
  expect(drawn).toHaveLength(1)
})

test('while the data are away, a page is shown as it was, with its age, and any other is asked for again', async () => {
  shows = ['cars']
  version = ' as it was'
  await get('/rent')
  now += 20_000
  // The feed of changes is lost with the database: whatever may have changed is not known.
  trusted = false
  changeAll()
  status = 503
  version = ' broken'
  const held = await get('/rent')
  expect([held.statusCode, held.body]).toEqual([200, '/rent as it was'])
  expect(held.headers).toMatchObject({ age: '20', 'cache-control': 'no-store' })
  const other = await get('/buy')
  expect([other.statusCode, other.body, other.headers['retry-after']]).toEqual([503, '/buy broken', '2'])
  trusted = true
  changeAll()
  status = 200
  version = ' rendered again'
  const after = await get('/rent')
  expect([after.body, after.headers.age]).toEqual(['/rent rendered again', undefined])
})

test('a page that lacks a part is sent to who asks, and kept for nobody; where one was whole, that is sent', async () => {
  shows = ['cars']
  await get('/rent')
  now += 200_000
  isWhole = false
  version = ' without categories'
  const partly = await get('/shop')
  expect([partly.statusCode, partly.body]).toEqual([200, '/shop without categories'])
  expect(partly.headers['cache-control']).toBe('no-store')
  isWhole = true
  version = ' whole'
  expect((await get('/shop')).body).toBe('/shop whole')
  isWhole = false
  trusted = false
  expect((await get('/shop')).body).toBe('/shop whole')
})

test('rendering ahead ends when the program stops', async () => {
  await cache.warmUp(['/rent', '/buy', '/shop'], () => drawn.length === 2)
  expect(drawn).toEqual(['/rent', '/buy'])
})

test('pages rendered ahead are answered without rendering', async () => {
  await cache.warmUp(['/', '/rent'])
  drawn = []
  await get('/')
  await get('/rent')
  expect(drawn).toEqual([])
})

test('at rest, few pages are kept: those that were requested again, and of these the last', async () => {
  cache.dropUnwanted(0)
  await get('/')
  const onePage = cache.dropUnwanted(0)
  expect(onePage).toBeGreaterThan(0)
  for (const url of ['/rent', '/rent', '/rent', '/buy', '/buy', '/buy', '/']) await get(url)
  expect(cache.dropUnwanted()).toBe(0)
  drawn = []
  cache.dropUnwanted(2.5 * onePage)
  for (const url of ['/rent', '/buy']) await get(url)
  expect(drawn).toEqual([])
  cache.dropUnwanted(1.5 * onePage)
  for (const url of ['/buy', '/rent', '/']) await get(url)
  expect(drawn).toEqual(['/rent', '/'])
})

test('the home page, which features cars by chance, is another drawing for the next visitor', async () => {
  const visit = async (url: string) => {
    cache.findFinished(url)
    version = ` ${drawn.length}`
    return (await get(url)).body
  }
  const seen: string[] = []
  for (let visits = 0; visits < 10; visits += 1) seen.push(await visit('/'))
  expect(new Set(seen).size).toBe(5)
  expect(seen.slice(1).some((body, at) => body === seen[at])).toBe(false)
  expect(drawn).toEqual(Array(5).fill('/'))
  expect((await get('/')).headers['cache-control']).toBe('no-cache')
  expect(await visit('/rent')).toBe(await visit('/rent'))
})
