import { expect } from '@playwright/test'
import {
  bookByApi,
  bookingsOf,
  confirm,
  goToPayment,
  payOnDemoPhone,
  startBooking,
} from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { letPhoneBeAskedAgain } from '../support/past-days.ts'
import { newPerson, openAs } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a payment declined for a wrong PIN is told in plain words and made good from another phone', {
  tag: '@phone-only',
}, async ({ page, checkPage }) => {
  const person = await newPerson()
  await startBooking(page, person, 'Toyota Premio', await freeStay('Toyota Premio', 50, 2))
  await goToPayment(page, { phone: '0712 345 004' })
  await confirm(page)
  await expect(page.getByRole('heading', { name: 'Wrong PIN.' })).toBeVisible()
  await expect(page.getByText(/^We keep the car for you for 1[0-4]:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try again in 0:\d\d$/ })).toBeDisabled()
  await checkPage(page, 'wrong PIN')

  const [made] = await bookingsOf(person)
  await letPhoneBeAskedAgain(made?._id ?? '')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Try again$/ })).toBeEnabled()
  await page.getByRole('button', { name: 'Use another number' }).click()
  const number = page.getByLabel('M-Pesa number')
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('0712 345 004')
  await number.fill('0712 345 001')
  await checkPage(page, 'another number')
  await page.getByRole('button', { name: 'Ask this phone for Ksh 11,000' }).click()
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  const [booking] = await bookingsOf(person)
  expect(booking).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', finalAmount: 11_000 })
})

test('a request cancelled on the phone can be asked again from my bookings', async ({ page, checkPage }) => {
  const person = await newPerson()
  // A phone that declines by itself.
  const asked = { ...person, phone: '0712 345 002' }
  const { _id, bookingId: reference } = await bookByApi(
    asked,
    'Toyota Premio',
    await freeStay('Toyota Premio', 90, 1),
  )
  await expect.poll(async () => (await bookingsOf(person))[0]?.paymentStatus).toBe('failed')
  await letPhoneBeAskedAgain(_id)
  await openAs(page, person, '/mybookings')
  const booking = page.getByRole('article', { name: new RegExp(reference) })
  await expect(booking).toContainText('Pending')
  await booking.getByRole('button', { name: 'Pay now' }).click()
  const dialog = page.getByRole('dialog', { name: `Pay for ${reference}` })
  await expect(dialog).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('M-Pesa number').fill(person.phone)
  const ask = dialog.getByRole('button', { name: 'Ask this phone for Ksh 5,500' })
  await ask.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('heading', { name: 'You cancelled the request.' })).toBeVisible()

  await letPhoneBeAskedAgain(_id)
  await page.reload()
  await booking.getByRole('button', { name: 'Pay now' }).click()
  await dialog.getByLabel('M-Pesa number').fill(person.phone)
  await ask.click()
  await payOnDemoPhone(page)
  await expect(dialog.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(booking).toContainText('Confirmed')
})
