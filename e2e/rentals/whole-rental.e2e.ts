import { expect } from '@playwright/test'
import { showKsh } from '@twende/contract/money.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress } from '../support/market.ts'
import { moveDaysSoThatCarIsLate } from '../support/past-days.ts'
import { firstAdminToken, openAs } from '../support/people.ts'
import { rentalWithPapers } from '../support/prepare-rental.ts'
import { phoneSize } from '../support/screen-sizes.ts'
import { handOverByPage, openDesk, Thumb, takeBackByPage } from '../support/yard.ts'

/** At two seconds a tap, a handover within two minutes. */
const MOST_TAPS = 55

test(
  'on two phones: a car handed over within 55 taps and without network, late, taken back with a scratch, its deposit given back',
  {
    tag: '@both-widths',
  },
  async ({ page, browser, pageErrors, sentData, checkPage }, testInfo) => {
    pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
    const { customer, booking, stay, ownPage } = await rentalWithPapers({
      customer: 'Akinyi Odhiambo',
      // Its car is late for a while, and a late car is offered to nobody: no other journey asks for this one.
      car: 'Mazda Demio',
      daysAhead: 260,
      days: 3,
      extras: { childSeats: 2, deliveryToAddress: true, deliveryAddress: 'Riverside Drive 12' },
    })
    const context = await browser.newContext({ baseURL: marketAddress, viewport: phoneSize, hasTouch: true })
    sentData.watch(context)
    const yard = await context.newPage()
    const move = yard.getByRole('listitem').filter({ has: yard.locator(`a[href*="${booking._id}"]`) })
    await openDesk(yard, `/admin/yard?day=${stay.startDate}`)
    await expect(move).toContainText('Riverside Drive 12')
    await expect(move).toContainText('2 child seats')
    await checkPage(yard)
    const thumb = new Thumb()
    await thumb.tap(move.getByRole('link', { name: 'Mazda Demio' }))
    await expect(yard.getByText('To make ready with the car')).toBeVisible()
    await expect(yard.getByRole('listitem').filter({ hasText: '2 child seats' })).toBeVisible()
    await expect(yard.getByText('We bring the car to Riverside Drive 12')).toBeVisible()
    await handOverByPage(yard, checkPage, thumb)
    testInfo.annotations.push({ type: 'taps of a handover', description: String(thumb.taps) })
    expect(thumb.taps).toBeLessThanOrEqual(MOST_TAPS)

    await moveDaysSoThatCarIsLate(booking._id)
    await openAs(page, customer, ownPage)
    await expect(
      page.getByText(/^The car was due back on .*\. Please bring it back now, or call/),
    ).toBeVisible()
    await checkPage(page, 'late')
    await openDesk(yard, '/admin/yard')
    await expect(move.getByText('Late', { exact: true })).toBeVisible()
    await move.getByRole('link', { name: 'Mazda Demio' }).click()
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
    await expect(giving).toBeVisible()
    await checkPage(yard)
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
  },
)
