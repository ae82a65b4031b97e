import { expect, type Locator, type Page } from '@playwright/test'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { test } from '../support/journey.ts'
import { call, mailTo } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { listLive } from '../support/own-listings.ts'
import { newcomer, newPerson, openAs } from '../support/people.ts'

/** More than these, from people behind one address, need a proof. */
const MOST_REPORTS_OF_A_NETWORK = 5

async function listingNamed(name: string): Promise<Listing> {
  const { data } = await call('GET /api/sell/list', {})
  const listing = data.find((candidate) => candidate.name === name)
  if (!listing) throw new Error(`There is no ${name} for sale in the demo market.`)
  return listing
}

const contactCard = (page: Page) => page.getByRole('region', { name: 'Contact Seller' })
const thumbnail = (page: Page, at: number, of: number) =>
  page.getByRole('button', { name: `Picture ${at} of ${of}`, exact: true })
const fullScreen = (page: Page, at: number, of: number) =>
  page.getByRole('button', { name: `See picture ${at} of ${of} full screen` })

test('a buyer walks through the pictures by finger, keys and thumbnails, sees them closer, and may report the car', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const car = await listingNamed('Suzuki Jimny Sierra')
  await openAs(page, await newPerson(), `/buy/${car._id}`)
  await checkPage(page)
  await swipeLeft(page)
  await fullScreen(page, 2, 4).focus()
  await page.keyboard.press('ArrowRight')
  await expect(fullScreen(page, 3, 4)).toBeFocused()
  await page.keyboard.press('End')
  await expect(fullScreen(page, 4, 4)).toBeVisible()
  await page.keyboard.press('Home')
  await thumbnail(page, 3, 4).click()
  await expect(thumbnail(page, 3, 4)).toHaveAttribute('aria-pressed', 'true')
  await fullScreen(page, 3, 4).click()
  const lightbox = page.getByRole('dialog', { name: car.name })
  await expect(lightbox.getByText('Picture 3 of 4')).toBeAttached()
  await checkPage(page)
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox.getByText('Picture 2 of 4')).toBeAttached()
  await lightbox.getByRole('button', { name: 'Zoom in' }).click()
  await expect(lightbox.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await checkPage(page, 'closer')
  await page.keyboard.press('-')
  await lightbox.getByRole('group', { name: /picture 2 of 4/ }).dblclick()
  await expect(lightbox.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(fullScreen(page, 2, 4)).toBeFocused()

  const opener = page.getByRole('button', { name: 'Report this listing' })
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Report this listing' })).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('a reader behind an address that reported a car five times types a code first, and what they wrote is sent', {
  tag: '@both-widths',
}, async ({ page, checkPage, pageErrors }) => {
  pageErrors.expect(/status of 429/)
  const { _id } = await listLive(await newPerson())
  const params = { carId: _id }
  for (let reports = 0; reports < MOST_REPORTS_OF_A_NETWORK; reports += 1)
    await call(
      'POST /api/sell/report/:carId',
      { params, body: { reason: 'price', details: '' } },
      await newPerson(),
    )
  await open(page, `/buy/${_id}`)
  await page.getByRole('button', { name: 'Report this listing' }).click()
  const report = page.getByRole('dialog', { name: 'Report this listing' })
  await report.getByLabel('It is already sold').check()
  await report.getByLabel('What we should know (optional)').fill('Sold in May')
  const sent = page.waitForRequest((request) => request.url().includes('/api/sell/report/'))
  await report.getByRole('button', { name: 'Send report' }).click()
  await sent

  const proof = page.getByRole('dialog', { name: 'One more step' })
  const { email } = newcomer()
  await proof.getByLabel('Email').fill(email)
  await checkPage(page)
  await proof.getByRole('button', { name: 'Send me a code' }).click()
  const code = proof.getByLabel('Code')
  await expect(code).toBeFocused()
  await code.fill(/is (\d{6})\./.exec(await mailTo(email))?.[1] ?? '')
  await checkPage(page, 'with the code')
  const again = page.waitForRequest((request) => request.url().includes('/api/sell/report/'))
  await proof.getByRole('button', { name: 'Confirm and go on' }).click()
  expect((await again).postDataJSON()).toEqual({ reason: 'sold', details: 'Sold in May' })
  await expect(page.getByText('Thank you. We will look at this listing.')).toBeVisible()
})

/** With the mouse, as the carousel takes both alike; again where it was not there yet and nothing moved. */
async function swipeLeft(page: Page) {
  await expect(async () => {
    if (await fullScreen(page, 1, 4).isVisible()) await swipe(page, fullScreen(page, 1, 4))
    await expect(fullScreen(page, 2, 4)).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

async function swipe(page: Page, picture: Locator) {
  // Waits until the picture stands still.
  await picture.hover()
  const box = await picture.boundingBox()
  if (!box) throw new Error('The picture is not on the screen.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.7, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.2, y, { steps: 8 })
  await page.mouse.up()
}

test('the purchase page asks for its car once and shows its picture before its scripts are there', async ({
  page,
  checkPage,
}) => {
  const car = await listingNamed('Mazda Demio 1.3')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await open(page, '/rent')
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate((id) => {
    window.history.pushState({ usr: { carId: id }, key: 'visit', idx: 1 }, '', '/purchase')
  }, car._id)
  // The page is not loaded before its scripts are, which are held.
  await page.reload({ waitUntil: 'commit' })
  const picture = page.locator('main picture img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText('Loading vehicle details')).toBeAttached()
  go()
  await awake(page)
  await expect(page.getByRole('heading', { level: 1, name: car.name })).toBeVisible()
  await expect(fullScreen(page, 1, car.pictures.length)).toBeVisible()
  expect(asked.filter((path) => path === `/api/sell/get/${car._id}`).length).toBe(1)
  await expect(contactCard(page)).toBeVisible()
  await checkPage(page, 'with the chosen car')
})
