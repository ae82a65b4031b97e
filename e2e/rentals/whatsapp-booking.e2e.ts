import { expect } from '@playwright/test'
import { bookingsOf, confirm, goToPayment, referenceOnPage, startBooking } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { call, stayIn } from '../support/market.ts'
import { catchChats } from '../support/page-errors.ts'
import { firstAdminToken, newPerson } from '../support/people.ts'

test('a booking by WhatsApp carries its reference and total into the chat, and staff confirms it', {
  tag: '@phone-only',
}, async ({ page, context, checkPage }) => {
  const chats = await catchChats(context)
  const person = await newPerson()
  await startBooking(page, person, 'Toyota Harrier', stayIn(60, 2))
  await goToPayment(page, person)
  await page.getByRole('radio', { name: 'WhatsApp' }).check()
  await expect(page.getByLabel('M-Pesa number')).toHaveCount(0)
  await checkPage(page)
  const chatPage = context.waitForEvent('page')
  await confirm(page)
  await expect(await chatPage).toHaveURL(/^https:\/\/wa\.me\/254700000001\?/)
  await (await chatPage).close()
  await expect(
    page.getByText(
      'Booking submitted successfully! You will be redirected to WhatsApp to complete your booking.',
    ),
  ).toBeVisible()
  const reference = await referenceOnPage(page)
  expect(chats).toHaveLength(1)
  const words = chats[0]?.searchParams.get('text') ?? ''
  expect(words).toContain(`Booking ${reference}`)
  expect(words).toContain('Total: Ksh 19,000 for 2 days')
  await expect(page.getByRole('heading', { name: 'Finish in WhatsApp' })).toBeVisible()
  await expect(page.getByText(/^We keep the car for you for 5\d:\d\d$/)).toBeVisible()
  await checkPage(page)

  await page.getByRole('main').getByRole('link', { name: 'My Bookings' }).click()
  const booking = page.getByRole('article', { name: new RegExp(reference) })
  await expect(booking).toContainText('Pending')
  await expect(booking.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/254700000001\\?text=.*${reference}`),
  )
  const bookingId = (await bookingsOf(person))[0]?._id ?? ''
  const note = 'Paid in the chat'
  await call(
    'POST /api/admin/booking/:bookingId/confirm',
    { params: { bookingId }, body: { note, paidBy: 'cash' as const } },
    { token: await firstAdminToken() },
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(booking).toContainText('Confirmed')
})
