import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays, showDay } from '@twende/contract/calendar-day.ts'
import { bookByApi, payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { stayIn } from '../support/market.ts'
import { demoCustomer, newPerson, openAs } from '../support/people.ts'
import { confirmedRental, rentalOut } from '../support/prepare-rental.ts'

test('the demo customer finds bookings in every state, on two pages', async ({ page, checkPage }) => {
  await openAs(page, await demoCustomer(), '/mybookings')
  const figures = page.getByRole('navigation', { name: 'Bookings by status' })
  for (const status of ['Active', 'Confirmed', 'Completed', 'Pending', 'Cancelled']) {
    await expect(figures.getByRole('link', { name: status })).toHaveText(new RegExp(`^${status}[1-9]`))
  }
  await expect(bookings(page)).toHaveCount(10)
  await checkPage(page)
  await page
    .getByRole('navigation', { name: 'Pages of bookings' })
    .getByRole('link', { name: 'Page 2' })
    .click()
  await expect(page).toHaveURL('/mybookings?page=2')
  await expect(bookings(page)).not.toHaveCount(10)
  await figures.getByRole('link', { name: 'Cancelled' }).click()
  await expect(page).toHaveURL('/mybookings?status=cancelled')
  await expect(bookings(page).filter({ hasText: 'Cancelled' })).toHaveCount(await bookings(page).count())
})

test('bookings are found by car, by number, by status and by dates', async ({ page, checkPage }) => {
  await openAs(page, await demoCustomer(), '/mybookings')
  const search = page.getByLabel('Search your bookings')
  await search.fill('prado')
  await expect(page).toHaveURL('/mybookings?search=prado')
  await expect(bookings(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Dates').selectOption('Upcoming')
  await expect(page).toHaveURL('/mybookings?search=prado&range=upcoming')
  await expect(bookings(page)).toHaveCount(1)
  const name = await bookings(page).first().getAttribute('aria-label')
  const reference = /BK\d{4}/.exec(name ?? '')?.[0] ?? ''
  await page.getByLabel('Status', { exact: true }).selectOption('Completed')
  await expect(page.getByText('No bookings found')).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(bookings(page)).toHaveCount(10)
  await search.fill(reference)
  await expect(bookings(page)).toHaveCount(1)
  await expect(bookings(page).first()).toContainText('Toyota Land Cruiser Prado TX')
})

test('a finished rental is reviewed with stars, once', async ({ page, checkPage }) => {
  await openAs(page, await demoCustomer(), '/mybookings?status=completed')
  const booking = bookings(page).filter({ hasText: 'Honda Fit Hybrid' })
  await booking.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'How was the Honda Fit Hybrid?' })
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(dialog.getByText('Please choose 1 to 5 stars')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await dialog.getByLabel('Your comment').fill('Quiet in town, and it sips fuel.')
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Review submitted successfully')).toBeVisible()
  await expect(booking).toContainText('You gave it 4 of 5 stars')
  await expect(booking.getByRole('button', { name: 'Write a review' })).toHaveCount(0)
})

test('a paid booking is made longer for its difference, and shorter for what goes back', async ({
  page,
  checkPage,
}) => {
  const rental = await confirmedRental({ customer: 'Njeri Wambua', car: 'Toyota Passo', daysAhead: 60 })
  await openAs(page, rental.customer, rental.ownPage)
  await page.getByRole('button', { name: 'Change dates' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change booking BK/ })
  const until = async (days: number) => {
    await dialog.getByLabel('Dropoff date').fill(addDays(rental.stay.startDate, days))
    await page.keyboard.press('Tab')
  }
  await until(3)
  await expect(dialog.getByText('To pay now')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: /^Ask this phone/ }).click()
  await payOnDemoPhone(page)
  await expect(dialog.getByText('Payment received')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^3 days × Ksh [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Change dates' }).click()
  await until(1)
  await expect(dialog.getByText('You get back')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await expect(page.getByText('Your booking was changed')).toBeVisible()
  await expect(page.getByText(/^From .* to /).first()).toBeVisible()
})

test('a car that is out is kept a day longer, which is paid from the phone', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const rental = await rentalOut({
    customer: 'Akinyi Odhiambo',
    car: 'Toyota Passo',
    daysAhead: 240,
    days: 3,
  })
  await openAs(page, rental.customer, rental.ownPage)
  await checkPage(page, 'out')
  await page.getByRole('button', { name: 'Keep the car longer' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change booking BK/ })
  await dialog.getByLabel('Dropoff date').fill(addDays(rental.stay.startDate, 4))
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('To pay now')).toBeVisible()
  await dialog.getByRole('button', { name: /^Ask this phone/ }).click()
  await payOnDemoPhone(page)
  await expect(dialog.getByText('Payment received')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^4 days × Ksh [\d,]+$/)).toBeVisible()
})

test('a paid booking gets another car for its difference', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const rental = await confirmedRental({ customer: 'Njeri Wambua', car: 'Toyota Passo', daysAhead: 66 })
  await openAs(page, rental.customer, rental.ownPage)
  await page.getByRole('button', { name: 'Change dates or car' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change booking BK/ })
  await dialog.getByRole('button', { name: 'Choose another car' }).click()
  await expect(dialog.getByText('Cars that are free on these days')).toBeVisible()
  await checkPage(page, 'cars to choose')
  const dearer = dialog
    .getByRole('listitem')
    .filter({ hasText: / more$/ })
    .first()
  const name = (await dearer.locator('.font-semibold').first().textContent()) ?? ''
  await dearer.getByRole('button').click()
  await expect(dialog.getByText('To pay now')).toBeVisible()
  await checkPage(page)
  await dialog.getByRole('button', { name: /^Ask this phone/ }).click()
  await payOnDemoPhone(page)
  await expect(dialog.getByText('Payment received')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/^From Toyota Passo, .* to /).first()).toBeVisible()
})

test('the details of a paid booking are printed; cancelled in time, all of its money comes back', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await confirmedRental({
    customer: 'Achieng Otieno',
    car: 'Subaru Forester',
    daysAhead: 70,
    days: 3,
  })
  const reference = rental.booking.bookingId
  await openAs(page, rental.customer, '/mybookings')
  const booking = page.getByRole('article', { name: `Booking ${reference}: Subaru Forester` })
  await expect(booking).toContainText('Confirmed')
  await expect(booking).toContainText('payment Paid')
  await expect(booking).toContainText(showDay(rental.stay.startDate))
  await checkPage(page)
  await booking.getByRole('button', { name: 'View details' }).click()
  const details = page.getByRole('dialog', { name: 'Subaru Forester' })
  await expect(details.getByText(`Booking ${reference}`, { exact: true })).toBeVisible()
  const happened = details.getByRole('list').filter({ hasText: 'Confirmed' }).getByRole('listitem')
  await expect(happened).toHaveCount(2)
  await checkPage(page)

  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article', { includeHidden: true }).filter({ hasText: 'Times are in Nairobi' })
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText(reference)
  await expect(sheet).toContainText('Achieng Otieno')
  await expect(page.getByRole('main')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await details.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this booking?' })
  await expect(question.getByText('You get everything back')).toBeVisible()
  await expect(question.getByRole('definition').last()).toHaveText('Ksh 22,500')
  await checkPage(page)
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Booking cancelled successfully')).toBeVisible()
  await expect(details.getByText('Cancelled by customer').first()).toBeVisible()
  await checkPage(page, 'cancelled')
  await page.keyboard.press('Escape')
  await expect(booking).toContainText('Cancelled')
  await expect(booking.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0)
})

test('a booking goes into one’s calendar as a file, and to the printer', async ({ page }) => {
  const person = await newPerson()
  const stay = stayIn(80, 2)
  const { bookingId } = await bookByApi(person, 'Toyota Passo', stay)
  await openAs(page, person, '/mybookings')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await bookings(page).getByRole('button', { name: 'View details' }).click()
  const details = page.getByRole('dialog', { name: 'Toyota Passo' })
  const download = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${bookingId}.ics`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).toContain(`DTSTART:${stay.startDate.replaceAll('-', '')}T070000Z`)
  expect(text).toContain(`SUMMARY:Toyota Passo (${bookingId})`)
  await details.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
})

test('bookings that cannot be loaded say so and try again', async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/Failed to load resource.*\/api\/booking\/user/)
  const person = await newPerson()
  await page.route('**/api/booking/user*', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'x', requestId: 'r' } }),
  )
  await openAs(page, person, '/mybookings')
  await expect(page.getByText('Failed to fetch bookings')).toBeVisible()
  await checkPage(page)
  await page.unroute('**/api/booking/user*')
  await page.route('**/api/booking/user*', (route) => route.abort())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to load bookings')).toBeVisible()
  await page.unroute('**/api/booking/user*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No bookings found')).toBeVisible()
})

function bookings(page: Page) {
  return page.getByRole('article', { name: /^Booking BK/ })
}
