import { expect } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import {
  choosePlaces,
  confirm,
  expectStep,
  payOnDemoPhone,
  referenceOnPage,
  startBooking,
} from '../support/booking-wizard.ts'
import { test } from '../support/journey.ts'
import { open } from '../support/open-page.ts'
import { newcomer, newPerson, signUpInPopup } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

test('somebody new finds a car by a misspelt search, signs up, and goes on with the days that were chosen', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const person = newcomer('Achieng Otieno')
  const stay = await freeStay('Subaru Forester', 60, 3)

  await open(page, '/')
  await page.getByLabel('Car Name').fill('subaro forestr')
  await page.getByRole('button', { name: 'Search Cars' }).click()
  await expect(page).toHaveURL('/rent?search=subaro+forestr')
  await page.getByLabel('Pickup').fill(stay.startDate)
  await page.getByLabel('Return').fill(stay.endDate)
  const card = page.getByRole('article').filter({ hasText: 'Subaru Forester' })
  await expect(card).toContainText('Ksh 22,500')
  await card.getByRole('link', { name: 'Subaru Forester' }).click()
  await expect(page.getByText('Free on your dates.')).toBeVisible()
  await checkPage(page)

  await page.getByRole('button', { name: 'Rent This Car' }).click()
  const login = page.getByRole('dialog', { name: 'Login' })
  await expect(login).toBeVisible()
  await checkPage(page)
  await login.getByRole('button', { name: 'Sign Up' }).click()
  const popup = page.getByRole('dialog', { name: 'Sign Up' })
  await popup.getByRole('button', { name: 'Create account' }).click()
  await expect(popup.getByLabel('Name')).toBeFocused()
  await checkPage(page)
  await popup.getByLabel('Name').fill(person.name)
  await popup.getByLabel('Email').fill(person.email)
  await popup.getByLabel(/^Password/).fill(person.password)
  await popup.getByRole('button', { name: 'Create account' }).click()
  await expect(popup.getByRole('checkbox')).toBeFocused()
  await signUpInPopup(page, person)

  await expect(page.getByRole('heading', { level: 1, name: 'Book Your Car' })).toBeVisible()
  await expectStep(page, 1)
  await expect(page.getByLabel('Pickup date')).toHaveValue(showDay(stay.startDate))
  await expect(page.getByLabel('Dropoff date')).toHaveValue(showDay(stay.endDate))
  await expect(page.getByLabel('Pickup time')).toHaveValue('10:00')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await choosePlaces(page)
  await expect(page.getByText('Free on these dates, 3 days')).toBeVisible()
  await checkPage(page, 'dates')
})

test('a customer who is known books a car with extras, pays by M-Pesa and has a receipt', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const person = await newPerson('Achieng Otieno')
  const stay = await freeStay('Subaru Forester', 120, 3)
  await startBooking(page, person, 'Subaru Forester', stay)
  await choosePlaces(page, 'Westlands, Nairobi', 'Moi Airport, Mombasa')
  await expect(page.getByText('Free on these dates, 3 days')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expectStep(page, 2)
  await expect(page.getByLabel('First name')).toHaveValue('Achieng')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Phone number').fill(person.phone)
  const extras = page.getByRole('group', { name: 'Extras' })
  await extras.getByRole('checkbox', { name: 'Chauffeur' }).check()
  await extras.getByLabel('Child seats').selectOption('2')
  await extras.getByLabel('Extra kilometres').selectOption({ label: '200 km, Ksh 3,600' })
  await extras.getByRole('checkbox', { name: 'Bring the car to an address in Nairobi' }).check()
  await expect(page.getByText('Still needed: Delivery address').first()).toBeVisible()
  await checkPage(page, 'extras')
  await extras.getByLabel('Delivery address').fill('Riverside Drive 12')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expectStep(page, 3)
  const total = 'Ksh 36,800'
  await expect(page.getByText(`We ask this phone to pay ${total}`)).toBeVisible()
  await expect(page.getByLabel('M-Pesa number')).toHaveValue(person.phone)
  const lines = page.locator('dl').filter({ hasText: 'Achieng Otieno' })
  for (const line of [
    'Chauffeur: 3 days × Ksh 2,500',
    'Child seats: 2 × Ksh 600',
    'Delivery to an address in Nairobi',
    'Extra kilometres: 200 km',
  ])
    await expect(lines.getByText(line)).toBeVisible()
  await checkPage(page, 'payment of extras')
  await confirm(page)

  await referenceOnPage(page)
  await expect(page.getByRole('heading', { name: /^Check your phone .* and enter your PIN$/ })).toBeVisible()
  await expect(page.getByLabel('M-Pesa PIN')).toBeVisible()
  await checkPage(page, 'PIN')
  await payOnDemoPhone(page)
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  await expect(
    page.getByText(new RegExp(`Payment received: ${total}, M-Pesa code [A-Z0-9]{10}`)),
  ).toBeVisible()
  await checkPage(page, 'confirmed')

  await page.getByRole('main').getByRole('link', { name: 'Manage booking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subaru Forester' })).toBeVisible()
  const next = page.getByRole('region', { name: 'What is next' })
  await expect(next).toContainText(`Pick up the car on ${showDay(stay.startDate)} at 10:00`)
  const booked = page.getByRole('complementary', { name: 'Your booking' })
  await expect(booked).toContainText(total)
  await expect(booked).toContainText('We bring the car to Riverside Drive 12')
  await expect(page.getByRole('region', { name: 'Payment', exact: true })).toContainText(
    /M-Pesa code[A-Z0-9]{10}/,
  )
  await checkPage(page)
})
