import { expect } from '@playwright/test'
import sharp from 'sharp'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'
import { newPerson, openAs, signInInPopup } from '../support/people.ts'
import {
  addPhotos,
  expectToast,
  fillCar,
  listingsOf,
  mpesaMessage,
  openTypedCar,
  payMyself,
  phonePhoto,
  photo,
  rememberMessages,
  send,
} from '../support/sell-form.ts'

// These journeys run beside each other: none depends on what another one does.
test.describe.configure({ mode: 'parallel' })

test('a visitor describes a car, logs in, and lists it with four photographs and a pasted M-Pesa message', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const person = await newPerson('Brian Kiptoo')
  const message = mpesaMessage(4_500)
  await open(page, '/sell-car')
  await addPhotos(page, [await photo(1), await phonePhoto(), await photo(2), await photo(3)])
  await page.getByRole('button', { name: 'Make Image 2 the main one' }).click()
  await expect(page.getByRole('button', { name: 'Move Main Image later' })).toBeFocused()
  await fillCar(page)
  await page.getByRole('button', { name: 'Please Login to Sell Car' }).click()
  await signInInPopup(page, person)
  await expect(page.getByLabel('Car name')).toHaveValue('Toyota Vitz F 1.3')
  await expect(page.getByRole('button', { name: /^Remove (Main Image|Image \d)$/ })).toHaveCount(4)
  await page.getByRole('button', { name: 'Use my account’s details' }).click()
  await page.getByLabel('Contact phone').fill('0712 345 678')
  await payMyself(page)
  await expect(page.getByLabel('M-Pesa name')).toHaveValue('Brian Kiptoo')
  await expect(page.getByLabel('M-Pesa phone number')).toHaveValue('0712 345 678')
  await page.getByLabel('M-Pesa message').fill(message)
  await expect(page.getByLabel('Amount paid (Ksh)')).toHaveValue('4500')
  await expect(page.getByRole('radio', { name: /^3 months/ })).toBeChecked()
  await expect(page.getByText(message.slice(0, 10), { exact: true })).toBeVisible()
  await checkPage(page, 'filled in')
  await send(page)

  await expect(page.getByRole('heading', { name: 'Your car is listed' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
  await checkPage(page, 'listed')
  const [listing, ...others] = await listingsOf(person)
  expect(others).toEqual([])
  expect(listing).toMatchObject({ listingStatus: 'pending_payment', verified: false, price: 1_130_000 })
  expect(listing?.pictures).toHaveLength(4)
  const stored = await sharp(await (await fetch(listing?.image ?? '')).arrayBuffer()).metadata()
  expect({ exif: stored.exif, width: stored.width, upright: stored.height > stored.width }).toEqual({
    exif: undefined,
    width: 1200,
    upright: true,
  })

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your car is listed' })).toBeVisible()
  await page.getByRole('link', { name: 'List another car' }).click()
  await expect(page.getByLabel('Car name')).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
})

test('a network lost in the middle of an upload, then an answer lost: one car is listed, and paid by phone', async ({
  page,
  context,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/Failed to load resource.*ERR_INTERNET_DISCONNECTED/, /\/api\/sell\/add/)
  const person = await newPerson()
  await openTypedCar(page, person)
  await addPhotos(page, [await photo(1), await photo(2)])
  await payMyself(page)
  await page.getByRole('radio', { name: /^Pay with M-Pesa now/ }).check()
  const button = page.getByRole('button', { name: /List Car & Submit Payment|Uploading/ })

  const line = await context.newCDPSession(page)
  const network = (offline: boolean, uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await network(false, 30_000)
  const told = await rememberMessages(page)
  await send(page)
  for (const sentence of ['Uploading car details... This may take a moment', 'Upload progress: 25%'])
    await expect.poll(told, { timeout: 90_000 }).toContain(sentence)
  await expect(button).toHaveText(/^Uploading\.\.\. [2-9]\d%$/)
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await network(true, -1)
  await expect(
    page.getByRole('alert').getByText('Network error. Please check your connection.'),
  ).toBeVisible()
  await checkPage(page)
  // It may have arrived all the same: nobody knows.
  expect((await listingsOf(person)).length).toBeLessThan(2)

  await network(false, -1)
  await line.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/sell/add', requestStage: 'Response' }] })
  const lost = new Promise<void>((resolve) => {
    line.once('Fetch.requestPaused', async ({ requestId }) => {
      await line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      resolve()
    })
  })
  await send(page)
  await lost
  await expect(
    page.getByRole('alert').getByText('Network error. Please check your connection.'),
  ).toBeVisible()
  await line.send('Fetch.disable')
  expect(await listingsOf(person)).toHaveLength(1)
  await page.reload()
  await expect(page.getByLabel('Color')).toHaveValue('Silver')
  await expect(page.getByRole('img', { name: 'The car, view 2' })).toBeVisible()
  await send(page)
  await expect(page.getByRole('heading', { name: 'Your car is listed' })).toBeVisible()
  await payOnDemoPhone(page)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await checkPage(page, 'listed and paid')
  expect(await listingsOf(person)).toMatchObject([
    { payment: { status: 'paid', paymentMethod: 'stk' }, listingStatus: 'active', verified: false },
  ])
})

test('odd files are told in words, four pictures fit, and a reload keeps them until one starts over', async ({
  page,
  checkPage,
}) => {
  await openAs(page, await newPerson(), '/sell')
  await page.getByLabel('Category').selectOption('Pickup Truck')
  const files = page.locator('input[name="pictures"]')
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1')])
  await files.setInputFiles([
    { name: 'IMG_7.HEIC', mimeType: 'image/heic', buffer: heic },
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]) },
  ])
  await expectToast(page, 'Error processing image')
  await expect(page.getByText(/^broken.jpg cannot be read/)).toBeVisible()
  await expect(
    page.getByRole('img', { name: /^The car, view 1\. This browser cannot show this photo/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove Main Image' }).click()
  await files.setInputFiles(await Promise.all([1, 2, 3, 4, 5].map(photo)))
  await expect(page.getByText('Only four pictures fit: 1 more was left out.')).toBeVisible()
  const remove = page.getByRole('button', { name: /^Remove (Main Image|Image \d)$/ })
  await expect(remove).toHaveCount(4)
  await checkPage(page, 'with pictures that were left out')
  await page.getByRole('button', { name: 'Remove Image 2' }).click()
  await expect(remove).toHaveCount(3)
  await page.reload()
  await expect(remove).toHaveCount(3)
  await expect(page.getByLabel('Category')).toHaveValue('Pickup Truck')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Category')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Car name')).toHaveValue('')
  await expect(remove).toHaveCount(0)
})
