import { expect } from '@playwright/test'
import { bookByApi, bookingsOf, payOnDemoPhone } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { letPhoneBeAskedAgain } from '../support/past-days.ts'
import { newPerson, openAs } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a phone that declined is asked again from my bookings: a request is cancelled, and the next one is paid', async ({
  page,
  checkPage,
}) => {
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
  await dialog.getByRole('button', { name: 'Ask this phone for Ksh 5,500' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('heading', { name: 'You cancelled the request.' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Try again in 0:\d\d$/ })).toBeDisabled()
  await checkPage(page, 'cancelled')
  await dialog.getByRole('button', { name: 'Use another number' }).click()
  await expect(dialog.getByLabel('M-Pesa number')).toBeFocused()
  await expect(dialog.getByLabel('M-Pesa number')).toHaveValue(person.phone)

  await letPhoneBeAskedAgain(_id)
  await page.reload()
  await booking.getByRole('button', { name: 'Pay now' }).click()
  await dialog.getByLabel('M-Pesa number').fill(person.phone)
  await dialog.getByRole('button', { name: 'Ask this phone for Ksh 5,500' }).click()
  await payOnDemoPhone(page)
  await expect(dialog.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(booking).toContainText('Confirmed')
  const [paid] = await bookingsOf(person)
  expect(paid).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', finalAmount: 5_500 })
})
