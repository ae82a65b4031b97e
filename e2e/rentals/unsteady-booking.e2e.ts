import { expect } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import {
  bookingsOf,
  choosePlaces,
  confirm,
  expectStep,
  goToPayment,
  referenceOnPage,
  startBooking,
} from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { awake } from '../support/open-page.ts'
import { newPerson } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a reload in the middle of the wizard keeps everything', { tag: '@phone-only' }, async ({ page }) => {
  const stay = await freeStay('Mazda Demio', 30, 3)
  await startBooking(page, await newPerson(), 'Mazda Demio', stay)
  await choosePlaces(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Phone number').fill('0712 345 678')
  await page.getByLabel('Special requests').fill('We land late')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.reload()
  await awake(page)
  await expectStep(page, 2)
  expect(asked.filter((url) => url.includes('/api/car/get/')).length).toBe(1)
  await expect(page.getByLabel('Phone number')).toHaveValue('0712 345 678')
  await expect(page.getByLabel('Special requests')).toHaveValue('We land late')
  await page.goBack()
  await expectStep(page, 1)
  await expect(page.getByLabel('Pickup date')).toHaveValue(showDay(stay.startDate))
  await expect(page.getByLabel('Pickup location')).toHaveValue('Westlands, Nairobi')
  await page.goForward()
  await expectStep(page, 2)
})

test('confirming without a network says so, keeps everything, and works when it is back', async ({
  page,
  context,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/)
  const person = await newPerson()
  await startBooking(page, person, 'Nissan Leaf', await freeStay('Nissan Leaf', 90, 2))
  await goToPayment(page, person)
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await confirm(page)
  await expect(page.getByText('Failed to submit booking: Error connecting to server')).toBeVisible()
  await expectStep(page, 3)
  await expect(page.getByLabel('M-Pesa number')).toHaveValue(person.phone)
  await checkPage(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await confirm(page)
  await referenceOnPage(page)
  expect(await bookingsOf(person)).toHaveLength(1)
})

test('a price that rose meanwhile is shown and asked about before anything is booked', async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 409.*\/api\/booking\/create/)
  const person = await newPerson()
  let shown = 1_000
  await page.route('**/api/booking/quote', async (route) => {
    const response = await route.fetch()
    const quote = await response.json()
    await route.fulfill({ response, json: { ...quote, data: { ...quote.data, finalAmount: shown } } })
  })
  await startBooking(page, person, 'Toyota Axio', await freeStay('Toyota Axio', 60, 2))
  await goToPayment(page, person)
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
