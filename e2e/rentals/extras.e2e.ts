import { expect, type Locator } from '@playwright/test'
import { bookingsOf, choosePlaces, confirm, expectStep, startBooking } from '../support/booking-wizard.ts'
import { removeExtras } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { confirmedRental, freeStay } from '../support/prepare-rental.ts'
import { openDesk } from '../support/yard.ts'

async function expectLines(where: Locator, lines: readonly string[]) {
  for (const line of lines) await expect(where.getByText(line)).toBeVisible()
}

test('a customer adds extras to a car, and sees what each costs before booking', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const person = await newPerson('Atieno Were')
  await startBooking(page, person, 'Toyota RAV4', await freeStay('Toyota RAV4', 230, 3))
  await choosePlaces(page, 'Westlands, Nairobi', 'Moi Airport, Mombasa')
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expectStep(page, 2)
  await page.getByLabel('Phone number').fill(person.phone)
  const extras = page.getByRole('group', { name: 'Extras' })
  await extras.getByRole('checkbox', { name: 'Chauffeur' }).check()
  await extras.getByLabel('Child seats').selectOption('2')
  await extras.getByLabel('Extra kilometres').selectOption({ label: '200 km, Ksh 3,600' })
  await extras.getByRole('checkbox', { name: 'Bring the car to an address in Nairobi' }).check()
  await expect(page.getByText('Still needed: Delivery address').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await checkPage(page, 'extras')
  await extras.getByLabel('Delivery address').fill('Riverside Drive 12')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expectStep(page, 3)
  await expect(page.getByText('We ask this phone to pay Ksh 47,300')).toBeVisible()
  await expectLines(page.locator('dl').filter({ hasText: 'Atieno Were' }), [
    'Chauffeur: 3 days × Ksh 2,500',
    'Child seats: 2 × Ksh 600',
    'Delivery to an address in Nairobi',
    'Return in another town: Westlands, Nairobi to Moi Airport, Mombasa',
    'Extra kilometres: 200 km',
  ])
  await checkPage(page, 'payment of extras')
  await confirm(page)
  await expectStep(page, 4)
  const [booking] = await bookingsOf(person)
  expect(booking).toMatchObject({ finalAmount: 47_300, deliveryAddress: 'Riverside Drive 12' })
})

/** A paid rental with two child seats that is brought to an address. */
const rentalWithExtras = (customer: string, daysAhead: number) =>
  confirmedRental({
    customer,
    car: 'Toyota RAV4',
    daysAhead,
    days: 3,
    extras: { childSeats: 2, deliveryToAddress: true, deliveryAddress: 'Riverside Drive 12' },
  })

test('a customer finds the extras on the booking, and gets them back in full', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const lines = ['Child seats: 2 × Ksh 600', 'Delivery to an address in Nairobi']
  const { customer, booking, ownPage } = await rentalWithExtras('Atieno Were', 140)
  const total = `Ksh ${booking.finalAmount.toLocaleString('en-GB')}`
  await openAs(page, customer, ownPage)
  const booked = page.getByRole('complementary', { name: 'Your booking' })
  await expectLines(booked, lines)
  await expect(booked).toContainText(total)
  await expect(booked).toContainText('We bring the car to Riverside Drive 12')
  await checkPage(page, 'extras')
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this booking?' })
  await expectLines(question, lines)
  await expect(question.getByText('The extras come back in full.')).toBeVisible()
  await expect(question.getByRole('definition').last()).toHaveText(total)
  await checkPage(page)
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Booking cancelled successfully')).toBeVisible()
})

test('staff sees in the booking and in the yard what to make ready with the car', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const { deskPage, stay } = await rentalWithExtras('Atieno Odongo', 150)
  await openDesk(page, deskPage)
  await expect(page.getByText('To make ready with the car')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '2 child seats' })).toBeVisible()
  await expect(page.getByText('We bring the car to Riverside Drive 12')).toBeVisible()
  await checkPage(page, 'extras')
  await openDesk(page, `/admin/yard?day=${stay.startDate}`)
  const pickup = page.getByRole('listitem').filter({ hasText: 'Atieno Odongo' })
  await expect(pickup).toContainText('Riverside Drive 12')
  await expect(pickup).toContainText('2 child seats')
  await checkPage(page)
})

test('an admin offers the delivery to a place, changes its price and removes it', async ({
  page,
  checkPage,
  atEnd,
}) => {
  const place = 'Kitale'
  const name = `Delivery to ${place}`
  atEnd(() => removeExtras(place))
  await openAs(page, { token: await firstAdminToken() }, '/admin/extras')
  await expect(page.getByRole('heading', { level: 1, name: 'Extras' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Child seat' })).toContainText('8 seats in stock')
  await checkPage(page)
  await page.getByRole('button', { name: 'Add an extra' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an extra' })
  await dialog.getByLabel('Kind of extra').selectOption({ label: 'Delivery' })
  await dialog.getByLabel('Place').selectOption(place)
  await dialog.getByLabel('Shillings').fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('from 1 to 1000000')).toBeVisible()
  await checkPage(page)
  await dialog.getByLabel('Shillings').fill('1,500')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Ksh 1,500')

  await row.getByRole('button', { name: `Edit ${name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit extra' })
  await editing.getByLabel('Shillings').fill('1800')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Ksh 1,800')

  await row.getByRole('button', { name: `Remove ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${name}?` })
  await expect(question).toBeVisible()
  await checkPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The extra was removed.')).toBeVisible()
  await expect(row).toBeHidden()
})
