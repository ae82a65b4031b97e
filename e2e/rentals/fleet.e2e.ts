import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call, carNamed } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'

test('the fleet says how many cars there are and how many can be had', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  // Staff may add a car meanwhile.
  await expect(async () => {
    await open(page, '/rent')
    const { total, available } = (await call('GET /api/car/list', { query: { limit: 1 } })).counts
    const [figures, found] = [page.getByText(/ in the fleet, /), page.getByRole('status')]
    expect(await figures.textContent()).toBe(`${total} in the fleet, ${available} available`)
    expect((await found.allTextContents()).join()).toContain(`${total} vehicle(s) found`)
  }).toPass()
  await expect(cards(page)).toHaveCount(12)
  await checkPage(page)
})

test('filters, sort and page live in the address, and Back restores the list and its place', async ({
  page,
  checkPage,
}) => {
  await open(page, '/rent')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters.getByRole('option', { name: 'SUV (7)' })).toBeAttached()
  await filters.getByLabel('Transmission').selectOption('automatic')
  await page.getByLabel('Sort').selectOption('Price: low to high')
  await expect(page).toHaveURL('/rent?transmission=automatic&sort=price-low')
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await checkPage(page)
  await expect(cards(page).first()).toContainText('Suzuki Alto 660')

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/rent?transmission=automatic&sort=price-low&page=2')
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  const names = await cards(page).getByRole('heading').allTextContents()
  const card = cards(page).nth(5)
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: names[5] ?? '' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/rent?transmission=automatic&sort=price-low&page=2')
  await expect(cards(page).getByRole('heading')).toHaveText(names)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})

test('each filter in force is a chip that takes it away again', { tag: '@phone-only' }, async ({ page }) => {
  await open(page, '/rent?category=SUV&fuel=diesel&maxPrice=9000')
  await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove filter: diesel' }).click()
  await expect(page).toHaveURL('/rent?category=SUV&maxPrice=9000')
  await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/rent')
  await expect(page.getByText(/^\d\d vehicle\(s\) found$/)).toBeVisible()
})

test('on a phone the filters are a sheet that says how many cars are left', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  await open(page, '/allvehicles')
  const opener = page.getByRole('button', { name: 'Filters' })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Seats').selectOption('7+')
  await sheet.getByLabel('Category').selectOption('Minivan')
  await expect(page).toHaveURL('/allvehicles?category=Minivan&seats=7%2B')
  await checkPage(page)
  await sheet.getByRole('button', { name: /^Show \d+ vehicle\(s\)$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(cards(page).first()).toContainText('7 seats')
})

test('a price range narrows the fleet, and its end means no limit', async ({ page }) => {
  await open(page, '/rent?sort=price-high')
  await expect(cards(page).first()).toContainText('Ksh 25,000')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Lowest price a day').fill('8000')
  await page.getByLabel('Highest price a day').fill('10000')
  await expect(page).toHaveURL('/rent?minPrice=8000&maxPrice=10000&sort=price-high')
  await expect(cards(page).first()).toContainText('Ksh 25,000')
  await page.getByLabel('Highest price a day').fill('9000')
  await expect(page).toHaveURL('/rent?minPrice=8000&maxPrice=9000&sort=price-high')
  await expect(cards(page).first()).toContainText('Mazda CX-5')
})

test('a misspelt name still finds the car', { tag: '@phone-only' }, async ({ page }) => {
  await open(page, '/rent')
  await page.getByLabel('Search').fill('feilder')
  await expect(page).toHaveURL('/rent?search=feilder')
  await expect(cards(page).first()).toContainText('Toyota Fielder')
})

test('a search that finds nothing says so and clears its filters', async ({ page, checkPage }) => {
  await open(page, '/rent?search=zzzzqq&seats=2')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  await expect(page.getByText('0 vehicle(s) found')).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/rent')
  await expect(page.getByText(/^\d\d vehicle\(s\) found$/)).toBeVisible()
})

test('an unavailable car is greyed, says so, and cannot be rented', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  await open(page, '/rent?search=Nissan+Note')
  const card = cards(page).filter({ hasText: 'Nissan Note' })
  await expect(card.getByText('Not Available')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Unavailable: Nissan Note' })).toBeDisabled()
  await card.getByRole('link', { name: 'Nissan Note' }).click()
  await expect(page.getByRole('button', { name: 'Unavailable' })).toBeDisabled()
  await expect(page.getByText('Not Available').first()).toBeVisible()
  await checkPage(page)
})

test('a fleet that cannot be loaded says why and tries again', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/Failed to load resource.*\/api\/car\/list/)
  await open(page, '/')
  await page.route('**/api/car/list*', (route) => route.abort())
  await page.getByRole('link', { name: 'Rent Now' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Please try again later' })
  await expect(alert.getByRole('heading', { name: 'Error connecting to server' })).toBeVisible()
  await checkPage(page)
  await page.unroute('**/api/car/list*')
  await page.route('**/api/car/list*', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'x', requestId: 'r' } }),
  )
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(alert.getByRole('heading', { name: 'Failed to fetch cars' })).toBeVisible()
  await page.unroute('**/api/car/list*')
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(cards(page)).toHaveCount(12)
})

test('a quick view opens and closes by keyboard, and gives the focus back', async ({ page, checkPage }) => {
  await open(page, '/rent?search=Forester')
  const opener = page.getByRole('button', { name: 'Quick View: Subaru Forester' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const quickView = page.getByRole('dialog', { name: 'Subaru Forester' })
  await expect(quickView).toBeVisible()
  await checkPage(page)
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    await expect(quickView.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(quickView).toBeHidden()
  await expect(opener).toBeFocused()
})

test('dates leave only free cars, priced for the whole stay, and go along to the car', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const { _id, price } = await carNamed('Mazda CX-5')
  await open(page, '/rent?search=CX-5&startDate=2020-01-01&endDate=2020-01-04')
  await expect(cards(page).first()).toContainText('/ day')
  const { startDate, endDate } = await page.evaluate(() => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    return { startDate: day(200), endDate: day(203) }
  })
  await page.getByLabel('Pickup').fill(startDate)
  await page.getByLabel('Return').fill(endDate)
  await expect(page).toHaveURL(new RegExp(`startDate=${startDate}&endDate=${endDate}`))
  const total = (3 * price).toLocaleString('en-KE')
  await expect(cards(page).first()).toContainText(`Ksh ${total}`)
  await expect(cards(page).first()).toContainText('3 days at Ksh 8,500 a day')
  await checkPage(page)
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/rent/${_id}\\?startDate=${startDate}`))
  await awake(page)
  await expect(page.getByText('Free on your dates.')).toBeVisible()
  await checkPage(page)
})

test('the page of a car shows each of its pictures, its facts and what renters said', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { _id } = await carNamed('Toyota Land Cruiser Prado TX')
  await open(page, `/rent/${_id}`)
  await page.getByRole('button', { name: /^Picture 2 of / }).click()
  await expect(page.getByRole('button', { name: /^Picture 2 of / })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: /^See picture 2 of \d full screen$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Specifications' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Features' })).toBeVisible()
  await expect(page.getByText('Three days in the Mara and never once stuck.')).toBeVisible()
  await expect(page.getByText('Ksh 14,000').first()).toBeVisible()
  await checkPage(page)
})

function cards(page: Page) {
  return page.getByRole('article')
}
