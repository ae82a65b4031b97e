import { expect, type Page } from '@playwright/test'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { call, carNamed, type Stay } from './market.ts'
import { openAs, type Person } from './people.ts'

const STEPS = ['Dates & Locations', 'Customer Info', 'Payment', 'Confirmation'] as const

/** Takes a signed-in person from a car's page into the wizard, with the dates chosen there. */
export async function startBooking(page: Page, person: Person, carName: string, stay: Stay) {
  const { _id } = await carNamed(carName)
  await openAs(page, person, `/rent/${_id}?${new URLSearchParams(stay)}`)
  await page.getByRole('button', { name: 'Rent This Car' }).click()
  await expectStep(page, 1)
}

export async function expectStep(page: Page, step: 1 | 2 | 3 | 4) {
  await expect(
    page.getByRole('heading', { level: 2, name: STEPS[step - 1] ?? '', exact: true }),
  ).toBeVisible()
  await expect(page.getByText(`Step ${step} of 4`)).toBeVisible()
}

export async function choosePlaces(page: Page, pickup = 'Westlands, Nairobi', dropoff = 'JKIA, Nairobi') {
  await page.getByLabel('Pickup location').selectOption(pickup)
  await page.getByLabel('Dropoff location').selectOption(dropoff)
}

/** From the first step to the third, with dates already chosen. */
export async function goToPayment(page: Page, { phone }: Pick<Person, 'phone'>) {
  await choosePlaces(page)
  await expect(page.getByText('Free on these dates')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 2)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectStep(page, 3)
}

export async function confirm(page: Page) {
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
}

/** Reads the reference of the booking that was just made. */
export async function referenceOnPage(page: Page): Promise<string> {
  await expectStep(page, 4)
  const reference = page.getByText(/^BK\d{4}$/).first()
  await expect(reference).toBeVisible()
  return (await reference.textContent()) ?? ''
}

/** Enters the PIN on the simulated phone. */
export async function payOnDemoPhone(page: Page, pin = '1234') {
  const phone = page.getByRole('region', { name: 'Demo phone' })
  await phone.getByLabel('M-Pesa PIN').fill(pin)
  await phone.getByRole('button', { name: 'Send' }).click()
}

/** Books by the API, for rivals and for what lies before a journey. */
export async function bookByApi(
  { name, email, phone, token }: Person,
  carName: string,
  stay: Stay,
  paymentMethod: 'mpesa' | 'whatsapp' = 'mpesa',
): Promise<Booking> {
  const { _id: carId } = await carNamed(carName)
  const [firstName = '', lastName = ''] = name.split(' ')
  const body = {
    carId,
    ...stay,
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName, lastName, email, phone },
    paymentMethod,
    paymentDetails: { mpesaNumber: phone },
  }
  return (await call('POST /api/booking/create', { body }, { token })).data
}

export async function bookingsOf({ token }: Person): Promise<Booking[]> {
  return (await call('GET /api/booking/user', {}, { token })).bookings
}
