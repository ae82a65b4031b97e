import { expect, type Locator } from '@playwright/test'
import { choosePlaces, confirm, expectStep, payOnDemoPhone, startBooking } from '../support/booking-wizard.ts'
import { removeExtras } from '../support/clean-up.ts'
import { test } from '../support/journey.ts'
import { stayIn } from '../support/market.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'

// These journeys run beside each other: none depends on what another one does.
test.describe.configure({ mode: 'parallel' })

const lines = [
  'Chauffeur: 3 days × Ksh 2,500',
  'Child seats: 2 × Ksh 600',
  'Delivery to an address in Nairobi',
  'Return in another town: Westlands, Nairobi to Moi Airport, Mombasa',
  'Extra kilometres: 200 km',
]

async function expectLines(where: Locator) {
  for (const line of lines) await expect(where.getByText(line)).toBeVisible()
}

test('a customer rents a car with extras, finds them on the booking and gets them back in full', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const person = await newPerson('Atieno Were')
  const stay = stayIn(130, 3)
  await startBooking(page, person, 'Toyota RAV4', stay)
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
  await checkPage(page)
  await extras.getByLabel('Delivery address').fill('Riverside Drive 12')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expectStep(page, 3)
  const total = 'Ksh 47,300'
  await expect(page.getByText(`We ask this phone to pay ${total}`)).toBeVisible()
  await expectLines(page.locator('dl').filter({ hasText: 'Atieno Were' }))
  await checkPage(page)
  await confirm(page)
  await expectStep(page, 4)
  await payOnDemoPhone(page)
  await expect(page.getByRole('heading', { name: 'Your booking is confirmed' })).toBeVisible()
  await checkPage(page)

  await page.getByRole('main').getByRole('link', { name: 'Manage booking' }).click()
  const booked = page.getByRole('complementary', { name: 'Your booking' })
  await expectLines(booked)
  await expect(booked).toContainText(total)
  await expect(booked).toContainText('We bring the car to Riverside Drive 12')
  await checkPage(page)
  const bookingId = new URL(page.url()).pathname.split('/').at(-1)

  const staff = await page.context().newPage()
  await openAs(staff, { token: await firstAdminToken() }, `/admin/bookings/${bookingId}`)
  await expect(staff.getByText('To make ready with the car')).toBeVisible()
  await expect(staff.getByRole('listitem').filter({ hasText: '2 child seats' })).toBeVisible()
  await expect(staff.getByText('We bring the car to Riverside Drive 12')).toBeVisible()
  await checkPage(staff)
  await openAs(staff, { token: await firstAdminToken() }, `/admin/yard?day=${stay.startDate}`)
  const pickup = staff.getByRole('listitem').filter({ hasText: 'Atieno Were' })
  await expect(pickup).toContainText('Riverside Drive 12')
  await expect(pickup).toContainText('2 child seats')
  await checkPage(staff)
  await staff.close()

  await openAs(page, person, `/mybookings/${bookingId}`)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this booking?' })
  await expectLines(question)
  await expect(question.getByText('The extras come back in full.')).toBeVisible()
  await expect(question.getByRole('definition').last()).toHaveText(total)
  await checkPage(page)
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Booking cancelled successfully')).toBeVisible()
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
  await expect(page.getByText('The extra was added.')).toBeVisible()
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
