import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { startBooking } from '../support/booking-wizard.ts'
import { smallPhoto } from '../support/camera.ts'
import { removeCatalogItems } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress, stayIn } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { addCatalogItem, ownCar } from '../support/own-cars.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'

// Without the names in other languages.
const NAME = /^Name\W*$/
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('a renamed category takes its cars and its old address along, and is called otherwise in Swahili', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const number = randomInt(1000)
  const [former, name, swahili] = [`Safari cars ${number}`, `Bush cars ${number}`, `Gari za mbuga ${number}`]
  await addCatalogItem('car-categories', former)
  const { retire } = await ownCar({ name: 'Land Rover Defender', category: former })
  atEnd(retire)
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue')
  await expect(heading(page, 'Products')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Catalogue' })
    .getByRole('link', { name: 'Car categories' })
    .click()
  await checkPage(page)
  await page.getByRole('link', { name: `Edit ${former}`, exact: true }).click()
  await page.getByLabel(NAME).fill(name)
  await page.getByLabel('Name in Kiswahili').fill(swahili)
  await checkPage(page)
  await page.getByRole('button', { name: 'Save category' }).click()
  await expect(row(page, name)).toBeVisible()

  await open(page, '/')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('1 vehicle(s) found')).toBeVisible()
  await open(page, `/rent?category=${encodeURIComponent(former)}`)
  await expect(page.getByText('1 vehicle(s) found')).toBeVisible()
  await open(page, '/sw')
  await page.getByRole('link', { name: swahili, exact: true }).click()
  await expect(page).toHaveURL(/\/sw\/rent\?category=Bush[+%20]+cars/)
  await expect(page.getByRole('button', { name: new RegExp(swahili) })).toBeVisible()
  await checkPage(page, 'translated category')
})

test('a service with a picture comes onto the services page, up in its order, and leaves again', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const name = 'Drone lessons'
  atEnd(() => removeCatalogItems('services', name))
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue/list/services')
  await expect(heading(page, 'Services')).toBeVisible()
  await page.getByRole('link', { name: 'Add service' }).click()
  await page.getByRole('button', { name: 'Add service' }).click()
  await expect(page.getByText('Please describe the service')).toBeVisible()
  await checkPage(page)
  await page.getByLabel(NAME).fill(name)
  await page.getByLabel(/^Description\W*$/).fill('Two mornings on a field in Karen.')
  await page.getByLabel('Choose a picture').setInputFiles(smallPhoto)
  await expect(page.getByRole('img', { name: 'Current picture' })).toBeVisible()
  await page.getByRole('button', { name: 'Add service' }).click()
  await expect(row(page, name)).toBeVisible()
  const services = await (await fetch(`${marketAddress}/services`)).text()
  expect(services).toContain(name)
  const before = await servicesOffered()
  const last = before.indexOf(name)
  expect(last).toBe(before.length - 1)
  const up = page.getByRole('button', { name: `Move ${name} up` })
  await up.click()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await servicesOffered()).indexOf(name)).toBe(last - 2)
  await page.setViewportSize(phoneSize)
  await checkPage(page)
  await page.setViewportSize(desktopSize)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`${name} was removed`)).toBeVisible()
  expect(await servicesOffered()).not.toContain(name)
})

test('a pickup point is offered to who rents until it is hidden', async ({
  page,
  browser,
  checkPage,
  atEnd,
}) => {
  const name = 'Diani Beach'
  atEnd(() => removeCatalogItems('locations', name))
  const placesOffered = async () => (await call('GET /api/location/list', {})).data.map((place) => place.name)
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue/list/locations')
  await page.getByRole('link', { name: 'Add location' }).click()
  await page.getByLabel(NAME).fill(name)
  await page.getByLabel('Kind').selectOption('Pickup point in Mombasa')
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(row(page, name)).toContainText('Pickup point in Mombasa')
  const visitor = await (await browser.newContext()).newPage()
  await startBooking(visitor, await newPerson(), 'Toyota Premio', stayIn(80, 3))
  await visitor.getByLabel('Pickup location').selectOption(name)
  await visitor.context().close()
  await page.getByRole('button', { name: `Hide ${name}` }).click()
  await expect(row(page, name)).toContainText('Hidden')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).not.toContainText('Hidden')
  await page.getByRole('button', { name: `Hide ${name}` }).click()
  await expect(row(page, name)).toContainText('Hidden')
  await checkPage(page)
  expect(await placesOffered()).not.toContain(name)
})

test('the last banner stays', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 409/)
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue/list/banners')
  await page.getByRole('button', { name: 'Hide Banner 1' }).click()
  await expect(page.getByText('Something must stay in this list.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Banner 1' }).click()
  await expect(heading(page, 'Edit banner')).toBeVisible()
  await checkPage(page)
})

const servicesOffered = async () => (await call('GET /api/service/list', {})).data.map(({ name }) => name)
