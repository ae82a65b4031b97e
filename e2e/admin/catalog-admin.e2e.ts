import { expect, type Page } from '@playwright/test'
import { startBooking } from '../support/booking-wizard.ts'
import { removeCatalogItems, renameCategory, translateCategory } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call, stayIn } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { photo } from '../support/sell-form.ts'

// Without the names in other languages.
const NAME = /^Name\W*$/
const goTo = (page: Page, tab: string) =>
  page.getByRole('navigation', { name: 'Catalogue' }).getByRole('link', { name: tab }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('a renamed category takes its cars and its old address along', async ({
  page,
  browser,
  checkPage,
  atEnd,
}) => {
  atEnd(() => renameCategory('First class', 'Luxury'))
  const visitor = await (await browser.newContext()).newPage()
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue')
  await expect(heading(page, 'Products')).toBeVisible()
  await goTo(page, 'Car categories')
  await checkPage(page)
  await rename(page, 'Luxury', 'First class')
  await open(visitor, '/')
  await visitor.getByRole('link', { name: 'First class', exact: true }).click()
  await expect(visitor.getByText('2 vehicle(s) found')).toBeVisible()
  await open(visitor, '/rent?category=Luxury')
  await expect(visitor.getByText('2 vehicle(s) found')).toBeVisible()
  await rename(page, 'First class', 'Luxury')
})

test('a category is called otherwise on Swahili pages once staff has translated it, and its filter is the same', async ({
  page,
  context,
  checkPage,
  atEnd,
}) => {
  atEnd(() => translateCategory('Hatchback', ''))
  const visitor = await context.newPage()
  await open(visitor, '/sw')
  const tile = (name: string) => visitor.getByRole('link', { name, exact: true })
  await expect(tile('Hatchback')).toBeVisible()
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue/list/car-categories')
  await page.getByRole('link', { name: 'Edit Hatchback', exact: true }).click()
  await page.getByLabel('Name in Kiswahili').fill('Gari dogo')
  await checkPage(page)
  await page.getByRole('button', { name: 'Save category' }).click()
  await expect(row(page, 'Hatchback')).toBeVisible()
  await open(visitor, '/sw')
  await tile('Gari dogo').click()
  await expect(visitor).toHaveURL(/\/sw\/rent\?category=Hatchback$/)
  await expect(visitor.getByRole('button', { name: /Gari dogo/ })).toBeVisible()
  await checkPage(visitor)
  await open(visitor, '/rent?category=Hatchback')
  await expect(visitor.getByRole('button', { name: /Hatchback/ })).toBeVisible()
})

test('a service with a picture comes onto the services page, up in its order, and leaves again', async ({
  page,
  browser,
  checkPage,
  atEnd,
}) => {
  atEnd(() => removeCatalogItems('services', 'Drone lessons'))
  const visitor = await (await browser.newContext()).newPage()
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue/list/services')
  await expect(heading(page, 'Services')).toBeVisible()
  await page.getByRole('link', { name: 'Add service' }).click()
  await page.getByRole('button', { name: 'Add service' }).click()
  await expect(page.getByText('Please describe the service')).toBeVisible()
  await checkPage(page)
  await page.getByLabel(NAME).fill('Drone lessons')
  await page.getByLabel(/^Description\W*$/).fill('Two mornings on a field in Karen.')
  await page.getByLabel('Choose a picture').setInputFiles(await photo(0))
  await expect(page.getByRole('img', { name: 'Current picture' })).toBeVisible()
  await page.getByRole('button', { name: 'Add service' }).click()
  await expect(row(page, 'Drone lessons')).toBeVisible()
  await open(visitor, '/services')
  await expect(visitor.getByRole('heading', { name: 'Drone lessons' })).toBeVisible()
  const up = page.getByRole('button', { name: 'Move Drone lessons up' })
  await up.click()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await servicesOffered()).indexOf('Drone lessons')).toBe(6)
  await page.setViewportSize({ width: 360, height: 740 })
  await checkPage(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Remove Drone lessons' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Drone lessons was removed')).toBeVisible()
  expect(await servicesOffered()).toHaveLength(8)
})

test('a pickup point is offered to who rents until it is hidden, and the last banner stays', async ({
  page,
  browser,
  pageErrors,
  checkPage,
  atEnd,
}) => {
  atEnd(() => removeCatalogItems('locations', 'Diani Beach'))
  const visitor = await (await browser.newContext()).newPage()
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue/list/locations')
  await page.getByRole('link', { name: 'Add location' }).click()
  await page.getByLabel(NAME).fill('Diani Beach')
  await page.getByLabel('Kind').selectOption('Pickup point in Mombasa')
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(row(page, 'Diani Beach')).toContainText('Pickup point in Mombasa')
  await startBooking(visitor, await newPerson(), 'Toyota Premio', stayIn(80, 3))
  await visitor.getByLabel('Pickup location').selectOption('Diani Beach')
  await page.getByRole('button', { name: 'Hide Diani Beach' }).click()
  await expect(row(page, 'Diani Beach')).toContainText('Hidden')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Diani Beach')).not.toContainText('Hidden')
  await page.getByRole('button', { name: 'Hide Diani Beach' }).click()
  await expect(row(page, 'Diani Beach')).toContainText('Hidden')
  await checkPage(page)
  const { data } = await call('GET /api/location/list', {})
  expect(data.map(({ name }) => name)).not.toContain('Diani Beach')
  await goTo(page, 'Banners')
  pageErrors.expect(/status of 409/)
  await page.getByRole('button', { name: 'Hide Banner 1' }).click()
  await expect(page.getByText('Something must stay in this list.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Banner 1' }).click()
  await expect(heading(page, 'Edit banner')).toBeVisible()
  await checkPage(page)
})

async function rename(page: Page, from: string, to: string) {
  await page.getByRole('link', { name: `Edit ${from}`, exact: true }).click()
  await page.getByLabel(NAME).fill(to)
  await page.getByRole('button', { name: 'Save category' }).click()
  await expect(row(page, to)).toBeVisible()
}

const servicesOffered = async () => (await call('GET /api/service/list', {})).data.map(({ name }) => name)
