import { expect } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import { test } from '../support/journey.ts'
import { call, carNamed, stayIn } from '../support/market.ts'
import { ownCar } from '../support/own-cars.ts'
import { movePickupToMidnight } from '../support/past-days.ts'
import { newStaff, openAs } from '../support/people.ts'
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
  await checkPage(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^bookings-toConfirm-search-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'New booking' }).click()
  const walkIn = page.getByRole('dialog', { name: 'New booking' })
  await walkIn.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(walkIn.getByText('Please fill this in').first()).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')

  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  await checkPage(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirming = page.getByRole('dialog', { name: `Confirm ${reference}?` })
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming.getByText('Please choose how it was paid')).toBeVisible()
  await checkPage(page)
  await confirming.getByLabel('How it was paid').selectOption('bank')
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming).toBeHidden()
  await expect(page.getByText('Confirmed by staff')).toBeVisible()
})

test('staff enters the papers of whoever stands at the counter, and approves them', async ({
  page,
  checkPage,
}) => {
  const { deskPage } = await confirmedRental({
    customer: 'Muthoni Karanja',
    car: 'Toyota Premio',
    daysAhead: 145,
  })
  await openDesk(page, deskPage)
  await page.getByRole('region', { name: 'Who drives' }).getByRole('link', { name: 'Enter papers' }).click()
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
})

test('the money of a customer who did not come goes back as agreed, and the day shows it', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff()
  const car = await ownCar({ name: 'Peugeot 504 Absent' })
  const customerInfo = { firstName: 'Chebet', lastName: 'Koros', phone: '0722 000 333' }
  const times = { pickupTime: '10:00', dropoffTime: '10:00' }
  const places = { pickupLocation: car.location, dropoffLocation: car.location }
  const body = { carId: car._id, ...stayIn(1, 3), ...times, ...places, customerInfo, paidBy: 'cash' as const }
  const { data: booking } = await call('POST /api/admin/bookings', { body }, staff)
  // Booked from tomorrow, as there may be no hour left today.
  await movePickupToMidnight(booking._id)
  const reference = booking.bookingId
  // The pickup time has passed: of a rental of more than two days one day's rent is kept.
  const sum = `Ksh ${(2 * booking.pricePerDay).toLocaleString('en-GB')}`

  await openAs(page, staff, `/admin/bookings/${booking._id}`)
  await page.getByRole('button', { name: 'Extend' }).click()
  const extending = page.getByRole('dialog', { name: `Extend ${reference}` })
  await extending.getByRole('button', { name: 'Extend' }).click()
  await expect(extending.getByText('Please choose how it was paid')).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const cancelling = page.getByRole('dialog', { name: `Cancel ${reference}?` })
  await expect(cancelling.getByText('Goes back to the customer')).toBeVisible()
  await checkPage(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'No-show' }).click()
  const absent = page.getByRole('dialog', { name: 'Mark Chebet Koros as a no-show?' })
  await expect(absent.getByText(sum).last()).toBeVisible()
  await absent.getByRole('button', { name: 'Phone is off' }).click()
  await checkPage(page)
  await absent.getByRole('button', { name: 'Mark as no-show' }).click()
  await expect(page.getByText(/is owed back to the customer/)).toBeVisible()

  await openAs(page, staff, `/admin/refunds?queue=due&search=${reference}`)
  const due = page.getByRole('table', { name: 'Refunds' }).locator('tbody').getByRole('row')
  await expect(due).toContainText(sum)
  await checkPage(page)
  await due.getByRole('button', { name: 'Mark as sent' }).click()
  const sending = page.getByRole('dialog')
  await sending.getByLabel('How it was sent').selectOption('mpesa')
  await sending.getByLabel('M-Pesa code').fill('hello')
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(sending.getByText('This is not written like an M-Pesa code')).toBeVisible()
  await checkPage(page)
  await sending.getByLabel('How it was sent').selectOption('cash')
  await sending.getByLabel('Note').fill(`Cash for ${reference}`)
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Refund sent')).toBeVisible()
  await openAs(page, staff, '/admin/reconciliation')
  await expect(page.getByRole('region', { name: 'Refunds sent' })).toContainText(reference)
  await checkPage(page)
})

test('days dragged on the calendar are kept from customers', async ({ page, checkPage }) => {
  const car = await carNamed('Suzuki Alto 660')
  const { startDate, endDate } = stayIn(200, 3)
  await openDesk(page, `/admin/calendar?from=${stayIn(198, 1).startDate}&search=Alto%20660`)
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
})
