import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, carNamed } from '../support/market.ts'
import { awake } from '../support/open-page.ts'
import { productNamed } from '../support/orders.ts'
import { demoCustomer, openAs } from '../support/people.ts'

/** Longer than any screen is wide, and nowhere to break. */
const WORD = 'w'.repeat(100)

/** What people type, by the names of its fields. */
const typed = new Set(
  (
    'name description comment answer color colour serviceHistory carName carCategory category location ' +
    'pickupLocation dropoffLocation deliveryAddress collectionAddress specialRequests cancellationReason ' +
    'firstName lastName email address street city state phone licenseNumber engine power acceleration'
  ).split(' '),
)

/** The same answer with a long word in each of these fields, and in each feature. */
function withLongWords(value: unknown, field = ''): unknown {
  if (Array.isArray(value))
    return value.map((one, at) => withLongWords(one, field === 'features' ? `feature ${at}` : ''))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLongWords(one, name)]))
  if (typeof value !== 'string' || value === '') return value
  if (field.startsWith('feature ')) return `${WORD}${field.slice(8)}`
  return typed.has(field) ? WORD : value
}

async function answerWithLongWords(page: Page) {
  await page.route(/\/api\/(?!user\/)/, async (route) => {
    const answer = await route.fetch()
    const isJson = answer.headers()['content-type']?.includes('json')
    if (!isJson) return route.fulfill({ response: answer })
    return route.fulfill({ response: answer, json: withLongWords(await answer.json()) })
  })
}

/** Goes there as a link does, so that the page asks the API, which its server would have done before. */
async function follow(page: Page, path: string) {
  const before = await page.locator('main h1').first().elementHandle()
  await page.evaluate((to) => {
    window.history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await before?.waitForElementState('hidden')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

/** What is wider than the screen, also where a box around it hides that. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const wide = [
      ...document.querySelectorAll('main article, main section, main li, main dd, main h1, main h2, main p'),
    ]
    return [
      ...(document.documentElement.scrollWidth > width ? ['the page'] : []),
      ...wide
        .filter((element) => element.getBoundingClientRect().width > width)
        .map((element) => `${element.tagName} ${element.className}`),
    ]
  })

test('a word of a hundred letters in whatever people type widens no page', { tag: '@phone-only' }, async ({
  page,
  pageErrors,
}) => {
  // No category has such a name.
  pageErrors.expect(/status of 400/)
  const [car, product, { data: listings }] = await Promise.all([
    carNamed('Toyota Land Cruiser V8'),
    productNamed('HDMI cable, 3 m'),
    call('GET /api/sell/list', { query: { page: 1, limit: 1 } }),
  ])
  await openAs(page, await demoCustomer(), '/terms')
  await awake(page)
  await answerWithLongWords(page)
  const paths = [
    '/',
    '/rent',
    `/rent/${car._id}`,
    '/buy',
    `/buy/${listings[0]?._id}`,
    '/shop',
    `/product/${product._id}`,
  ]
  for (const path of [...paths, '/services', '/mybookings', '/myorders']) {
    await follow(page, path)
    const shown = page.locator('main').getByText(WORD).and(page.locator(':not(option)'))
    await expect(shown.first(), path).toBeVisible()
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await tooWide(page), `${path} at ${width}`).toEqual([])
    }
    await page.setViewportSize({ width: 360, height: 800 })
  }
})
