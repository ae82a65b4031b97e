import { expect, type Page } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import { bookByApi } from '../support/booking-wizard.ts'
import { swahili } from '../support/catalogue.ts'
import { test } from '../support/journey.ts'
import { carNamed, mailTo } from '../support/market.ts'
import { open } from '../support/open-page.ts'
import { fillCartOf, fillDelivery, openFilledCart, payByApi } from '../support/orders.ts'
import { listByApi } from '../support/own-listings.ts'
import { type Newcomer, newcomer, newPerson, openAs } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'
import { listingsOf, mpesaMessage, photo } from '../support/sell-form.ts'

// These journeys run beside each other: none depends on what another one does.
test.describe.configure({ mode: 'parallel' })

const button = (page: Page, name: string) => page.getByRole('button', { name: swahili(name) })

/** Fills the sign-up form of the open popup and sends it. */
async function signUpInSwahili(page: Page, person: Newcomer) {
  const popup = page.getByRole('dialog', { name: swahili('Sign Up') })
  await popup.getByLabel(swahili('Name')).fill(person.name)
  await popup.getByLabel(swahili('Email')).fill(person.email)
  await popup.locator('input[name="password"]').fill(person.password)
  await popup.getByRole('checkbox').check()
  await popup.getByRole('button', { name: swahili('Create account') }).click()
  await expect(popup).toBeHidden()
}

async function payOnPhoneInSwahili(page: Page) {
  const phone = page.getByRole('region', { name: swahili('Demo phone') })
  await phone.getByLabel(swahili('M-Pesa PIN')).fill('1234')
  await phone.getByRole('button', { name: swahili('Send') }).click()
}

test('in Swahili: renting a car asks a visitor to sign up, and leads into the booking', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { _id } = await carNamed('Subaru Forester')
  await open(page, `/sw/rent/${_id}`)
  await checkPage(page)
  await button(page, 'Rent This Car').click()
  await expect(page.getByRole('dialog', { name: swahili('To Proceed, you need to Login') })).toBeVisible()
  await checkPage(page)
  await button(page, 'Create an account').click()
  await checkPage(page)
  await signUpInSwahili(page, newcomer('Achieng Otieno'))
  await expect(page.getByRole('heading', { level: 1, name: swahili('Book Your Car') })).toBeVisible()
})

test('in Swahili: somebody rents a car and pays', { tag: '@both-widths' }, async ({ page, checkPage }) => {
  const person = await newPerson('Achieng Otieno')
  const { _id } = await carNamed('Subaru Forester')
  await openAs(
    page,
    person,
    `/sw/rent/${_id}?${new URLSearchParams(await freeStay('Subaru Forester', 64, 2))}`,
  )
  await button(page, 'Rent This Car').click()
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
  await payOnPhoneInSwahili(page)
  await expect(page.getByRole('heading', { name: swahili('Your booking is confirmed') })).toBeVisible()
  await checkPage(page, 'confirmed')
})

test('in Swahili: a paid booking is looked at and cancelled', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson('Achieng Otieno')
  const stay = await freeStay('Subaru Forester', 100, 2)
  const { _id } = await bookByApi(person, 'Subaru Forester', stay)
  await payByApi(person, { purpose: 'booking', purchaseId: _id })
  await openAs(page, person, `/sw/mybookings/${_id}`)
  await expect(page.getByRole('region', { name: swahili('Help') })).toBeVisible()
  await checkPage(page, 'paid')
  await open(page, '/sw/mybookings')
  const booking = page.getByRole('article')
  await expect(booking).toContainText(showDay(stay.startDate).split(' ').at(-1) ?? '')
  await checkPage(page, 'with a booking')
  await booking
    .getByRole('button', { name: /BK\d{4}$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkPage(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: swahili('Cancel booking') })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: swahili('Cancel booking') }).click()
  await expect(page.getByText(swahili('Booking cancelled successfully')).first()).toBeVisible()
  await checkPage(page, 'with a cancelled booking')
})

test('in Swahili: a visitor’s cart asks to sign up, and leads to the checkout', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  await openFilledCart(page, { 'HDMI cable, 3 m': 1 }, '/sw/cart')
  await expect(button(page, 'Proceed To Check-Out')).toBeDisabled()
  await checkPage(page, 'filled')
  await page.getByRole('link', { name: swahili('Place your order here') }).click()
  await button(page, 'Create an account').click()
  await signUpInSwahili(page, newcomer())
  await expect(page).toHaveURL('/sw/placeorder')
})

test('in Swahili: somebody orders from the shop and pays', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson()
  await fillCartOf(person, { 'HDMI cable, 3 m': 1 })
  await openAs(page, person, '/sw/placeorder')
  const pay = page.getByRole('main').getByRole('button', { name: swahili('Lipa na Mpesa') })
  await pay.click()
  await expect(page.locator('input[name="street"]')).toBeFocused()
  await checkPage(page)
  await fillDelivery(page, person)
  await pay.click()
  await expect(page).toHaveURL(/\/sw\/placeorder\?orderId=/)
  await payOnPhoneInSwahili(page)
  await expect(page).toHaveURL('/sw/myorders')
  await expect(page.getByRole('article', { name: /ORD\d+/ })).toContainText('Ksh 750')
  await checkPage(page, 'with an order')
  expect(await mailTo(person.email)).toMatch(/ORD\d+/)
})

test('in Swahili: a car is put up for sale', { tag: '@both-widths' }, async ({ page, checkPage }) => {
  const person = await newPerson('Brian Kiptoo')
  await openAs(page, person, '/sw/sell-car')
  await checkPage(page, 'signed in')
  await button(page, 'List Car & Submit Payment').click()
  await expect(page.locator('[name="pictures"]')).toBeFocused()
  await checkPage(page)
  await page.locator('input[name="pictures"]').setInputFiles([await photo(1)])
  await expect(page.getByRole('button', { name: swahili('Remove Main Image') })).toBeVisible()
  const car = { name: 'Toyota Vitz F 1.3', price: '1130000', year: '2017', mileage: '75200' }
  const words = { description: 'Gari la mmiliki mmoja.', color: 'Silver', engine: '1.3 L', power: '98 hp' }
  const contact = { acceleration: '12.4 s', contactPhone: '0712345678', contactEmail: person.email }
  for (const [field, text] of Object.entries({ ...car, ...words, ...contact }))
    await page.locator(`form [name="${field}"]`).fill(text)
  await page.locator('select[name="category"]').selectOption('Hatchback')
  await page.locator('select[name="location"]').selectOption('Nairobi')
  await page.locator('form [name="feature"]').fill('Roof rack')
  await page.keyboard.press('Enter')
  await page.locator('form [name="mpesaName"]').fill(person.name)
  await page.locator('form [name="mpesaPhoneNumber"]').fill('0712345678')
  await page.locator('form [name="email"]').fill(person.email)
  await page.locator('form [name="mpesaMessage"]').fill(mpesaMessage(2_000))
  await checkPage(page, 'filled in')
  await button(page, 'List Car & Submit Payment').click()
  await expect(page.getByRole('heading', { name: swahili('Your car is listed') })).toBeFocused()
  await checkPage(page, 'listed')
  expect((await listingsOf(person)).map(({ name }) => name)).toEqual(['Toyota Vitz F 1.3'])
})

test('in Swahili: a car for sale is among one’s own listings', { tag: '@both-widths' }, async ({
  page,
  checkPage,
}) => {
  const person = await newPerson('Brian Kiptoo')
  await listByApi(person)
  await openAs(page, person, '/sw/listings')
  await expect(page.getByText('Toyota Vitz F 1.3').first()).toBeVisible()
  await checkPage(page, 'with a listing')
})

test('in Swahili: a forgotten password is set anew by a mailed code', { tag: '@both-widths' }, async ({
  page,
  pageErrors,
  checkPage,
}) => {
  pageErrors.expect(/status of 400.*\/api\/user\/verify-code/)
  const person = await newPerson()
  await open(page, '/sw/mybookings')
  await page
    .getByRole('main')
    .getByRole('button', { name: swahili('Log in') })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await checkPage(page)
  await button(page, 'Forgot password?').click()
  await dialog.locator('input[name="email"]').fill(person.email)
  await checkPage(page)
  await button(page, 'Send code').click()
  await expect(dialog.getByRole('status')).toHaveText(swahili('Password reset email has been sent.'))
  const code = /\b(?:is|ni):? (\d{6})\b/.exec(await mailTo(person.email))?.[1] ?? ''
  await dialog.locator('input[name="code"]').fill(code === '111111' ? '222222' : '111111')
  await button(page, 'Verify code').click()
  const wrongCode = swahili('The code is wrong or has expired. Please request a new one.')
  await expect(dialog.getByText(wrongCode)).toBeVisible()
  await checkPage(page)
  await dialog.locator('input[name="code"]').fill(code)
  await button(page, 'Verify code').click()
  await dialog.locator('input[name="newPassword"]').fill('mpya na ndefu kabisa')
  await checkPage(page)
  await button(page, 'Reset password').click()
  await expect(dialog.getByRole('status')).toHaveText(swahili('Password has been reset successfully.'))
  await dialog.locator('input[name="email"]').fill(person.email)
  await dialog.locator('input[name="password"]').fill('mpya na ndefu kabisa')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: swahili('Login') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(swahili('No bookings found'))).toBeVisible()
})
