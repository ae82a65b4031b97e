import { expect, type Page } from '@playwright/test'
import { smallPhoto } from '../support/camera.ts'
import { removeCatalogItems } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { productNamed } from '../support/orders.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { desktopSize, phoneSize } from '../support/screen-sizes.ts'

// Without the names in other languages.
const NAME = /^Name\W*$/
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const servicesOffered = async () => (await call('GET /api/service/list', {})).data.map(({ name }) => name)

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
  const row = page.getByRole('article', { name, exact: true })
  await expect(row).toBeVisible()
  const services = await (await fetch(`${marketAddress}/services`)).text()
  expect(services).toContain(name)
  const last = (await servicesOffered()).indexOf(name)
  const up = page.getByRole('button', { name: `Move ${name} up` })
  await up.click()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await servicesOffered()).indexOf(name)).toBe(last - 2)
  await page.getByRole('button', { name: `Hide ${name}` }).click()
  await expect(row).toContainText('Hidden')
  await checkPage(page)
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

  await page.goto('/admin/catalogue/list/banners')
  await page.getByRole('link', { name: 'Edit Banner 1' }).click()
  await expect(heading(page, 'Edit banner')).toBeVisible()
  await checkPage(page)
})

test('the products are in order, and pieces that arrived are put on the shelf', async ({
  page,
  checkPage,
}) => {
  // No journey orders it.
  const wish = 'Epson EcoTank L3250 printer'
  const { _id, stock } = await productNamed(wish)
  await openAs(page, { token: await firstAdminToken() }, '/admin/catalogue?search=Epson')
  await expect(heading(page, 'Products')).toBeVisible()
  await checkPage(page)
  const shelf = page.getByLabel(`In stock: ${wish}`)
  await shelf.fill(String(Number(await shelf.inputValue()) + 5))
  await page.getByRole('row', { name: wish }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Stock of ${wish} saved`)).toBeVisible()
  expect((await productNamed(wish)).stock).toBe(stock + 5)
  for (const [path, title] of [
    ['/admin/catalogue/new', 'Add a product'],
    [`/admin/catalogue/${_id}`, wish],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await checkPage(page)
  }
})
