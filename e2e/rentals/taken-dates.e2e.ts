import { expect } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import {
  bookByApi,
  bookingsOf,
  confirm,
  expectStep,
  goToPayment,
  referenceOnPage,
  startBooking,
} from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { newPerson } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a car taken between looking and confirming is refused with other dates to take', {
  tag: '@both-widths',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 409.*\/api\/booking\/create/)
  const stay = await freeStay('Toyota Hilux Double Cab', 60, 2)
  const [rival, person] = await Promise.all([newPerson('Rival Mwangi'), newPerson()])
  await startBooking(page, person, 'Toyota Hilux Double Cab', stay)
  await goToPayment(page, person)
  await bookByApi(rival, 'Toyota Hilux Double Cab', stay)
  await confirm(page)
  await expect(
    page.getByText('Failed to submit booking: This car is already booked for those dates.'),
  ).toBeVisible()
  await expectStep(page, 1)
  await expect(
    page.getByRole('heading', { name: 'This car is already booked for those dates' }),
  ).toBeVisible()
  await checkPage(page, 'taken dates')
  await page.getByRole('button', { name: /^Take / }).click()
  await goToPayment(page, person)
  await confirm(page)
  await referenceOnPage(page)
  expect(await bookingsOf(person)).toHaveLength(1)
})

test('another car that is free on the same dates takes its place in the wizard', async ({ page }) => {
  const stay = await freeStay('Suzuki Alto 660', 40, 2)
  const [rival, person] = await Promise.all([newPerson('Rival Mwangi'), newPerson()])
  await startBooking(page, person, 'Suzuki Alto 660', stay)
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await bookByApi(rival, 'Suzuki Alto 660', stay)
  await page.getByLabel('Dropoff time').selectOption('12:00')
  const other = page.getByRole('list').filter({ hasText: 'Hatchback' }).getByRole('link').first()
  const words = (await other.textContent()) ?? ''
  await other.click()
  const summary = page.getByRole('complementary', { name: 'Your booking' })
  await expect(summary).not.toContainText('Suzuki Alto 660')
  const name = (await summary.locator('p').nth(1).textContent()) ?? ''
  expect(words).toContain(name)
  await expect(page.getByLabel('Pickup date')).toHaveValue(showDay(stay.startDate))
  await expect(page.getByText('Free on these dates')).toBeVisible()
})
