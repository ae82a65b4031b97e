import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import { bookByApi } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call, carNamed, marketAddress, stayIn } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import {
  approvePapers,
  type CheckPage,
  disputeFuel,
  disputeScratch,
  giveBackPartOfScratch,
  handOverByPage,
  keepForScratch,
  openDesk,
  sendPapers,
  takeBackByPage,
  withdrawFuel,
} from '../support/yard.ts'

/** Staff enters the papers of whoever stands at the counter, and approves them. */
async function proveLicence(page: Page, checkPage: CheckPage) {
  const drivers = page.getByRole('region', { name: 'Who drives' })
  await expect(drivers.getByText('Nobody may drive yet')).toBeVisible()
  await drivers.getByRole('link', { name: 'Enter papers' }).click()
  await sendPapers(page, checkPage)
  await page.getByRole('button', { name: 'Refuse to rent to this person' }).click()
  const refusing = page.getByRole('dialog', { name: 'Rent no car to a person' })
  await expect(refusing.getByLabel('Driving licence number')).toHaveValue('DL1234567')
  await checkPage(page)
  await page.keyboard.press('Escape')
  await approvePapers(page, checkPage)
}

test('staff confirms a booking, hands the car over, and takes it back with extra charges', {
  tag: '@both-widths',
}, async ({ page, browser, sentData, pageErrors, checkPage }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  const customer = await newPerson('Muthoni Karanja')
  const stay = stayIn(150, 3)
  const booking = await bookByApi(customer, 'Toyota Premio', stay, 'whatsapp')

  await openDesk(page, `/admin/bookings?search=${booking.bookingId}`)
  const row = page.getByRole('link', { name: booking.bookingId })
  await expect(row).toBeVisible()
  const chat = page.getByRole('link', { name: 'WhatsApp Muthoni Karanja' }).filter({ visible: true })
  await expect(chat).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/2547\\d+\\?text=.*${booking.bookingId}`),
  )
  await checkPage(page)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: booking.bookingId })).toBeVisible()
  await checkPage(page)

  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirming = page.getByRole('dialog', { name: `Confirm ${booking.bookingId}?` })
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming.getByText('Please say how it was paid')).toBeVisible()
  await checkPage(page)
  await confirming.getByRole('button', { name: 'M-Pesa to the till' }).click()
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming).toBeHidden()
  await expect(page.getByText('Confirmed by staff')).toBeVisible()

  await proveLicence(page, checkPage)
  await openDesk(page, '/admin/drivers?status=approved&search=Muthoni')
  await expect(page.getByRole('link', { name: 'Muthoni Karanja' }).first()).toBeVisible()
  await checkPage(page)
  await openDesk(page, `/admin/bookings/${booking._id}`)
  await expect(page.getByText('May drive', { exact: true })).toBeVisible()
  await handOverByPage(page, checkPage)
  await takeBackByPage(page, checkPage)
  const deposit = page.getByRole('region', { name: 'Deposit' })
  await keepForScratch(page, checkPage)
  await deposit.getByRole('button', { name: 'Give back deposit' }).click()
  const giving = page.getByRole('dialog', { name: /^Give back the deposit of BK/ })
  await checkPage(page)
  await giving.getByRole('button', { name: 'Give back deposit' }).click()
  await expect(giving).toBeHidden()
  await expect(deposit.getByText('Owed back').first()).toBeVisible()
  await openDesk(page, `/admin/deposits?queue=toReturn&search=${booking.bookingId}`)
  await expect(page.getByRole('link', { name: booking.bookingId })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: booking.bookingId }).click()
  await expect(deposit.getByText('Owed back').first()).toBeVisible()

  const context = await browser.newContext({ baseURL: marketAddress })
  sentData.watch(context)
  const customerPage = await context.newPage()
  await openAs(customerPage, customer, `/mybookings/${booking._id}`)
  const seen = customerPage.getByRole('region', { name: 'The car before and after' })
  await expect(seen.getByRole('img', { name: 'Return: Front', exact: true })).toBeVisible()
  await expect(seen.getByText('Scratch, Left side', { exact: false }).first()).toBeVisible()
  await expect(seen.getByText('Missing fuel, 4/8 of a tank')).toBeVisible()
  const kept = customerPage.getByRole('region', { name: 'Deposit' })
  await expect(kept.getByText('We kept Ksh 1,500 of your deposit. Reason: Damage.')).toBeVisible()
  await expect(kept.getByText('The scratch on the left side')).toBeVisible()
  await expect(kept.getByRole('img', { name: 'Photo: Damage', exact: true })).toBeVisible()
  await checkPage(customerPage)
  await disputeFuel(customerPage, checkPage)
  await disputeScratch(customerPage, checkPage)
  await context.close()
  await withdrawFuel(page, checkPage, booking.bookingId)
  await giveBackPartOfScratch(page, checkPage)
  const { data } = await call(
    'GET /api/admin/booking/:bookingId',
    { params: { bookingId: booking._id } },
    { token: await firstAdminToken() },
  )
  expect(data).toMatchObject({ status: 'completed', extraCharges: 2_000 })

  const agreements = page.getByRole('region', { name: 'Agreement and report' })
  await expect(agreements.getByText('Return report', { exact: true })).toBeVisible()
  const downloading = page.waitForEvent('download')
  const agreement = agreements.getByRole('listitem').filter({ hasText: 'Rental agreement' })
  await agreement.getByRole('button', { name: 'Download' }).click()
  await checkDownload(page, checkPage, await downloading)
  await checkPage(page)
})

/** On the page that the code of an agreement leads to, the file is known, and a changed one is not. */
async function checkDownload(page: Page, checkPage: CheckPage, download: Download) {
  const buffer = await readFile(await download.path())
  const number = download.suggestedFilename().replace('.pdf', '')
  await open(page, `/check/${number.toLowerCase()}`)
  await expect(page.getByText('M. K.')).toBeVisible()
  const choose = (bytes: Buffer) =>
    page
      .getByLabel('Choose the PDF file')
      .setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer: bytes })
  const result = page.getByRole('main').getByRole('status')
  const changed = Buffer.from(buffer)
  changed.writeUInt8((buffer.at(-20) ?? 0) ^ 1, buffer.length - 20)
  await choose(changed)
  await expect(result).toContainText('This is not the file that we made')
  await choose(buffer)
  await expect(result).toContainText('This is the file that we made. Nothing in it was changed.')
  await checkPage(page)
}

test('the money of a paid booking is owed back when staff cancels it, and longer days have their price', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const [customer, rival] = await Promise.all([newPerson('Wairimu Ndegwa'), newPerson('Rival Mwangi')])
  const stay = stayIn(170, 2)
  const booking = await bookByApi(customer, 'Toyota Premio', stay, 'whatsapp')
  await bookByApi(rival, 'Toyota Premio', stayIn(175, 2))
  const params = { bookingId: booking._id }
  const staff = { token: await firstAdminToken() }
  await call(
    'POST /api/admin/booking/:bookingId/confirm',
    { params, body: { note: 'Cash', paidBy: 'cash' as const } },
    staff,
  )

  await openDesk(page, `/admin/bookings/${booking._id}`)
  await page.getByRole('button', { name: 'Extend' }).click()
  const extending = page.getByRole('dialog', { name: `Extend ${booking.bookingId}` })
  await extending.getByLabel('New drop-off day').fill(stayIn(170, 6).endDate)
  await extending.getByRole('button', { name: 'Cash', exact: true }).click()
  await extending.getByRole('button', { name: 'Extend' }).click()
  await expect(extending.getByText('This car is already booked for those dates.')).toBeVisible()
  await checkPage(page)
  await extending.getByLabel('New drop-off day').fill(stayIn(170, 3).endDate)
  await expect(extending.getByText(/^1 day more$/)).toBeVisible()
  await extending.getByRole('button', { name: 'Extend' }).click()
  await expect(extending).toBeHidden()

  const total = 3 * booking.pricePerDay
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const cancelling = page.getByRole('dialog', { name: `Cancel ${booking.bookingId}?` })
  await expect(cancelling.getByText('Goes back to the customer')).toBeVisible()
  await expect(cancelling.getByText(`Ksh ${total.toLocaleString('en-GB')}`).last()).toBeVisible()
  await checkPage(page)
  await cancelling.getByRole('button', { name: 'The car is in the garage' }).click()
  await cancelling.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(cancelling).toBeHidden()
  await expect(page.getByText(/is owed back to the customer/)).toBeVisible()
  const { data, money } = await call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect(data.paymentStatus).toBe('refunding')
  expect(money.owedBack).toBe(total)
})

test('of two who act on one booking, one wins and the other is told and sees it as it is', async ({
  page,
  browser,
  pageErrors,
}) => {
  pageErrors.expect(/status of (404|409)/)
  const booking = await bookByApi(
    await newPerson('Naliaka Wekesa'),
    'Toyota Premio',
    stayIn(180, 2),
    'whatsapp',
  )
  const other = await (await browser.newContext({ baseURL: marketAddress })).newPage()
  for (const desk of [page, other]) {
    await openDesk(desk, `/admin/bookings/${booking._id}`)
    await desk.getByRole('button', { name: 'Confirm' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Cash', exact: true }).click()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText('Booking confirmed')).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Confirm booking' }).click()
  await expect(other.getByText(/Someone else changed this/)).toBeVisible()
  await expect(other.getByRole('dialog')).toBeHidden()
  await expect(other.getByRole('button', { name: 'Hand over' })).toBeVisible()
  await other.context().close()
})

test('days dragged on the calendar are kept from customers, by keyboard too, and an undone removal comes back', async ({
  page,
  browser,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const car = await carNamed('Suzuki Alto 660')
  const { startDate, endDate } = stayIn(200, 3)
  await openDesk(page, `/admin/calendar?from=${stayIn(198, 1).startDate}&search=Alto`)
  const day = (at: string) => page.getByRole('gridcell', { name: new RegExp(`^${showDay(at)}, `) })
  await expect(day(startDate)).toBeVisible()
  await checkPage(page)
  await day(startDate).hover()
  await page.mouse.down()
  await day(endDate).hover()
  await page.mouse.up()
  const keeping = page.getByRole('dialog', { name: car.name })
  await expect(keeping.getByText('Walk-in booking')).toBeVisible()
  await checkPage(page)
  await keeping.getByText('Block', { exact: true }).first().click()
  await keeping.getByRole('button', { name: 'New tyres' }).click()
  await checkPage(page)
  await keeping.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(keeping).toBeHidden()
  await expect(page.getByRole('button', { name: /^Blocked: New tyres/ })).toBeVisible()

  const customer = await (await browser.newContext({ baseURL: marketAddress })).newPage()
  await open(customer, `/rent?${new URLSearchParams({ search: car.name, startDate, endDate })}`)
  await expect(customer.getByRole('button', { name: 'Rent Now' })).toHaveCount(0)
  await customer.context().close()

  // The same days again, by keyboard, are refused in the dialog.
  await day(stayIn(199, 1).startDate).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await keeping.getByLabel('First name').fill('Otieno')
  await keeping.getByLabel('Last name').fill('Okello')
  await keeping.getByLabel('Phone').fill('0722000111')
  await keeping.getByLabel('Drop-off time').selectOption('18:00')
  await keeping.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(keeping.getByText('This car is already booked for those dates.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Blocked: New tyres/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove block' }).click()
  await expect(page.getByRole('button', { name: /^Blocked: New tyres/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /^Blocked: New tyres/ })).toBeVisible()
})

test('somebody at the counter is booked at once, and the list goes home as a table', async ({
  page,
  checkPage,
}) => {
  const { startDate } = stayIn(220, 1)
  await openDesk(page, '/admin/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const booking = page.getByRole('dialog', { name: 'New booking' })
  await booking.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(booking.getByText('Please fill this in').first()).toBeVisible()
  await checkPage(page)
  await booking.getByLabel('Car').selectOption({ label: 'Toyota Premio, Ksh 5,500 a day' })
  await booking.getByLabel('Pickup day').fill(startDate)
  await booking.getByLabel('First name').fill('Zawadi')
  await booking.getByLabel('Last name').fill('Mutiso')
  await booking.getByLabel('Phone').fill('0722 000 222')
  await booking.getByRole('button', { name: 'Cash', exact: true }).click()
  await booking.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^BK\d{4}$/ })).toBeVisible()
  await expect(page.getByText('Booked at the counter', { exact: true })).toBeVisible()

  await openDesk(page, '/admin/bookings?queue=all&search=Zawadi')
  await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-\d\d\.csv$/)
})

test('a customer sees neither bookings nor calendar', async ({ page }) => {
  const customer = await newPerson()
  for (const path of ['/admin/bookings', '/admin/calendar']) {
    await openAs(page, customer, path)
    await expect(page.getByRole('heading', { level: 1, name: 'This page is for staff' })).toBeVisible()
  }
})
