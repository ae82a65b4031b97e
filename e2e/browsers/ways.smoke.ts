import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { showDay } from '@twende/contract/calendar-day.ts'
import { bookingsOf } from '../support/booking-wizard.ts'
import { call, stayIn } from '../support/market.ts'
import { ordersOf, productNamed } from '../support/orders.ts'
import { type Newcomer, newcomer, newPerson } from '../support/people.ts'
import { listingsOf, mpesaMessage, type Photo, photo } from '../support/sell-form.ts'
import type { Page } from './page.ts'
import { test } from './test.ts'

const daysAhead = { firefox: 60, webkit: 90 }

test('somebody signs up, rents a car and pays', async ({ own: page, driven }) => {
  const person = newcomer('Achieng Otieno')
  const stay = stayIn(daysAhead[driven], 3)
  await page.open('/rent?search=forester')
  await page.enter('Pickup', stay.startDate)
  await page.enter('Return', showDay(stay.endDate))
  await page.expectQuery(`endDate=${stay.endDate}`)
  await page.click('link', 'Subaru Forester')
  await page.expectQuery(`endDate=${stay.endDate}`)
  await page.click('button', 'Rent This Car')
  await page.click('button', 'Create an account')
  await signUp(page, person)

  await page.heading('Dates & Locations')
  await page.choose('Pickup location', 'Westlands, Nairobi')
  await page.choose('Dropoff location', 'JKIA, Nairobi')
  expect(await page.valueOf('Pickup date')).toBe(showDay(stay.startDate))
  expect(await page.valueOf('Dropoff date')).toBe(showDay(stay.endDate))
  await page.click('button', 'Continue')
  await page.fill('Phone number', person.phone)
  await page.click('button', 'Continue')
  await page.click('button', 'Confirm Booking')
  await payOnDemoPhone(page)
  await page.heading('Your booking is confirmed')

  const token = await page.token()
  expect((await call('GET /api/user/me', {}, { token })).data).toMatchObject({ email: person.email })
  const [booking, ...others] = await bookingsOf({ ...person, token })
  expect(others).toEqual([])
  expect(booking).toMatchObject({
    status: 'confirmed',
    paymentStatus: 'paid',
    startDate: stay.startDate,
    endDate: stay.endDate,
    pickupLocation: 'Westlands, Nairobi',
    dropoffLocation: 'JKIA, Nairobi',
  })
  await page.open('/mybookings')
  await page.find({ role: 'article', name: /^Booking BK\d{4}: Subaru Forester/ })
})

test('somebody fills a cart, signs up, orders and pays', async ({ own: page }) => {
  const person = newcomer()
  const product = await productNamed('HDMI cable, 3 m')
  await page.open(`/product/${product._id}`)
  await page.click('button', 'Add To Cart')
  await page.open('/cart')
  await page.click('link', 'Place your order here')
  await page.click('button', 'Create an account')
  await signUp(page, person)
  await page.heading('Delivery Information')
  await page.fill('Street or estate', '14 Kenyatta Avenue')
  await page.fill('City or town', 'Nairobi')
  await page.fill('County', 'Nairobi')
  await page.fill('Postal code', '00100')
  await page.fill('Country', 'Kenya')
  await page.fill('M-Pesa number', person.phone)
  await page.click('button', 'Lipa na Mpesa')
  await payOnDemoPhone(page)
  await page.expectPath('/myorders')
  await page.find({ role: 'article', name: /^Order ORD\d+/ })
  const orders = await ordersOf({ token: await page.token() })
  expect(orders).toMatchObject([{ status: 'paid', items: [{ name: product.name, quantity: 1 }] }])
})

test('somebody logs in and lists a car for sale, with photographs', async ({ own: page }) => {
  const person = await newPerson('Brian Kiptoo')
  const files = await savePhotos([await photo(1), await photo(2)])
  await page.open('/sell-car')
  await page.chooseFiles(files.paths)
  await page.find({ role: 'button', name: 'Remove Image 2' })
  await page.click('button', 'Please Login to Sell Car')
  await page.fill('Email', person.email)
  await page.fill('Password', person.password)
  await page.click('checkbox', /I agree to the terms of use/)
  await page.click('button', 'Login')

  await page.fill('Car name', 'Toyota Vitz F 1.3')
  await page.choose('Category', 'Hatchback')
  await page.fill('Price (Ksh)', '1,130,000')
  await page.fill('Description', 'One careful owner, serviced on time.')
  await page.fill('Year', '2017')
  await page.fill('Mileage (km)', '75200')
  await page.choose('Location', 'Nairobi')
  await page.fill('Color', 'Silver')
  await page.fill('Engine', '1.3 L')
  await page.fill('Power', '98 hp')
  await page.fill('Acceleration', '12.4 s')
  await page.click('button', 'Air conditioning')
  await page.fill('Contact phone', '0712 345 678')
  await page.fill('Contact email', person.email)
  await page.click('button', /^I pay myself/)
  await page.fill('M-Pesa message', mpesaMessage(4_500))
  await page.click('button', 'List Car & Submit Payment')
  await page.heading('Your car is listed')
  await files.remove()

  const [listing, ...others] = await listingsOf(person)
  expect(others).toEqual([])
  expect(listing).toMatchObject({
    name: 'Toyota Vitz F 1.3',
    listingStatus: 'pending_payment',
    price: 1_130_000,
  })
  expect(listing?.pictures).toHaveLength(2)
  await page.open('/listings')
  await page.heading(/Toyota Vitz F 1\.3/)
})

async function signUp(page: Page, person: Newcomer) {
  await page.fill('Name', person.name)
  await page.fill('Email', person.email)
  await page.fill('Password', person.password)
  await page.click('checkbox', /I agree to the terms of use/)
  await page.click('button', 'Create account')
}

async function payOnDemoPhone(page: Page) {
  await page.fill('M-Pesa PIN', '1234')
  await page.click('button', 'Send')
}

/** Puts photographs into files, as a browser wants them. */
async function savePhotos(photos: readonly Photo[]) {
  const folder = await mkdtemp(join(tmpdir(), 'twende-photos-'))
  const paths = photos.map(({ name }) => join(folder, name))
  await Promise.all(photos.map(({ buffer }, n) => writeFile(paths[n] ?? '', buffer)))
  return { paths, remove: () => rm(folder, { recursive: true }) }
}
