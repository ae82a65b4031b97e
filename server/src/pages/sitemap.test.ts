import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { createListing, listLiveCar } from '../testing/selling.ts'
import { addProduct } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { serveSitemap } from './sitemap.ts'

let market: TestMarket
let carId = ''
let retiredId = ''
let liveId = ''
let draftId = ''
let productId = ''
beforeAll(async () => {
  market = await openTestMarket({ env: { PUBLIC_URL: 'https://twende.example', RATE_LIMIT: 'off' } })
  carId = await addCar(market.db)
  retiredId = await addCar(market.db)
  const gone = { retired_at: market.clock.now() }
  await market.db.updateTable('cars').set(gone).where('id', '=', retiredId).execute()
  productId = await addProduct(market)
  const seller = await market.signUp()
  liveId = (await listLiveCar(market, seller))._id
  draftId = (await createListing(market, seller, { name: 'Mazda Demio' }))._id
})
afterAll(() => market.close())

const get = (url: string, app: FastifyInstance = market.app) => app.inject({ url })
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc ?? '')

test('the map names every public page, every car and every public listing, and nothing else', async () => {
  const answer = await get('/sitemap.xml')
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const found = locations(answer.body)
  for (const path of ['/', '/rent', '/buy', '/services', '/aboutus', '/contactus', '/terms', '/privacy'])
    expect(found).toContain(`https://twende.example${path}`)
  expect(found).toContain(`https://twende.example/rent/${carId}`)
  expect(found).toContain(`https://twende.example/buy/${liveId}`)
  expect(found).toContain(`https://twende.example/product/${productId}`)
  expect(found).toContain(`https://twende.example/sw/rent/${carId}`)
  expect(found).toContain('https://twende.example/sw')
  expect(new Set(found).size).toBe(found.length)
  const entry = answer.body
    .split('\n')
    .find((line) => line.includes(`<loc>https://twende.example/sw/buy/${liveId}</loc>`))
  for (const [locale, prefix] of [
    ['en', ''],
    ['sw', '/sw'],
  ])
    expect(entry).toContain(
      `<xhtml:link rel="alternate" hreflang="${locale}" href="https://twende.example${prefix}/buy/${liveId}"/>`,
    )
  for (const hidden of [retiredId, draftId, '/account', '/admin', '/mybookings', '/api'])
    expect(answer.body).not.toContain(hidden)
})

test('security.txt says where to report a vulnerability, and until when that is right', async () => {
  const { body, headers } = await get('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    body
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')]
      }),
  )
  expect(fields.get('Contact')).toMatch(/^https?:\/\/.+\/contactus$/)
  const days = (Date.parse(fields.get('Expires') ?? '') - market.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test('robots are shown the map and kept from what is private', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Sitemap: https://twende.example/sitemap.xml')
  for (const path of [
    '/admin',
    '/account',
    '/api/',
    '/mybookings',
    '/listings',
    '/sw/account',
    '/sw/mybookings',
  ])
    expect(body).toContain(`\nDisallow: ${path}\n`)
  expect(body).not.toMatch(/Disallow: \/(sw|(sw\/)?(rent|buy|shop))?\n/)
})

test('more addresses than fit into one map are parted, each in one part', async () => {
  const app = fastify()
  serveSitemap(app, market.deps, { most: 4 })
  const whole = locations((await get('/sitemap.xml')).body)
  const parts = locations((await get('/sitemap.xml', app)).body)
  expect(parts).toEqual(
    Array.from(
      { length: Math.ceil(whole.length / 4) },
      (_, at) => `https://twende.example/sitemap-${at + 1}.xml`,
    ),
  )
  const answers = await Promise.all(parts.map((part) => get(new URL(part).pathname, app)))
  expect(answers.flatMap(({ body }) => locations(body))).toEqual(whole)
  for (const url of ['/sitemap-0.xml', '/sitemap-99.xml', '/sitemap-x.xml'])
    expect((await get(url)).statusCode, url).toBe(404)
  await app.close()
})

test('a new car is in the map within ten minutes, and a storm of askers asks the database once', async () => {
  const added = await addCar(market.db)
  market.clock.advance(10 * 60_000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/sitemap.xml')))
  for (const { body } of answers) expect(body).toContain(added)
})
