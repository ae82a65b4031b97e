import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { demoCustomer, openAs } from '../support/people.ts'
import { confirmedRental } from '../support/prepare-rental.ts'

test('the demo customer finds bookings in every state, and reviews a finished rental with stars, once', async ({
  page,
  checkPage,
}) => {
  await openAs(page, await demoCustomer(), '/mybookings')
  const figures = page.getByRole('navigation', { name: 'Bookings by status' })
  for (const status of ['Active', 'Confirmed', 'Completed', 'Pending', 'Cancelled']) {
    await expect(figures.getByRole('link', { name: status })).toHaveText(new RegExp(`^${status}[1-9]`))
  }
  await expect(bookings(page)).toHaveCount(10)
  await checkPage(page)
  await figures.getByRole('link', { name: 'Completed' }).click()
  await expect(page).toHaveURL('/mybookings?status=completed')
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

test('a paid booking gets another car and a day more for the difference, and is made shorter for what goes back', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await confirmedRental({ customer: 'Njeri Wambua', car: 'Toyota Passo', daysAhead: 66 })
  await openAs(page, rental.customer, rental.ownPage)
  await page.getByRole('button', { name: 'Change dates or car' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change booking BK/ })
  const until = async (days: number) => {
    await dialog.getByLabel('Dropoff date').fill(showDay(addDays(rental.stay.startDate, days)))
    await page.keyboard.press('Tab')
  }
  await until(3)
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
  await expect(page.getByText(/^3 days × Ksh [\d,]+$/)).toBeVisible()
  await expect(page.getByText(/^From Toyota Passo, .* to /).first()).toBeVisible()

  await page.getByRole('button', { name: 'Change dates or car' }).click()
  await until(1)
  await expect(dialog.getByText('You get back')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change booking' }).click()
  await expect(page.getByText('Your booking was changed')).toBeVisible()
})

test('the details of a paid booking are printed and go into one’s calendar; cancelled in time, all of its money comes back', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const rental = await confirmedRental({
    customer: 'Achieng Otieno',
    car: 'Subaru Forester',
    daysAhead: 70,
    days: 3,
    extras: { childSeats: 2, deliveryToAddress: true, deliveryAddress: 'Riverside Drive 12' },
  })
  const reference = rental.booking.bookingId
  await openAs(page, rental.customer, '/mybookings')
  const booking = page.getByRole('article', { name: `Booking ${reference}: Subaru Forester` })
  await expect(booking).toContainText('Confirmed')
  await expect(booking).toContainText('payment: Paid')
  await expect(booking).toContainText(showDay(rental.stay.startDate))
  await checkPage(page)
  await booking.getByRole('button', { name: 'View details' }).click()
  const details = page.getByRole('dialog', { name: 'Subaru Forester' })
  await expect(details.getByText(`Booking ${reference}`, { exact: true })).toBeVisible()
  await checkPage(page)

  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article', { includeHidden: true }).filter({ hasText: 'Times are in Nairobi' })
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText(reference)
  await expect(sheet).toContainText('Achieng Otieno')
  await expect(page.getByRole('main')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await details.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')

  const download = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${reference}.ics`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).toContain(`DTSTART:${rental.stay.startDate.replaceAll('-', '')}T070000Z`)
  expect(text).toContain(`SUMMARY:Subaru Forester (${reference})`)

  await details.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this booking?' })
  await expect(question.getByText('You get everything back')).toBeVisible()
  await expect(question.getByText('Child seats: 2 × Ksh 600')).toBeVisible()
  await expect(question.getByText('The extras come back in full.')).toBeVisible()
  await expect(question.getByRole('definition').last()).toHaveText(showKsh(rental.booking.finalAmount))
  await checkPage(page)
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Booking cancelled successfully')).toBeVisible()
  await expect(details.getByText('You cancelled it').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(booking).toContainText('Cancelled')
  await expect(booking.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0)
})

function bookings(page: Page) {
  return page.getByRole('article', { name: /^Booking BK/ })
}
