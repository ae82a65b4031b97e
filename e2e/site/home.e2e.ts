import { expect } from '@playwright/test'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'

test('the home page shows what Twende is: hero, search, four cars, figures, voices', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Quick View: / })).toHaveCount(4)
  await expect(page.getByText('5000+')).toBeVisible()
  await expect(page.getByText('200+')).toBeVisible()
  await expect(page.getByText('50+')).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(3)
  await checkPage(page)
  await page.getByRole('link', { name: 'Rent Now' }).click()
  await expect(page).toHaveURL('/rent')
  await page.goBack()
  await page.getByRole('link', { name: 'Buy/Sell Car' }).click()
  await expect(page).toHaveURL('/buy')
})

test('a featured car opens in a quick view and leads to its page', async ({ page, checkPage }) => {
  await open(page, '/')
  const opener = page.getByRole('button', { name: /^Quick View: / }).first()
  const name = (await opener.getAttribute('aria-label'))?.replace('Quick View: ', '') ?? ''
  await opener.click()
  const quickView = page.getByRole('dialog', { name })
  await expect(quickView.getByRole('button', { name: 'Rent This Car' })).toBeVisible()
  await checkPage(page)
  await quickView.getByRole('link', { name: 'Full details' }).click()
  await expect(page).toHaveURL(/\/rent\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the search box of the home page leads to the fleet with its words and category', {
  tag: '@phone-only',
}, async ({ page }) => {
  await open(page, '/')
  const box = page.getByRole('search')
  await box.getByLabel('Car Name').fill('prado')
  await box.getByLabel('Category').selectOption('SUV')
  await box.getByRole('button', { name: 'Search Cars' }).click()
  await expect(page).toHaveURL('/rent?search=prado&category=SUV')
  await expect(page.getByText('1 vehicle(s) found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Toyota Land Cruiser Prado TX' })).toBeVisible()
})
