import { expect, type Page } from '@playwright/test'
import { blankPhoto, noPicture, takeThrough } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { approveByApi } from '../support/papers.ts'
import { firstAdminToken } from '../support/people.ts'
import { confirmedRental, takeDepositByApi } from '../support/prepare-rental.ts'
import { phoneSize } from '../support/screen-sizes.ts'
import {
  lookAgainWhereAsked,
  openDesk,
  POSITIONS,
  sign,
  signatureField,
  takePhoto,
  takePhotos,
} from '../support/yard.ts'

const cameraFor = (page: Page, position: string) =>
  page.getByRole('button', { name: `Take photo: ${position}`, exact: true })

test('in the yard a photo of nothing, a customer without papers and a dot for a signature are refused, and photos that another phone replaced are sent again', {
  tag: '@phone-only',
}, async ({ page, browser, pageErrors, sentData, checkPage }) => {
  pageErrors.expect(/ERR_CONNECTION_RESET/, /status of 409/)
  const rental = await confirmedRental({ customer: 'Simiyu Wanjala', car: 'Toyota Premio', daysAhead: 290 })
  const bookingId = rental.booking._id
  await takeDepositByApi(rental)
  const address = `${rental.deskPage}/handover`
  await openDesk(page, address)
  await expect(
    page.getByText('The car cannot be handed over yet: nobody is approved to drive.'),
  ).toBeVisible()
  await takeThrough(page, cameraFor(page, 'Front'), noPicture)
  await expect(page.getByText(/^papers\.jpg is not a picture that we can read\./)).toBeVisible()
  await takeThrough(page, cameraFor(page, 'Front'), await blankPhoto())
  await expect(page.getByText(/^This photo shows an even surface\./)).toBeVisible()
  await checkPage(page)
  await page.route('**/condition/handover/photo', (route) => route.abort('connectionreset'), { times: 1 })
  await takePhoto(page, 'Front')
  await expect(page.getByText(/^Waiting for network: 0 of 1 photos sent$/)).toBeVisible()
  await takePhotos(page, POSITIONS.slice(1))
  const on = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click()
  await on('Marks')
  await on('Kilometres and fuel')
  await page.getByLabel('Kilometres').fill('42000')
  await page.getByText('Full', { exact: true }).click()
  await lookAgainWhereAsked(page)
  await on('Equipment')
  await on('Agreement')
  await on('Signature')
  const handOver = page.getByRole('button', { name: 'Hand over the car' })
  await (await signatureField(page)).click()
  await handOver.click()
  await expect(page.getByText('This is not a signature yet.')).toBeVisible()
  await sign(page)
  await handOver.click()
  await expect(page.getByText(/^Nobody is approved to drive yet\./)).toBeVisible()
  await checkPage(page, 'nobody may drive')

  await approveByApi(bookingId, rental.customer)
  const context = await browser.newContext({ baseURL: marketAddress, viewport: phoneSize, hasTouch: true })
  sentData.watch(context)
  const other = await context.newPage()
  const isMadeElsewhere = (phone: Page) =>
    phone.getByRole('heading', { name: 'This report is being made on another device' })
  await openDesk(other, address)
  await expect(isMadeElsewhere(other)).toBeVisible()
  await checkPage(other, 'made on another device')
  await other.getByRole('button', { name: 'Continue on this device' }).click()
  await takePhoto(other, 'Front')
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await context.close()

  await handOver.click()
  await expect(isMadeElsewhere(page)).toBeVisible()
  // As where one more photo was replaced after this phone had sent it.
  await page.route(
    '**/api/admin/booking/*/handover',
    (route) => {
      const message = 'A photo of this report has not arrived. It is sent again.'
      return route.fulfill({
        status: 409,
        json: { success: false, code: 'condition_photo_missing', message },
      })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Continue on this device' }).click()
  await expect(page.getByText('When it left')).toBeVisible()
  const { data } = await call(
    'GET /api/admin/booking/:bookingId/condition',
    { params: { bookingId } },
    { token: await firstAdminToken() },
  )
  expect(data.handover).toMatchObject({ km: 42_000, fuel: 8 })
  expect(data.handover?.photos).toHaveLength(POSITIONS.length)
})
