import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { PageCache, type RenderedPage } from './page-cache.ts'

const app = fastify()
const cache = new PageCache({ isTrusted: () => true, publicUrl: 'http://localhost:3000' })
let drawn: string[] = []
let status = 200
let missing: string | undefined
let slowly = async () => {}
app.get('/*', (request, reply) =>
  cache.answer(request, reply, async (url, isFinished): Promise<RenderedPage> => {
    const page = { status, location: undefined, type: 'text/html; charset=utf-8', scriptHashes: [], missing }
    if (missing && isFinished(missing)) return { ...page, body: Buffer.alloc(0) }
    drawn.push(url)
    await slowly()
    return { ...page, body: Buffer.from(url) }
  }),
)
const get = (url: string) => app.inject({ url })

afterEach(() => {
  cache.clear()
  drawn = []
  status = 200
})

test('a page is drawn once, whatever the order of its query', async () => {
  await get('/rent?seats=5&fuel=petrol')
  const { body, headers } = await get('/rent?fuel=petrol&seats=5')
  expect(body).toBe('/rent?fuel=petrol&seats=5')
  expect(headers['cache-control']).toContain('s-maxage=30')
  expect(drawn).toEqual(['/rent?fuel=petrol&seats=5'])
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
  cache.clear()
  expect((await get('/rent/8')).body).toBe('/rent/8')
  missing = undefined
  status = 200
  expect((await get('/nowhere/0')).statusCode).toBe(200)
})

test('long addresses fill no memory', async () => {
  const url = `/rent?search=${'x'.repeat(600)}`
  await get(url)
  await get(url)
  expect(drawn).toHaveLength(2)
})
