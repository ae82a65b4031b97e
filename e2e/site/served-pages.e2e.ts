import { expect, test } from '@playwright/test'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call, carNamed, marketAddress } from '../support/market.ts'
import { productNamed } from '../support/orders.ts'

// What programs that run no scripts are served: they are asked without a browser.

async function htmlAt(path: string): Promise<string> {
  const answer = await fetch(marketAddress + path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

const cardsIn = (html: string) => html.match(/<article[\s>]/g)?.length ?? 0

async function listingNamed(name: string): Promise<Listing> {
  const { data } = await call('GET /api/sell/list', {})
  const listing = data.find((candidate) => candidate.name === name)
  if (!listing) throw new Error(`There is no ${name} for sale in the demo market.`)
  return listing
}

test('lists are whole, with their address and a link to their next page', async () => {
  const forSale = await htmlAt('/buy')
  expect(forSale).toContain('<title>Verified cars for sale in Kenya | Twende</title>')
  expect(forSale).toContain(`<link rel="canonical" href="${marketAddress}/buy"/>`)
  expect(forSale).toContain('fetchPriority="high"')
  const shop = await htmlAt('/shop')
  expect(shop).toContain(`<link rel="canonical" href="${marketAddress}/shop"/>`)
  expect(shop).toMatch(/<button[^>]*aria-pressed="false"[^>]*>.*?Laptops/)
  for (const [path, html] of [
    ['/buy', forSale],
    ['/shop', shop],
  ] as const) {
    expect(cardsIn(html), path).toBe(12)
    expect(html).toContain(`href="${path}?page=2"`)
    expect(cardsIn(await htmlAt(`${path}?page=2`)), path).toBeGreaterThan(0)
  }
})

test('search boxes lead to a list of what was searched for', async () => {
  expect(await htmlAt('/')).toMatch(/<form[^>]*action="\/rent"[^>]*>.*?<input[^>]*name="search"/s)
  const cars = await htmlAt('/rent?search=fielder&category=')
  expect(cars).toContain('Toyota Fielder')
  expect(cars).not.toContain('Toyota Premio')
  expect(await htmlAt('/search')).toMatch(/<form[^>]*action="\/search"[^>]*>.*?<input[^>]*name="query"/s)
  const products = await htmlAt('/search?query=routr')
  expect(cardsIn(products)).toBe(1)
  expect(products).toContain('TP-Link Archer C6 router')
})

test('a car for sale is whole, and tells search engines and previews what it is', async () => {
  const car = await listingNamed('Nissan X-Trail 20X')
  const html = await htmlAt(`/buy/${car._id}`)
  for (const words of [
    `<title>${car.year} ${car.name} for sale in ${car.location}: ${showKsh(car.price)} | Twende</title>`,
    `<link rel="canonical" href="${marketAddress}/buy/${car._id}"/>`,
    '"@type":["Product","Car"]',
    `"mileageFromOdometer":{"@type":"QuantitativeValue","value":${car.mileage},"unitCode":"KMT"}`,
    `property="og:image" content="${car.image}"`,
    car.name,
    car.description,
    car.contactInfo.phone,
    'Verified Vehicle',
    `Checked on ${showDay(nairobiDay(new Date(car.verifiedAt ?? '')))}`,
    'Buy safely',
  ]) {
    expect(html).toContain(words)
  }
})

test('a product tells search engines and previews what it is; all of them are in the shop', async () => {
  const mouse = await productNamed('Logitech M185 wireless mouse')
  const html = await htmlAt(`/product/${mouse._id}`)
  expect(html).toContain('<title>Logitech M185 wireless mouse: Ksh 1,600 | Twende</title>')
  expect(html).toContain(`<link rel="canonical" href="${marketAddress}/product/${mouse._id}"/>`)
  expect(html).toContain(`property="og:image" content="${mouse.image}"`)
  const told = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  expect(JSON.parse(told ?? '')).toMatchObject({
    '@type': 'Product',
    name: mouse.name,
    offers: { price: 1600, priceCurrency: 'KES', availability: 'https://schema.org/InStock' },
  })
  const answer = await fetch(`${marketAddress}/product`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/shop'])
})

test('search engines find their way to pages and cars in both languages, and not to accounts', async () => {
  expect(await htmlAt('/terms')).toContain(`<link rel="canonical" href="${marketAddress}/terms"/>`)
  const map = await htmlAt('/sitemap.xml')
  for (const path of ['/privacy', '/terms', '/services', '/aboutus', '/contactus'])
    expect(map).toContain(path)
  const cars = (pattern: RegExp) => [...map.matchAll(pattern)].map(([, id]) => id)
  const inEnglish = cars(/(?<!\/sw)\/rent\/([0-9a-f-]{36})</g)
  expect(inEnglish).toContain((await carNamed('Toyota Fielder'))._id)
  // Other journeys add cars to the fleet and take them away again.
  expect(inEnglish.length).toBeGreaterThan(20)
  expect(cars(/\/sw\/rent\/([0-9a-f-]{36})</g)).toEqual(inEnglish)
  expect(await htmlAt('/robots.txt')).toContain('Disallow: /account')
})

test('each inline script of a page is named to the browser, and no nonce is left in it', async () => {
  const answer = await fetch(`${marketAddress}/buy`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  const html = await answer.text()
  const named = policy.match(/'sha256-[^']+'/g) ?? []
  const inline = html.match(/<script(?![^>]*\b(src|type="application\/ld\+json"))[^>]*>/g) ?? []
  expect(inline.length).toBeGreaterThan(1)
  expect(named).toHaveLength(new Set(html.match(/<script(?![^>]*\bsrc)[\s\S]*?<\/script>/g)).size)
  expect(html).not.toContain('nonce')
})

test('a page of one’s own has the style sheet of own pages in it, and other pages have not', async () => {
  const cart = await htmlAt('/cart')
  expect(cart).toMatch(/<style[^>]*data-href="[^"]*own-pages/)
  expect(cart).not.toMatch(/<link[^>]*rel="stylesheet"[^>]*own-pages/)
  expect(await htmlAt('/shop')).not.toMatch(/<style[^>]*data-href="[^"]*own-pages/)
})

test('a car and a product that are not there are not found, in words and with a way on', async () => {
  for (const [path, words, next] of [
    [
      '/buy/01920000-0000-7000-8000-000000000000',
      ['Vehicle not found', 'Please try selecting another vehicle'],
      '/buy',
    ],
    ['/product/01a1fdf4-0000-7000-8000-000000000000', ['Product not found', 'Look around the shop'], '/shop'],
  ] as const) {
    const answer = await fetch(marketAddress + path)
    expect(answer.status, path).toBe(404)
    const html = await answer.text()
    for (const word of words) expect(html).toContain(word)
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toContain(`href="${next}"`)
  }
})

test('a page that is not there names no address: neither its own nor that of whoever asked before', async () => {
  for (const path of [
    '/sw//evil.example/login',
    '/sw/another/page',
    '/buy/01920000-0000-7000-8000-00000000000e',
  ]) {
    const answer = await fetch(marketAddress + path)
    expect(answer.status, path).toBe(404)
    const html = await answer.text()
    for (const word of ['evil', 'another/page', '00000000000e']) expect(html, path).not.toContain(word)
  }
})

test('the cars for sale say how many are verified', async () => {
  // Journeys put cars up for sale meanwhile.
  await expect(async () => {
    const { counts } = await call('GET /api/sell/list', { query: { limit: 1 } })
    const words = `${counts.verified} verified vehicles, ${counts.available} available`
    expect((await htmlAt('/buy')).replaceAll('<!-- -->', '')).toContain(words)
  }).toPass()
})
