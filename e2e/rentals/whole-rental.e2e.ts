import { expect, type Page } from '@playwright/test'
import { addDays } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { choosePlaces, confirm, expectStep, payOnDemoPhone, startBooking } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call, marketAddress, stayIn } from '../support/market.ts'
import { moveDaysSoThatCarIsLate, owe } from '../support/past-days.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import {
  approvePapers,
  type CheckPage,
  disputeFuel,
  handOverByPage,
  keepForScratch,
  openDesk,
  sendPapers,
  takeBackByPage,
  withdrawFuel,
} from '../support/yard.ts'

const PHONE = { width: 360, height: 740 }

/** Books a car with a child seat that is brought to an address, and pays; returns the id of the booking. */
async function bookWithExtras(page: Page, { phone }: { phone: string }): Promise<string> {
  await choosePlaces(page)
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 2)
  await page.getByLabel('Phone number').fill(phone)
  const extras = page.getByRole('group', { name: 'Extras' })
  await extras.getByLabel('Child seats').selectOption('1')
  await extras.getByRole('checkbox', { name: /^Bring the car to an address in/ }).check()
  await extras.getByLabel('Delivery address').fill('Riverside Drive 12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 3)
  await confirm(page)
  await expectStep(page, 4)
  await payOnDemoPhone(page)
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Manage booking' }).click()
  await page.waitForURL(/\/mybookings\//)
  await expect(page.getByText('We bring the car to Riverside Drive 12')).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Keeps the car a day longer while it is out, and pays for the day. */
async function keepLonger(page: Page, until: string) {
  await page.getByRole('button', { name: 'Keep the car longer' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change booking BK/ })
  await dialog.getByLabel('Dropoff date').fill(until)
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('To pay now')).toBeVisible()
  await dialog.getByRole('button', { name: /^Ask this phone/ }).click()
  await payOnDemoPhone(page)
  await expect(dialog.getByText('Payment received')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^4 days × Ksh [\d,]+$/)).toBeVisible()
}

/** Staff finds the car in the list of the yard, late; tells what a day of the booking costs. */
async function findLateCar(yard: Page, bookingId: string): Promise<string> {
  await openDesk(yard, '/admin/yard')
  const move = yard.getByRole('listitem').filter({ hasText: 'Akinyi Odhiambo' })
  await expect(move.getByText('Late', { exact: true })).toBeVisible()
  await move.getByRole('link', { name: 'Toyota Premio' }).click()
  const params = { bookingId }
  const staff = { token: await firstAdminToken() }
  const { data } = await call('GET /api/admin/booking/:bookingId', { params }, staff)
  return showKsh(data.pricePerDay)
}

/** Staff keeps what is owed of the deposit, and gives back what is left of it. */
async function giveBackDeposit(page: Page, checkPage: CheckPage, bookingId: string) {
  const deposit = page.getByRole('region', { name: 'Deposit' })
  await keepForScratch(page, checkPage)
  await owe(bookingId, 500)
  await page.reload()
  const owed = page.getByRole('region', { name: 'Still owed' })
  await expect(owed.getByText('Take it, or keep it from the deposit.', { exact: false })).toBeVisible()
  await deposit.getByRole('button', { name: 'Give back deposit' }).click()
  const giving = page.getByRole('dialog', { name: /^Give back the deposit of BK/ })
  await giving
    .getByRole('radio', { name: /^Give all of it back, Ksh [\d,]+\. Ksh 500 stays owed\.$/ })
    .check()
  await expect(giving.getByRole('button', { name: /^Give back Ksh/ })).toBeVisible()
  await checkPage(page)
  await giving.getByRole('radio', { name: /^Keep Ksh 500 of the deposit for it/ }).check()
  await giving.getByRole('button', { name: /^Keep Ksh 500, give back Ksh/ }).click()
  await expect(giving).toBeHidden()
  await expect(owed).toBeHidden()
  await expect(deposit.getByText('Owed back').first()).toBeVisible()
}

test('on two phones: booked with extras, papers sent, handed over without network, kept a day longer, returned late with a scratch, disputed, deposit back in part', {
  tag: '@phone-only',
}, async ({ page, browser, pageErrors, sentData, checkPage }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  const customer = await newPerson('Akinyi Odhiambo')
  const stay = stayIn(260, 3)
  await startBooking(page, customer, 'Toyota Premio', stay)
  const bookingId = await bookWithExtras(page, customer)

  const next = page.getByRole('region', { name: 'What is next' })
  await next.getByRole('link', { name: 'Go to the papers' }).click()
  const own = page.getByRole('region', { name: 'Who drives' })
  await own.getByRole('button', { name: 'Send the papers' }).click()
  await sendPapers(page, checkPage)
  await expect(page.getByText('We are checking these papers. You will see the answer here.')).toBeVisible()
  await expect(next.getByText('We are checking the papers of your driver.')).toBeVisible()

  const context = await browser.newContext({ baseURL: marketAddress, viewport: PHONE, hasTouch: true })
  sentData.watch(context)
  const yard = await context.newPage()
  await openDesk(yard, `/admin/bookings/${bookingId}`)
  await expect(yard.getByRole('listitem').filter({ hasText: '1 child seat' })).toBeVisible()
  await yard
    .getByRole('region', { name: 'Who drives' })
    .getByRole('link', { name: 'Akinyi Odhiambo' })
    .click()
  await approvePapers(yard, checkPage)
  await openDesk(yard, `/admin/bookings/${bookingId}`)
  await handOverByPage(yard, checkPage)

  await openAs(page, customer, `/mybookings/${bookingId}`)
  await checkPage(page)
  await keepLonger(page, addDays(stay.startDate, 4))

  await moveDaysSoThatCarIsLate(bookingId)
  await openAs(page, customer, `/mybookings/${bookingId}`)
  await expect(
    page.getByText(/^The car was due back on .*\. Please bring it back now, or call/),
  ).toBeVisible()
  await checkPage(page)
  const priceOfADay = await findLateCar(yard, bookingId)
  await takeBackByPage(yard, checkPage, { late: priceOfADay })
  const charged = yard.getByRole('region', { name: 'Payment' })
  await expect(charged).toContainText(`Late return, 1 day${priceOfADay}`)
  await giveBackDeposit(yard, checkPage, bookingId)

  await openAs(page, customer, `/mybookings/${bookingId}`)
  await expect(page.getByText('We kept Ksh 1,500 of your deposit. Reason: Damage.')).toBeVisible()
  await expect(
    page.getByText('We kept Ksh 500 of your deposit. Reason: What was owed for the booking.'),
  ).toBeVisible()
  const returned = page.getByRole('region', { name: 'The car before and after' })
  const lateness = returned.getByRole('listitem').filter({ hasText: 'Late return, 1 day' })
  await expect(lateness).toContainText(priceOfADay)
  await expect(lateness.getByText(/^Due back on .*, came back on /)).toBeVisible()
  await disputeFuel(page, checkPage)
  const reference =
    (await page
      .getByText(/^BK\d{4}$/)
      .first()
      .textContent()) ?? ''
  await withdrawFuel(yard, checkPage, reference)
  await context.close()

  await openAs(page, customer, `/mybookings/${bookingId}`)
  const documents = page.getByRole('region', { name: 'Agreement and report' })
  await expect(documents.getByText('Rental agreement', { exact: true })).toBeVisible()
  await expect(documents.getByText('Return report', { exact: true })).toBeVisible()
  await checkPage(page)
})
