import { expect } from '@playwright/test'
import { confirm, goToPayment, referenceOnPage, startBooking } from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { catchChats } from '../support/page-errors.ts'
import { newPerson } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('a booking by WhatsApp carries its reference and total into the chat', {
  tag: '@phone-only',
}, async ({ page, context, checkPage }) => {
  const chats = await catchChats(context)
  const person = await newPerson()
  await startBooking(page, person, 'Toyota Harrier', await freeStay('Toyota Harrier', 60, 2))
  await goToPayment(page, person)
  await page.getByRole('radio', { name: 'WhatsApp' }).check()
  await expect(page.getByLabel('M-Pesa number')).toHaveCount(0)
  await checkPage(page, 'payment by WhatsApp')
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
  await checkPage(page, 'finish in WhatsApp')
})
