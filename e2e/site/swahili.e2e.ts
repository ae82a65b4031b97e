import { expect, type Page } from '@playwright/test'
import { swahili } from '../support/catalogue.ts'
import { test } from '../support/journey.ts'
import { carNamed } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { fillCartOf, orderByApi } from '../support/orders.ts'
import { listByApi } from '../support/own-listings.ts'
import { newcomer, newPerson, openAs } from '../support/people.ts'
import { confirmedRental, freeStay } from '../support/prepare-rental.ts'

// These journeys run beside each other: none depends on what another one does.
test.describe.configure({ mode: 'parallel' })

const button = (page: Page, name: string) => page.getByRole('button', { name: swahili(name) })

test('in Swahili: a visitor rents a car, signs up for it, and pays', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const person = newcomer('Achieng Otieno')
  const { _id } = await carNamed('Subaru Forester')
  await open(page, `/sw/rent/${_id}?${new URLSearchParams(await freeStay('Subaru Forester', 64, 2))}`)
  await checkPage(page)
  await button(page, 'Rent This Car').click()
  const login = page.getByRole('dialog', { name: swahili('Login') })
  await expect(login).toBeVisible()
  await checkPage(page)
  await login.getByRole('button', { name: swahili('Sign Up') }).click()
  const popup = page.getByRole('dialog', { name: swahili('Sign Up') })
  await expect(popup).toBeVisible()
  await checkPage(page)
  await popup.getByLabel(swahili('Name')).fill(person.name)
  await popup.getByLabel(swahili('Email')).fill(person.email)
  await popup.locator('input[name="password"]').fill(person.password)
  await popup.getByRole('checkbox').check()
  await popup.getByRole('button', { name: swahili('Create account') }).click()
  await expect(popup).toBeHidden()

  await page.locator('select[name="pickupLocation"]').selectOption('Nairobi')
  await page.locator('select[name="dropoffLocation"]').selectOption('Nairobi')
  await expect(button(page, 'Continue')).toBeEnabled()
  await checkPage(page, 'with dates and places')
  await button(page, 'Continue').click()
  await page.locator('input[name="phone"]').fill(person.phone)
  await checkPage(page, 'with the customer')
  await button(page, 'Continue').click()
  await expect(button(page, 'Confirm Booking')).toBeVisible()
  await checkPage(page, 'before it is confirmed')
  await button(page, 'Confirm Booking').click()
  await expect(page.getByText(/^BK\d{4}$/).first()).toBeVisible()
  const phone = page.getByRole('region', { name: swahili('Demo phone') })
  await phone.getByLabel(swahili('M-Pesa PIN')).fill('1234')
  await phone.getByRole('button', { name: swahili('Send') }).click()
  await expect(page.getByRole('heading', { name: swahili('Your booking is confirmed') })).toBeVisible()
  await checkPage(page, 'confirmed')
})

test('in Swahili: what somebody booked, ordered and sells', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const { customer: person, ownPage } = await confirmedRental({
    customer: 'Brian Kiptoo',
    car: 'Subaru Forester',
    daysAhead: 100,
  })
  await Promise.all([listByApi(person), orderByApi(person, { 'HDMI cable, 3 m': 1 })])
  await openAs(page, person, `/sw${ownPage}`)
  await expect(page.getByRole('region', { name: swahili('Help') })).toBeVisible()
  await checkPage(page, 'with a booking')
  await open(page, '/sw/mybookings')
  await checkPage(page, 'with a booking')
  await page
    .getByRole('article')
    .getByRole('button', { name: /BK\d{4}$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkPage(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: swahili('Cancel booking') })
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkPage(page)
  await open(page, '/sw/myorders')
  await expect(page.getByRole('article', { name: /ORD\d+/ })).toContainText('Ksh 750')
  await checkPage(page, 'with an order')
  await open(page, '/sw/listings')
  await expect(page.getByText('Toyota Vitz F 1.3').first()).toBeVisible()
  await checkPage(page, 'with a listing')
})

test('in Swahili: the forms of an order and of a car for sale', { tag: '@phone-only' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  await fillCartOf(person, { 'HDMI cable, 3 m': 1 })
  await openAs(page, person, '/sw/placeorder')
  await page
    .getByRole('main')
    .getByRole('button', { name: swahili('Lipa na Mpesa') })
    .click()
  await expect(page.locator('input[name="street"]')).toBeFocused()
  await checkPage(page)
  await open(page, '/sw/cart')
  await expect(button(page, 'Proceed To Check-Out')).toBeDisabled()
  await checkPage(page, 'filled')
  await open(page, '/sw/sell-car')
  await button(page, 'List Car & Submit Payment').click()
  await expect(page.locator('[name="pictures"]')).toBeFocused()
  await checkPage(page)
})

test('in Swahili: a forgotten password is asked for', { tag: '@phone-only' }, async ({ page, checkPage }) => {
  await open(page, '/sw/mybookings')
  await page
    .getByRole('main')
    .getByRole('button', { name: swahili('Log in') })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkPage(page)
  await button(page, 'Forgot password?').click()
  await page
    .getByRole('dialog')
    .locator('input[name="email"]')
    .fill((await newPerson()).email)
  await checkPage(page)
  await button(page, 'Send code').click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    swahili('Password reset email has been sent.'),
  )
  await checkPage(page)
})
