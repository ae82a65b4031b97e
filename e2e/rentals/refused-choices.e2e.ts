import { expect } from '@playwright/test'
import { addDays, daysBetween, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import {
  choosePlaces,
  confirm,
  expectStep,
  referenceOnPage,
  startBooking,
} from '../support/booking-wizard.ts'
import { smallPhoto } from '../support/camera.ts'
import { test } from '../support/journey.ts'
import { call, carNamed, type Stay, stayIn } from '../support/market.ts'
import { firstAdminToken, newPerson, openAs } from '../support/people.ts'
import { confirmedRental } from '../support/prepare-rental.ts'
import { addPhotos } from '../support/sell-form.ts'

/** Somebody else books this car with child seats, and has paid. */
async function bookSeats(car: string, { startDate, endDate }: Stay, childSeats: number) {
  const daysAhead = daysBetween(nairobiDay(new Date()), startDate)
  const days = daysBetween(startDate, endDate)
  const wish = { customer: 'Rival Mwangi', car, daysAhead, days, extras: { childSeats } }
  const { stay } = await confirmedRental(wish)
  if (stay.startDate !== startDate) throw new Error(`Somebody else has the ${car} on ${startDate}.`)
}

test('of the child seats no more are offered than are free, and when the last one goes meanwhile nothing that was entered is lost', {
  tag: '@phone-only',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 409/)
  const stay = stayIn(320, 2)
  // Of eight.
  await bookSeats('Toyota Fielder', stay, 4)
  await bookSeats('Toyota Noah', stay, 3)
  const person = await newPerson('Kerubo Ondari')
  await startBooking(page, person, 'Toyota Wish', stay)
  await choosePlaces(page, 'Nairobi', 'Nairobi')
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 2)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByLabel('Special requests').fill('Parking for a bicycle')
  const seats = page.getByRole('group', { name: 'Extras' }).getByLabel('Child seats')
  await expect(seats.getByRole('option')).toHaveText(['None', '1'])
  await seats.selectOption('1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 3)
  await expect(page.getByText(/^We ask this phone to pay Ksh/)).toBeVisible()
  await bookSeats('Toyota Sienta', stay, 1)
  await confirm(page)
  await expect(page.getByText(/Not enough child seats are free on these days/).first()).toBeVisible()
  await expectStep(page, 2)
  await expect(page.getByText('No child seats are free on these days.')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toHaveValue(person.phone)
  await expect(page.getByLabel('Special requests')).toHaveValue('Parking for a bicycle')
  await checkPage(page)
  await seats.selectOption('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 3)
  await confirm(page)
  await referenceOnPage(page)
})

test('days beyond the insurance of a car are refused without a word of who has booked it, and other cars are one tap away', {
  tag: '@phone-only',
}, async ({ page, checkPage, atEnd }) => {
  const car = await carNamed('Isuzu D-Max')
  const { lastDay, renew } = await withdrawRenewal(car._id)
  atEnd(renew)
  const stay = { startDate: addDays(lastDay, -3), endDate: addDays(lastDay, -1) }
  await startBooking(page, await newPerson('Awuor Ochieng'), car.name, stay)
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await page.getByLabel('Dropoff date').fill(showDay(addDays(lastDay, 2)))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { name: 'This car is not available for these days' })).toBeVisible()
  await expect(page.getByText('Free on your dates')).toBeVisible()
  await checkPage(page)
  await page.getByLabel('Dropoff date').fill(showDay(stay.endDate))
  await page.keyboard.press('Tab')
  await expect(page.getByText('Free on these dates')).toBeVisible()
})

/** Withdraws the last insurance of a car; tells on which day the one before it ends, and how the car gets it back. */
async function withdrawRenewal(carId: string) {
  const staff = { token: await firstAdminToken() }
  const params = { carId }
  const { data } = await call('GET /api/admin/car/:carId/documents', { params }, staff)
  const [last, before] = data.documents
    .filter(({ kind, withdrawnAt }) => kind === 'insurance' && withdrawnAt === null)
    .toSorted((one, other) => other.validUntil.localeCompare(one.validUntil))
  if (!last || !before) throw new Error('this car has no insurance that follows')
  const { _id: documentId, kind, number, issuer, validFrom, validUntil } = last
  const body = { reason: 'Not paid' }
  await call('POST /api/admin/car-document/:documentId/withdraw', { params: { documentId }, body }, staff)
  const renew = async () => {
    const renewal = { kind, number: `${number}A`, issuer, validFrom, validUntil }
    await call('POST /api/admin/car/:carId/documents', { params, body: renewal }, staff)
  }
  return { lastDay: before.validUntil, renew }
}

test('a number plate that another car has is refused at its field, and what was typed stays', {
  tag: '@phone-only',
}, async ({ page, pageErrors, checkPage }) => {
  pageErrors.expect(/status of 409/)
  const token = await firstAdminToken()
  const { data } = await call('GET /api/admin/cars', { query: {} }, { token })
  const taken = data.find(({ numberPlate }) => numberPlate)?.numberPlate ?? ''
  await openAs(page, { token }, '/admin/fleet/new')
  await addPhotos(page, [smallPhoto])
  await page.getByLabel('Name').fill('Peugeot 504')
  await page.getByLabel('Number plate').fill(taken.toLowerCase())
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Where it stands').selectOption({ index: 1 })
  await page.getByLabel('Price a day').fill('6,000')
  await page.getByLabel('Deposit').fill('20000')
  await page.getByLabel('Description').fill('An old friend of the bush roads.')
  await page.getByRole('button', { name: 'Add car' }).click()
  await expect(
    page.getByText('Another car of the fleet has this number plate, perhaps one that is retired.'),
  ).toBeVisible()
  await expect(page.getByLabel('Number plate')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Peugeot 504')
  await expect(page.getByLabel('Description')).toHaveValue('An old friend of the bush roads.')
  await expect(page.getByRole('button', { name: 'Remove Main Image' })).toBeVisible()
  await checkPage(page)
})
