import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import { openFirm } from '../support/firm.ts'
import { test } from '../support/journey.ts'
import { call } from '../support/market.ts'
import { firstAdminToken, newPerson, openAs, type Person } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

/** Books the dearest car from a phone that pays less than it is asked for. */
async function bookPaidInPart(customer: Person, daysAhead: number) {
  const { data: cars } = await call('GET /api/car/list', {})
  const [car] = cars.filter(({ available }) => available).toSorted((one, other) => other.price - one.price)
  if (!car) throw new Error('There is no car.')
  const body = {
    carId: car._id,
    ...(await freeStay(car.name, daysAhead, 3)),
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Njeri', lastName: 'Wambua', email: customer.email, phone: '0712345678' },
    paymentMethod: 'mpesa' as const,
    paymentDetails: { mpesaNumber: `0712${randomInt(100, 1000)}007` },
  }
  const { data } = await call('POST /api/booking/create', { body }, customer)
  const params = { bookingId: data._id }
  await expect
    .poll(async () => (await call('GET /api/booking/:bookingId', { params }, customer)).data.paymentStatus)
    .toBe('partial')
  return data
}

test('a part of a price is opened with a tap, and cannot be accepted before its rest is there', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  const booking = await bookPaidInPart(await newPerson('Njeri Wambua'), 110)
  await openAs(page, { token: await firstAdminToken() }, `/admin/payments?search=${booking.bookingId}`)
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: booking.bookingId }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.bookingId)
  await expect(page.getByText('so it cannot be accepted yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
})

test('a part for a rental that goes on unpaid is accepted', {
  tag: '@both-widths',
}, async ({ page, checkPage, atEnd }) => {
  const firm = await openFirm({ cars: 1, clerks: 1 })
  atEnd(firm.close)
  const [car] = firm.cars
  if (!car) throw new Error('the firm is empty')
  const { booking } = await firm.hire(car, { paidBy: 'none' })
  const admin = { token: await firstAdminToken() }
  const params = { bookingId: booking._id }
  const body = { phone: `0712${randomInt(100, 1000)}007` }
  await call('POST /api/admin/booking/:bookingId/owed/request', { params, body }, admin)
  await openAs(page, admin, `/admin/payments?search=${booking.bookingId}`)
  await page.getByRole('link', { name: booking.bookingId }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.bookingId)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await checkPage(page)
  await page.getByRole('button', { name: 'Accept' }).tap()
  const accepting = page.getByRole('dialog', { name: 'Accept this payment?' })
  await accepting.getByRole('button', { name: 'Found in our M-Pesa account' }).tap()
  await checkPage(page)
  await accepting.getByRole('button', { name: 'Accept', exact: true }).tap()
  await expect(accepting).toBeHidden()
  // The list of what is to be decided has it no more.
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('money that nobody reported is found in the statement of M-Pesa', {
  tag: '@both-widths',
}, async ({ page, checkPage }) => {
  await openAs(page, { token: await firstAdminToken() }, '/admin/reconciliation')
  await page.getByRole('link', { name: 'Read a statement' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of M-Pesa' })).toBeVisible()
  await checkPage(page)
  const code = `TKS${randomInt(1_000_000, 9_999_999)}`
  const rows = [
    'Short Code:,174379',
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Other Party Info,A/C No.',
    `${code},01-11-2026 10:22:11,Pay Bill,Completed,"1,250.00",,254712***126 - JANE WANJIRU,for the car`,
    `${code}X,01-11-2026 11:00:00,Pay Bill Reversal,Completed,300.00,,254712***126 - JANE WANJIRU,`,
  ]
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose the file' }).tap()
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await (await choosing).setFiles(file)
  await expect(page.getByText('Money that was reversed.')).toBeVisible()
  await checkPage(page, 'read')
  await page.getByRole('button', { name: 'Add these payments' }).tap()
  await page.getByRole('link', { name: 'Find what it pays for' }).tap()
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await expect(page.getByText(code).first()).toBeVisible()
})
