import { expect, type Locator, type Page } from '@playwright/test'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { awake, open } from '../support/open-page.ts'
import { catchChats } from '../support/page-errors.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'

async function listingNamed(name: string): Promise<Listing> {
  const { data } = await call('GET /api/sell/list', {})
  const listing = data.find((candidate) => candidate.name === name)
  if (!listing) throw new Error(`There is no ${name} for sale in the demo market.`)
  return listing
}

/** A car whose seller nobody but the journey with this number asks for: leads count once a visitor and day. */
async function untouchedListing(journey: number): Promise<Listing> {
  const { data } = await call('GET /api/sell/list', {})
  const listing = data.filter(({ available }) => available).at(-1 - journey)
  if (!listing) throw new Error(`There are fewer than ${journey + 1} cars for sale in the demo market.`)
  return listing
}

async function leadsOf({ _id, name }: Listing): Promise<number> {
  const token = await firstAdminToken()
  const { data } = await call('GET /api/admin/listings', { query: { queue: 'all', search: name } }, { token })
  return data.find((listing) => listing._id === _id)?.leads ?? -1
}

const contactCard = (page: Page) => page.getByRole('region', { name: 'Contact Seller' })
const thumbnail = (page: Page, at: number, of: number) =>
  page.getByRole('button', { name: `Picture ${at} of ${of}`, exact: true })
const fullScreen = (page: Page, at: number, of: number) =>
  page.getByRole('button', { name: `See picture ${at} of ${of} full screen` })

/** Comes to `/purchase` as a link with a navigation state would lead there. */
async function comeToPurchase(page: Page, carId: string) {
  await page.evaluate((id) => {
    window.history.pushState({ usr: { carId: id }, key: 'visit', idx: 1 }, '', '/purchase')
  }, carId)
  await page.reload()
  await awake(page)
}

test('a visitor reaches the seller by chat, call and email, and each way counts once', async ({
  page,
  context,
  checkPage,
}, { repeatEachIndex }) => {
  const car = await untouchedListing(repeatEachIndex)
  const leads = await leadsOf(car)
  const chats = await catchChats(context)
  await open(page, `/buy/${car._id}`)
  const card = contactCard(page)
  const opened = context.waitForEvent('page')
  await card.getByRole('link', { name: 'WhatsApp' }).click()
  await expect(await opened).toHaveTitle('WhatsApp')
  await expect.poll(() => chats.length).toBe(1)
  const number = chats[0]?.pathname.slice(1) ?? ''
  expect(number).toMatch(/^254\d{9}$/)
  const greeting = chats[0]?.searchParams.get('text')
  expect(greeting).toContain(`I am interested in your ${car.name} (${car.year})`)
  expect(greeting).toContain(`${marketAddress}/buy/${car._id}`)

  await expect(card.getByText('***')).toBeHidden()
  await expect(card.getByRole('link', { name: 'Call Seller' })).toHaveAttribute('href', `tel:+${number}`)
  const mail = new URL((await card.getByRole('link', { name: 'Send Email' }).getAttribute('href')) ?? '')
  expect(mail.protocol).toBe('mailto:')
  expect(mail.pathname).toContain('@')
  expect(mail.searchParams.get('subject')).toBe(`Inquiry about ${car.name}`)
  await expect(card.getByRole('link', { name: mail.pathname })).toBeVisible()
  await checkPage(page, 'with the seller’s phone')

  expect(await leadsOf(car)).toBe(leads + 1)
  await card.getByRole('link', { name: 'WhatsApp' }).click()
  await expect.poll(() => chats.length).toBe(2)
  for (const name of ['Call Seller', 'Send Email']) {
    const counted = page.waitForResponse('**/api/sell/reveal/*')
    await card.getByRole('link', { name }).evaluate((link) => {
      link.addEventListener('click', (event) => event.preventDefault())
    })
    await card.getByRole('link', { name }).click()
    await counted
  }
  await expect.poll(() => leadsOf(car)).toBe(leads + 3)
})

test('the pictures are walked through by keys, arrows and thumbnails, and looked at full screen and closer', async ({
  page,
  checkPage,
}) => {
  const car = await listingNamed('Suzuki Jimny Sierra')
  await open(page, `/buy/${car._id}`)
  await fullScreen(page, 1, 4).focus()
  await page.keyboard.press('ArrowRight')
  await expect(fullScreen(page, 2, 4)).toBeFocused()
  await page.keyboard.press('End')
  await expect(fullScreen(page, 4, 4)).toBeVisible()
  await page.keyboard.press('Home')
  await thumbnail(page, 3, 4).click()
  await expect(thumbnail(page, 3, 4)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await fullScreen(page, 2, 4).click()
  const lightbox = page.getByRole('dialog', { name: car.name })
  await expect(lightbox.getByText('Picture 2 of 4')).toBeAttached()
  await checkPage(page)
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByText('Picture 3 of 4')).toBeAttached()
  await lightbox.getByRole('button', { name: 'Zoom in' }).click()
  await expect(lightbox.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await checkPage(page, 'closer')
  await page.keyboard.press('-')
  await lightbox.getByRole('group', { name: /picture 3 of 4/ }).dblclick()
  await expect(lightbox.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(fullScreen(page, 3, 4)).toBeFocused()
})

test('on a phone the pictures are swiped, and looked at full screen', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const car = await listingNamed('Suzuki Jimny Sierra')
  await open(page, `/buy/${car._id}`)
  await checkPage(page)
  await swipeLeft(page)
  await fullScreen(page, 2, 4).click()
  const lightbox = page.getByRole('dialog', { name: car.name })
  await expect(lightbox.getByText('Picture 2 of 4')).toBeAttached()
  await checkPage(page)
  await lightbox.getByRole('button', { name: 'Zoom in' }).click()
  await expect(lightbox.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await checkPage(page, 'closer')
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

test(
  'a listing is reported once',
  { tag: '@both-widths' },
  async ({ page, pageErrors, checkPage }, { repeatEachIndex }) => {
    pageErrors.expect(/status of 409.*\/api\/sell\/report/)
    // Five reports of a listing are heard from one network.
    const car = await listingNamed(repeatEachIndex % 2 === 0 ? 'Toyota Noah Si' : 'Nissan Note X 1.2')
    await openAs(page, await newPerson(), `/buy/${car._id}`)
    const opener = page.getByRole('button', { name: 'Report this listing' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Report this listing' })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Please choose what is wrong')).toBeVisible()
    await checkPage(page)
    await dialog.getByLabel('It is listed more than once').check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Thank you. We will look at this listing.')).toBeVisible()
    await expect(opener).toBeFocused()
    await opener.click()
    await dialog.getByLabel('The price is wrong').check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('You have already reported this listing. Thank you.')).toBeVisible()
  },
)

test('a sold car says so for its week, and leads to others', async ({ page, checkPage }) => {
  const car = await listingNamed('Toyota Probox DX 1.5')
  await open(page, `/buy/${car._id}`)
  await expect(page.getByText('Sold', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'WhatsApp', exact: true })).toHaveCount(1)
  await checkPage(page, 'sold')
  await page.getByRole('link', { name: 'See other cars' }).click()
  await expect(page).toHaveURL(/\/buy\?category=/)
})

test('a car that is not for sale is not found', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 404.*\/buy\//)
  const answer = await page.goto('/buy/01920000-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
  await awake(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicle not found' })).toBeVisible()
  await expect(page.getByText('Please try selecting another vehicle')).toBeVisible()
  await checkPage(page, 'not found')
  await page.getByRole('link', { name: 'Back to Vehicles' }).click()
  await expect(page).toHaveURL('/buy')
})

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
  await page.reload()
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
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/rent')
})

test('the purchase page holds the car’s place while it is on its way, and tries again when it does not come', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/ERR_FAILED/)
  const car = await listingNamed('Mazda Demio 1.3')
  const { promise: late, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route('**/api/sell/get/*', async (route) => {
    await late
    await route.abort()
  })
  await open(page, '/rent')
  await comeToPurchase(page, car._id)
  await expect(page.getByText('Loading vehicle details')).toBeAttached()
  await checkPage(page, 'on its way')
  answerNow()
  await expect(page.getByRole('heading', { level: 1, name: 'Error connecting to server' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Newest verified cars' }).getByRole('article')).toHaveCount(4)
  await checkPage(page)
  await page.unroute('**/api/sell/get/*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: car.name })).toBeVisible()
})
