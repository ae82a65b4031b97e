import { expect, type Page } from '@playwright/test'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'

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
  // A tap on the picture opens the car, as a tap on its name does.
  await card.click({ position: { x: 90, y: 60 } })
  await expect(page.getByRole('heading', { level: 1, name: names[5] ?? '' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/rent?transmission=automatic&sort=price-low&page=2')
  await expect(cards(page).getByRole('heading')).toHaveText(names)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
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
  await checkPage(page, 'filtered')
})

test('a quick view opens and closes by keyboard, and gives the focus back; a search may find nothing', async ({
  page,
  checkPage,
}) => {
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
  await page.getByLabel('Search').fill('zzzzqq')
  await expect(page.getByRole('heading', { name: 'No vehicles found' })).toBeVisible()
  // Else the header would lie over a part of what was scrolled under it.
  await page.evaluate(() => window.scrollTo(0, 0))
  await checkPage(page, 'nothing found')
})

function cards(page: Page) {
  return page.getByRole('article')
}
