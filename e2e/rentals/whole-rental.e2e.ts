import { expect } from '@playwright/test'
import { showKsh } from '@twende/contract/money.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { moveDaysSoThatCarIsLate } from '../support/past-days.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { rentalWithPapers, takeDepositByApi } from '../support/prepare-rental.ts'
import { phoneSize } from '../support/screen-sizes.ts'
import { handOverByPage, openDesk, takeBackByPage } from '../support/yard.ts'

test('on two phones: a car handed over without network, late, taken back with a scratch, its deposit given back', {
  tag: '@phone-only',
}, async ({ page, browser, pageErrors, sentData, checkPage }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  const rental = await rentalWithPapers({
    customer: 'Akinyi Odhiambo',
    car: 'Toyota Premio',
    daysAhead: 260,
    days: 3,
    extras: { childSeats: 1 },
  })
  await takeDepositByApi(rental)
  const { customer, booking, ownPage, deskPage } = rental
  const context = await browser.newContext({ baseURL: marketAddress, viewport: phoneSize, hasTouch: true })
  sentData.watch(context)
  const yard = await context.newPage()
  await openDesk(yard, deskPage)
  await expect(yard.getByRole('listitem').filter({ hasText: '1 child seat' })).toBeVisible()
  await handOverByPage(yard)

  await moveDaysSoThatCarIsLate(booking._id)
  await openAs(page, customer, ownPage)
  await expect(
    page.getByText(/^The car was due back on .*\. Please bring it back now, or call/),
  ).toBeVisible()
  await checkPage(page, 'late')
  await openDesk(yard, '/admin/yard')
  const move = yard.getByRole('listitem').filter({ has: yard.locator(`a[href*="${booking._id}"]`) })
  await expect(move.getByText('Late', { exact: true })).toBeVisible()
  await move.getByRole('link', { name: 'Toyota Premio' }).click()
  const params = { bookingId: booking._id }
  const { data } = await call(
    'GET /api/admin/booking/:bookingId',
    { params },
    { token: await firstAdminToken() },
  )
  const priceOfADay = showKsh(data.pricePerDay)
  await takeBackByPage(yard, checkPage, priceOfADay)
  await expect(yard.getByRole('region', { name: 'Payment' })).toContainText(
    `Late return, 1 day${priceOfADay}`,
  )
  await yard.getByRole('button', { name: 'Give back deposit' }).click()
  const giving = yard.getByRole('dialog', { name: /^Give back the deposit of BK/ })
  await giving.getByRole('button', { name: 'Give back deposit' }).click()
  await expect(giving).toBeHidden()
  await context.close()

  await openAs(page, customer, ownPage)
  const returned = page.getByRole('region', { name: 'The car before and after' })
  const lateness = returned.getByRole('listitem').filter({ hasText: 'Late return, 1 day' })
  await expect(lateness).toContainText(priceOfADay)
  await expect(lateness.getByText(/^Due back on .*, came back on /)).toBeVisible()
  const documents = page.getByRole('region', { name: 'Agreement and report' })
  await expect(documents.getByText('Rental agreement', { exact: true })).toBeVisible()
  await expect(documents.getByText('Return report', { exact: true })).toBeVisible()
  await checkPage(page, 'returned')
})
