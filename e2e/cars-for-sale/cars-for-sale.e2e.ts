import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { open } from '../support/open-page.ts'

test('filters, sort and page live in the address, and Back restores the list and its place', async ({
  page,
  checkPage,
}) => {
  // Dearer than the cars that other journeys list meanwhile.
  const query = { transmission: 'automatic' as const, minPrice: 1_400_000, sort: 'mileage' as const }
  await open(page, '/buy?transmission=automatic&minPrice=1400000&sort=mileage')
  await page.getByRole('button', { name: 'Filters (2)' }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters.getByLabel('Lowest price', { exact: true })).toHaveValue('1400000')
  await checkPage(page, 'filtered')
  await filters.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  const { data } = await call('GET /api/sell/list', { query: { ...query, page: 2, limit: 12 } })
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
})

test('on a phone the filters are a sheet that says how many cars are left', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  await open(page, '/buy')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Category').selectOption('Minivan')
  await sheet.getByLabel('Lowest price').fill('3000000')
  await expect(page).toHaveURL('/buy?category=Minivan&minPrice=3000000')
  await checkPage(page)
  await sheet.getByRole('button', { name: /^Show \d+ vehicle\(s\)$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(cards(page).first()).toContainText('Toyota Alphard 2.5 S')
})

test('a quick view opens over the list, and gives the focus back', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  await open(page, '/buy?search=Probox')
  const opener = page.getByRole('button', { name: 'Quick View: Toyota Probox DX 1.5' })
  await opener.click()
  const quickView = page.getByRole('dialog', { name: 'Toyota Probox DX 1.5' })
  await expect(quickView.getByText('Ksh 1,275,000')).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(quickView).toBeHidden()
  await expect(opener).toBeFocused()
})

function cards(page: Page) {
  return page.getByRole('article')
}
