import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { newPerson, openAs, signInInPopup } from '../support/people.ts'

test('the cars for sale say how many are verified, and a misspelt name still finds one', {
  tag: '@phone-only',
}, async ({ page }) => {
  // Other journeys put cars up for sale meanwhile.
  await expect(async () => {
    const { counts } = await call('GET /api/sell/list', { query: { limit: 1 } })
    await page.goto('/buy')
    const words = `${counts.verified} verified vehicles, ${counts.available} available`
    // The page comes from the server whole: what it does not say now it says never.
    expect(await page.getByText(words).isVisible()).toBe(true)
  }).toPass()
  await awake(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Verified Cars for Sale' })).toBeVisible()
  await expect(found(page)).toHaveText(/^\d+ verified vehicle\(s\) found$/)
  await expect(cards(page)).toHaveCount(12)
  await page.getByLabel('Search').fill('forestar')
  await expect(page).toHaveURL('/buy?search=forestar')
  await expect(cards(page).first()).toContainText('Subaru Forester 2.0i-L')
  await expect(cards(page).first()).toContainText('2017 · 85,000 km')
  await expect(cards(page).first()).toContainText('Ksh 3,100,000')
  await page.getByRole('button', { name: 'Remove filter: “forestar”' }).click()
  await expect(page).toHaveURL('/buy')
})

test('filters, sort and page live in the address, and Back restores the list and its place', async ({
  page,
  checkPage,
}) => {
  await open(page, '/buy')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.getByLabel('Transmission').selectOption('automatic')
  // Dearer than the cars that other journeys list meanwhile.
  await filters.getByLabel('Lowest price', { exact: true }).fill('1400000')
  await filters.getByLabel('Highest price', { exact: true }).fill('5000000')
  await filters.getByLabel('Oldest year').fill('2016')
  await filters.getByLabel('Highest mileage').fill('300000')
  await page.getByLabel('Sort').selectOption('Lowest mileage')
  await expect(page).toHaveURL(
    '/buy?transmission=automatic&minPrice=1400000&maxPrice=5000000&minYear=2016&maxMileage=300000&sort=mileage',
  )
  await expect(page.getByRole('button', { name: /^Remove filter: / })).toHaveText([
    'Automatic',
    'From Ksh 1,400,000',
    'Up to Ksh 5,000,000',
    'From 2016',
  ])
  await checkPage(page, 'filtered')
  await filters.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Filters (4)' })).toBeFocused()

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  const { data } = await call('GET /api/sell/list', {
    query: {
      transmission: 'automatic',
      minPrice: 1_400_000,
      maxPrice: 5_000_000,
      minYear: 2016,
      sort: 'mileage',
      page: 2,
      limit: 12,
    },
  })
  const names = data.map((car) => car.name)
  await expect(cards(page).getByRole('heading')).toHaveText(names)
  const card = cards(page).nth(5)
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  await card.getByRole('link').click()
  await expect(page).toHaveURL(`/buy/${data[5]?._id}`)
  await page.goBack()
  await expect(page).toHaveURL(/&sort=mileage&page=2$/)
  await expect(cards(page).getByRole('heading')).toHaveText(names)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)

  await page.getByRole('button', { name: 'Filters (4)' }).click()
  await filters.getByRole('button', { name: 'Clear All' }).click()
  await expect(page).toHaveURL('/buy')
})

test('on a phone the filters are a sheet that says how many cars are left', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  await open(page, '/buy')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Category').selectOption('Minivan')
  await sheet.getByLabel('Seats').selectOption('7+')
  await sheet.getByLabel('Lowest price').fill('3000000')
  await expect(page).toHaveURL('/buy?category=Minivan&seats=7%2B&minPrice=3000000')
  await checkPage(page)
  await sheet.getByRole('button', { name: /^Show \d+ vehicle\(s\)$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(cards(page).first()).toContainText('Toyota Alphard 2.5 S')
})

test('a quick view tells all that matters of a car, and a sold one cannot be bought', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  await open(page, '/buy?search=Probox')
  const card = cards(page).filter({ hasText: 'Toyota Probox DX 1.5' })
  await expect(card.getByText('Sold').first()).toBeVisible()
  await expect(card.getByRole('button', { name: 'Sold: Toyota Probox DX 1.5' })).toBeDisabled()
  const opener = page.getByRole('button', { name: 'Quick View: Toyota Probox DX 1.5' })
  await opener.click()
  const quickView = page.getByRole('dialog', { name: 'Toyota Probox DX 1.5' })
  await expect(quickView.getByText('Verified Vehicle')).toBeVisible()
  await expect(quickView.getByText(/^Checked on /)).toBeVisible()
  await expect(quickView.getByRole('heading', { name: 'Specifications' })).toBeVisible()
  await expect(quickView.getByText('105,000 km')).toBeVisible()
  await expect(quickView.getByRole('heading', { name: 'Features' })).toBeVisible()
  await expect(quickView.getByText('Ksh 1,275,000')).toBeVisible()
  await expect(quickView.getByRole('button', { name: 'Buy This Car' })).toBeDisabled()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(quickView).toBeHidden()
  await expect(opener).toBeFocused()
})

test('buying signed out asks to log in, and goes on with the car one chose', { tag: '@phone-only' }, async ({
  page,
}) => {
  const person = await newPerson()
  await open(page, '/buy?search=CX-5')
  await page.getByRole('button', { name: 'Buy Now: Mazda CX-5 XD' }).click()
  const prompt = page.getByRole('dialog', { name: 'To Proceed, you need to Login' })
  await prompt.getByRole('button', { name: 'Login' }).click()
  await signInInPopup(page, person)
  await expect(page).toHaveURL('/purchase')
  await expect(page.getByRole('heading', { level: 1, name: 'Mazda CX-5 XD' })).toBeVisible()
})

test('signed in, a car is bought straight from its quick view', async ({ page }) => {
  await openAs(page, await newPerson(), '/buy?search=Axela')
  await page.getByRole('button', { name: 'Quick View: Mazda Axela 15S' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy This Car' }).click()
  await expect(page).toHaveURL('/purchase')
  await expect(page.getByRole('heading', { level: 1, name: 'Mazda Axela 15S' })).toBeVisible()
})

test('a search that finds no car for sale says so and clears its filters', async ({ page, checkPage }) => {
  await open(page, `/buy?search=${'zq'.repeat(40)}&seats=2`)
  await expect(page.getByRole('heading', { name: 'No verified vehicles found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your filters to see more verified results')).toBeVisible()
  await expect(found(page)).toHaveText('0 verified vehicle(s) found')
  await checkPage(page, 'none found')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/buy')
  await expect(cards(page)).toHaveCount(12)
})

test('a list that is slow shows its page at once, and one that cannot be loaded says why', {
  tag: '@phone-only',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/Failed to load resource.*\/api\/sell\/list/)
  await open(page, '/rent')
  const forSale = page.getByRole('contentinfo').getByRole('link', { name: 'Buy a car' })
  const { promise: late, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route('**/api/sell/list*', async (route) => {
    await late
    await route.abort()
  })
  await forSale.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verified Cars for Sale' })).toBeVisible()
  await expect(page.getByText('Loading the cars')).toBeAttached()
  await checkPage(page, 'on its way')
  answerNow()
  const alert = page.getByRole('alert').filter({ hasText: 'Please try again later' })
  await expect(alert.getByRole('heading', { name: 'Error connecting to server' })).toBeVisible()
  await checkPage(page)
  await page.unroute('**/api/sell/list*')
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(cards(page)).toHaveCount(12)
})

test('a card shows the second picture, a price on request, and how a price compares', async ({
  page,
  checkPage,
}) => {
  await open(page, '/rent')
  let second = 'none'
  await page.route('**/api/sell/list*', async (route) => {
    const answer = await route.fetch()
    const body: { data: { price: number; priceBand: string | null; image2: string }[] } = await answer.json()
    // Other journeys list cars with one picture at the same time.
    body.data = body.data.filter(({ image2 }) => image2 !== '')
    const [low, great, asked] = body.data
    second = /\/media\/[\w-]+\//.exec(low?.image2 ?? '')?.[0] ?? 'none'
    Object.assign(low ?? {}, { priceBand: 'low' })
    Object.assign(great ?? {}, { priceBand: 'great' })
    Object.assign(asked ?? {}, { price: 0 })
    await route.fulfill({ json: body })
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Buy a car' }).click()
  await expect(cards(page).nth(0)).toContainText('Unusually low: check carefully')
  await expect(cards(page).nth(1)).toContainText('Great price')
  await expect(cards(page).nth(2)).toContainText('Price on request')
  await expect(cards(page).nth(0).locator('img')).toHaveAttribute('src', new RegExp(second))
  await checkPage(page, 'with prices of all kinds')
})

function cards(page: Page) {
  return page.getByRole('article')
}

function found(page: Page) {
  return page.getByRole('status').filter({ hasText: 'found' })
}
