import { expect } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import {
  bookingsOf,
  choosePlaces,
  confirm,
  expectStep,
  referenceOnPage,
  startBooking,
} from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { awake } from '../support/open-page.ts'
import { newPerson } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a network that is gone, a reload and a price that rose lose nothing of a booking, and make it once', async ({
  page,
  context,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/, /status of 409.*\/api\/booking\/create/)
  const person = await newPerson()
  const stay = await freeStay('Toyota Axio', 60, 2)
  await startBooking(page, person, 'Toyota Axio', stay)
  await choosePlaces(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByLabel('Special requests').fill('We land late')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 3)
  await expect(page.getByText(/^We ask this phone to pay Ksh/)).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await confirm(page)
  await expect(page.getByText('Failed to submit booking: Error connecting to server')).toBeVisible()
  await expectStep(page, 3)
  await expect(page.getByLabel('M-Pesa number')).toHaveValue(person.phone)
  await checkPage(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)

  let shown = 1_000
  await page.route('**/api/booking/quote', async (route) => {
    const response = await route.fetch()
    const quote = await response.json()
    await route.fulfill({ response, json: { ...quote, data: { ...quote.data, finalAmount: shown } } })
  })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.reload()
  await awake(page)
  await expectStep(page, 3)
  expect(asked.filter((url) => url.includes('/api/car/get/')).length).toBe(1)
  await expect(page.getByLabel('M-Pesa number')).toHaveValue(person.phone)
  await page.goBack()
  await expectStep(page, 2)
  await expect(page.getByLabel('Phone number')).toHaveValue(person.phone)
  await expect(page.getByLabel('Special requests')).toHaveValue('We land late')
  await page.goBack()
  await expectStep(page, 1)
  await expect(page.getByLabel('Pickup date')).toHaveValue(showDay(stay.startDate))
  await expect(page.getByLabel('Pickup location')).toHaveValue('Westlands, Nairobi')
  await page.goForward()
  await expectStep(page, 2)
  await page.goForward()
  await expectStep(page, 3)
  await expect(page.getByText('We ask this phone to pay Ksh 1,000')).toBeVisible()

  shown = 9_000
  await confirm(page)
  const question = page.getByRole('alertdialog', {
    name: 'The price has changed. Please check the new price and confirm again.',
  })
  await expect(question).toContainText('it was Ksh 1,000 and is now Ksh 9,000')
  await checkPage(page)
  await question.getByRole('button', { name: 'Not now' }).click()
  await expectStep(page, 3)
  expect(await bookingsOf(person)).toHaveLength(0)
  await confirm(page)
  await question.getByRole('button', { name: 'Book for Ksh 9,000' }).click()
  await referenceOnPage(page)
  expect((await bookingsOf(person)).map(({ finalAmount }) => finalAmount)).toEqual([9_000])
})
