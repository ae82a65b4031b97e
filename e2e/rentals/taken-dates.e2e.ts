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
import { stayIn } from '../support/market.ts'
import { newPerson } from '../support/people.ts'

test('dates that somebody else holds are told, and the next free ones are one tap away', async ({
  page,
  checkPage,
}) => {
  const stay = stayIn(90, 2)
  const [rival, person] = await Promise.all([newPerson('Rival Mwangi'), newPerson()])
  await startBooking(page, person, 'Toyota Sienta', stay)
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await bookByApi(rival, 'Toyota Sienta', stay)

  await page.getByLabel('Pickup time').selectOption('11:00')
  await expect(
    page.getByRole('heading', { name: 'This car is already booked for those dates' }),
  ).toBeVisible()
  await expect(page.getByText('Free on your dates')).toBeVisible()
  await checkPage(page)
  await page.getByLabel('Pickup location').selectOption('Nairobi')
  await page.getByLabel('Dropoff location').selectOption('Nairobi')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 1)
  await expect(
    page.getByRole('heading', { name: 'This car is already booked for those dates' }),
  ).toBeFocused()

  const next = stayIn(93, 2)
  await page
    .getByRole('button', { name: `Take ${showDay(next.startDate)} to ${showDay(next.endDate)}` })
    .click()
  await expect(page.getByLabel('Pickup date')).toHaveValue(showDay(next.startDate))
  await expect(page.getByText('Free on these dates, 2 days')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 2)
})

test('a car taken between looking and confirming is refused with other dates to take', {
  tag: '@phone-only',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 409.*\/api\/booking\/create/)
  const stay = stayIn(60, 2)
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
  await checkPage(page)
  await page.getByRole('button', { name: /^Take / }).click()
  await goToPayment(page, person)
  await confirm(page)
  await referenceOnPage(page)
  expect(await bookingsOf(person)).toHaveLength(1)
})

test('another car that is free on the same dates takes its place in the wizard', async ({ page }) => {
  const stay = stayIn(40, 2)
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
