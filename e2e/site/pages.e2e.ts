import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { awake, open } from '../support/open-page.ts'
import { catchChats } from '../support/page-errors.ts'
import { newPerson } from '../support/people.ts'
import { routes } from '../support/routes.ts'

// These journeys run beside each other: none depends on what another one does.
test.describe.configure({ mode: 'parallel' })

// Without a token or an order these lead elsewhere; the journeys that order look them over.
const passedThrough: ReadonlySet<string> = new Set([
  '/order',
  '/placeorder',
  '/verify?success=true&orderId=1',
])

/** So many pages are opened one after the other in one tab. */
const PAGES_IN_A_TAB = 6

// A second address of the fleet.
const alike: ReadonlySet<string> = new Set(['/allvehicles'])

// Journeys of an order and of a car for sale look these over with more on them; in Swahili also what is one's own.
const seenOnTheWay: ReadonlySet<string> = new Set(['/cart', '/myorders', '/sell', '/sell-car'])
const seenInSwahili: ReadonlySet<string> = new Set([...seenOnTheWay, '/listings', '/mybookings'])

// `/product` leads to the shop, as `served-pages.e2e.ts` shows.
const shown = routes.filter((route) => route !== '/product' && !passedThrough.has(route))
// Swahili words are longer than English ones, which shows on a phone; these have most on a desktop as well.
const widest: ReadonlySet<string> = new Set(['/', '/rent', '/shop'])
const inSwahili = shown.filter((route) => !alike.has(route) && !seenInSwahili.has(route))
const passes = [
  { locale: 'en', tag: '@both-widths', pages: shown.filter((route) => !seenOnTheWay.has(route)) },
  { locale: 'sw', tag: '@both-widths', pages: inSwahili.filter((route) => widest.has(route)) },
  { locale: 'sw', tag: '@phone-only', pages: inSwahili.filter((route) => !widest.has(route)) },
]

/** The pages in rows that workers share. */
function rowsOf(pages: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(pages.length / PAGES_IN_A_TAB) }, (_, row) =>
    pages.slice(row * PAGES_IN_A_TAB, (row + 1) * PAGES_IN_A_TAB),
  )
}

for (const { locale, tag, pages } of passes) {
  for (const row of rowsOf(pages)) {
    test(`a visitor is answered in ${locale} at ${row.join(', ')}`, { tag }, async ({ page, checkPage }) => {
      for (const route of row) {
        const answer = await page.goto(locale === 'en' ? route : `/sw${route}`)
        expect(answer?.status(), route).toBe(200)
        await awake(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await checkPage(page)
      }
    })
  }
}

test('the style sheet of own pages is there before the cart is shown that a visitor comes to', async ({
  page,
}) => {
  await open(page, '/shop')
  await expect(page.locator('style[data-href*="own-pages"]')).toHaveCount(0)
  // What the browser has of the sheet at the moment at which the heading of the cart appears.
  const rules = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new MutationObserver(() => {
          if (!document.querySelector('#content h1')?.textContent?.includes('Your Cart')) return
          const sheet = document.querySelector<HTMLLinkElement>('link[href*="own-pages"]')?.sheet
          resolve(sheet?.cssRules.length ?? 0)
        }).observe(document, { subtree: true, childList: true, characterData: true })
      }),
  )
  await page.locator('header a[href="/cart"]').first().click()
  expect(await rules).toBeGreaterThan(0)
  await expect(page.locator('style[data-href*="own-pages"]')).toHaveCount(0)
})

test('an address that leads nowhere, and a page that breaks, say so and lead on', {
  tag: '@both-widths',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 404.*\/nowhere/, /status of 500/, /internal|went wrong|Broken/)
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await awake(page)
  await expect(page.getByText('404: Page not found')).toBeVisible()
  await checkPage(page)
  await page.getByRole('main').getByRole('link', { name: 'Cars for rent' }).click()
  await expect(page).toHaveURL('/rent')
  await page.route('**/api/car/get/*', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, message: 'Broken', code: 'internal', requestId: 'req-4711' },
    }),
  )
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText('req-4711')).toBeVisible()
  await checkPage(page)
  await page.unroute('**/api/car/get/*')
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('where the page about an error breaks as well, plain words are shown', async ({ page, pageErrors }) => {
  pageErrors.expect(/TypeError|Minified React error/)
  // The frame shows the phone number of the business, and cannot show one that is no text.
  await page.route('/aboutus', async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const body = html.replace(/(\\"whatsappNumber\\"),\\"\d+\\"/, '$1,7')
    expect(body).not.toBe(html)
    await route.fulfill({ status: 200, contentType: 'text/html', body })
  })
  await page.goto('/aboutus')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await page.unroute('/aboutus')
  await page.getByRole('link', { name: 'load it again' }).click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('on a phone the menu gives the focus back, leads on, and knows who is signed in', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const { token } = await newPerson('Otieno Odhiambo')
  await open(page, '/')
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'For Rent' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/rent')
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  await page.reload()
  await awake(page)
  await opener.click()
  const own = page.getByRole('dialog', { name: 'Hello, Otieno' })
  await expect(own.getByRole('link', { name: 'My Bookings' })).toBeVisible()
  await checkPage(page)
  await own.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a link leads to the top of its page, and the keyboard to its content; terms are looked up by their contents', async ({
  page,
  context,
}) => {
  const chats = await catchChats(context)
  await open(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Rent a car' }).click()
  await expect(page).toHaveURL('/rent')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
  await page.getByRole('link', { name: 'Cancelling, and what you get back' }).click()
  await expect(page).toHaveURL('/terms#cancelling')
  await expect(page.getByRole('heading', { name: 'Cancelling, and what you get back' })).toBeInViewport()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Chat on WhatsApp' }).click()
  await expect(await opened).toHaveTitle('WhatsApp')
  expect(chats.map((chat) => chat.searchParams.get('text'))).toEqual(['Hello Twende, I have a question.'])
})

test('a menu asked for without a network opens when it is back, and the page stays meanwhile', {
  tag: '@phone-only',
}, async ({ page, context, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  await open(page, '/rent')
  // What the page fetches by itself after it is there has come.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a menu that could not be fetched is fetched again, although the browser never knew that it was offline', {
  tag: '@phone-only',
}, async ({ page, pageErrors }) => {
  pageErrors.expect(/ERR_FAILED/)
  await open(page, '/rent')
  await page.waitForLoadState('networkidle')
  let failed = 0
  await page.route(/menu-sheet-/, async (route) => {
    failed += 1
    await route.abort()
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(() => failed).toBeGreaterThan(0)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await page.unroute(/menu-sheet-/)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a page whose scripts never came is said to be out of reach without a network, and comes with it', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/sw/rent')
  await awake(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Duka', exact: true }).first().click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Imeshindikana kuunganisha na seva' }),
  ).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Jaribu tena' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tafuta gari la kukodi' })).toBeVisible()
  await context.close()
})
