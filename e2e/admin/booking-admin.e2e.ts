import { expect } from '@playwright/test'
import { addDays, showDay } from '@twende/contract/calendar-day.ts'
import { test } from '../support/journey.ts'
import { call, carNamed, stayIn } from '../support/market.ts'
import { confirmByApi } from '../support/papers.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { confirmedRental, pendingRental } from '../support/prepare-rental.ts'
import { approvePapers, openDesk, sendPapers } from '../support/yard.ts'

test('staff finds a booking that was made in a chat, and confirms it', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const { booking } = await pendingRental({
    customer: 'Muthoni Karanja',
    car: 'Toyota Premio',
    daysAhead: 140,
  })
  const reference = booking.bookingId
  await openDesk(page, `/admin/bookings?search=${reference}`)
  const row = page.getByRole('link', { name: reference })
  await expect(row).toBeVisible()
  const chat = page.getByRole('link', { name: 'WhatsApp Muthoni Karanja' }).filter({ visible: true })
  await expect(chat).toHaveAttribute('href', new RegExp(`^https://wa\\.me/2547\\d+\\?text=.*${reference}`))
  await checkPage(page)
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirming = page.getByRole('dialog', { name: `Confirm ${reference}?` })
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming.getByText('Please say how it was paid')).toBeVisible()
  await checkPage(page)
  await confirming.getByRole('button', { name: 'M-Pesa to the till' }).click()
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming).toBeHidden()
  await expect(page.getByText('Confirmed by staff')).toBeVisible()
})

test('staff enters the papers of whoever stands at the counter, and approves them', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { deskPage } = await confirmedRental({
    customer: 'Muthoni Karanja',
    car: 'Toyota Premio',
    daysAhead: 145,
  })
  await openDesk(page, deskPage)
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
  await openDesk(page, '/admin/drivers?status=approved&search=Muthoni')
  await expect(page.getByRole('link', { name: 'Muthoni Karanja' }).first()).toBeVisible()
  await checkPage(page)
  await openDesk(page, deskPage)
  await expect(page.getByText('May drive', { exact: true })).toBeVisible()
})

test('the money of a paid booking is owed back when staff cancels it, and longer days have their price', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409/)
  const rental = await confirmedRental({ customer: 'Wairimu Ndegwa', car: 'Toyota Fielder', daysAhead: 170 })
  const { booking, stay, deskPage } = rental
  await pendingRental({ customer: 'Rival Mwangi', car: 'Toyota Fielder', daysAhead: 175 })
  const params = { bookingId: booking._id }
  const staff = { token: await firstAdminToken() }
  const until = (days: number) => addDays(stay.startDate, days)

  await openDesk(page, deskPage)
  await page.getByRole('button', { name: 'Extend' }).click()
  const extending = page.getByRole('dialog', { name: `Extend ${booking.bookingId}` })
  await extending.getByLabel('New drop-off day').fill(until(6))
  await extending.getByRole('button', { name: 'Cash', exact: true }).click()
  await extending.getByRole('button', { name: 'Extend' }).click()
  await expect(extending.getByText('This car is already booked for those dates.')).toBeVisible()
  await checkPage(page)
  await extending.getByLabel('New drop-off day').fill(until(3))
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
  pageErrors,
}) => {
  pageErrors.expect(/status of (404|409)/)
  const { booking, deskPage } = await pendingRental({
    customer: 'Naliaka Wekesa',
    car: 'Toyota Wish',
    daysAhead: 180,
  })
  await openDesk(page, deskPage)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirming = page.getByRole('dialog')
  await confirming.getByRole('button', { name: 'Cash', exact: true }).click()
  await confirmByApi(booking._id)
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(page.getByText(/Someone else changed this/)).toBeVisible()
  await expect(confirming).toBeHidden()
  await expect(page.getByRole('button', { name: 'Hand over' })).toBeVisible()
})

test('days dragged on the calendar are kept from customers, by keyboard too, and an undone removal comes back', async ({
  page,
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
  await checkPage(page, 'block')
  await keeping.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(keeping).toBeHidden()
  await expect(page.getByRole('button', { name: /^Blocked: New tyres/ })).toBeVisible()

  const query = { search: car.name, startDate, endDate }
  expect((await call('GET /api/car/list', { query })).data.map(({ name }) => name)).not.toContain(car.name)

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
