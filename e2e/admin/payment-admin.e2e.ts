import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { test } from '../support/journey.ts'
import { call, stayIn } from '../support/market.ts'
import { firstAdminToken, newPerson, newStaff, openAs, type Person } from '../support/people.ts'
import { freeStay } from '../support/prepare-rental.ts'

/** Books the dearest car; the phone's last digits say how its payment goes. */
async function bookPaid(customer: Person, digits: '001' | '007', daysAhead: number) {
  const { data: cars } = await call('GET /api/car/list', {})
  const [car] = cars.filter(({ available }) => available).toSorted((one, other) => other.price - one.price)
  if (!car) throw new Error('There is no car.')
  const { data } = await call(
    'POST /api/booking/create',
    {
      body: {
        carId: car._id,
        ...(await freeStay(car.name, daysAhead, 3)),
        pickupLocation: 'Nairobi',
        dropoffLocation: 'Nairobi',
        customerInfo: {
          firstName: 'Njeri',
          lastName: 'Wambua',
          email: customer.email,
          phone: '0712345678',
        },
        paymentMethod: 'mpesa',
        paymentDetails: { mpesaNumber: `0712${randomInt(100, 1000)}${digits}` },
      },
    },
    { token: customer.token },
  )
  const status = async () => {
    const params = { bookingId: data._id }
    const now = await call('GET /api/booking/:bookingId', { params }, { token: customer.token })
    return now.data.paymentStatus
  }
  await expect.poll(status).toBe(digits === '001' ? 'paid' : 'partial')
  return data
}

const code = () => `${codeBeginning(nairobiDay(new Date()))}E${randomInt(100_000, 1_000_000)}`

async function refundsOf(page: Page, who: Pick<Person, 'token'>, queue: string, reference: string) {
  await openAs(page, who, `/admin/refunds?queue=${queue}&search=${reference}`)
  const card = page.getByRole('table', { name: 'Refunds' }).locator('tbody').getByRole('row')
  await expect(card).toHaveCount(1)
  return card
}

test('money that was less than asked for does not confirm a booking: staff takes the rest at the counter', async ({
  page,
  checkPage,
  pageErrors,
}) => {
  pageErrors.expect(/status of 409/)
  const customer = await newPerson('Njeri Wambua')
  const booking = await bookPaid(customer, '007', 120)
  await openAs(page, { token: await firstAdminToken() }, `/admin/payments?search=${booking.bookingId}`)
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await checkPage(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.bookingId)
  await checkPage(page)
  await page.keyboard.press('a')
  const accepting = page.getByRole('dialog', { name: 'Accept this payment?' })
  await accepting.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(accepting.getByText('Please give a reason')).toBeVisible()
  await accepting.getByRole('button', { name: 'Found in our M-Pesa account' }).click()
  await accepting.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(accepting.getByText('came in. Take the rest on the page of the booking')).toBeVisible()
  await checkPage(page)
  await openAs(page, { token: await firstAdminToken() }, `/admin/bookings/${booking._id}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const confirming = page.getByRole('dialog', { name: `Confirm ${booking.bookingId}?` })
  await confirming.getByRole('button', { name: 'Cash' }).first().click()
  await confirming.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(confirming).toBeHidden()
  await expect(page.getByText('Confirmed by staff')).toBeVisible()
  const params = { bookingId: booking._id }
  const { data } = await call('GET /api/booking/:bookingId', { params }, customer)
  expect([data.status, data.paymentStatus]).toEqual(['confirmed', 'paid'])
})

test('on a phone a payment that came in short is opened with a tap and found in our account', {
  tag: '@phone-only',
}, async ({ page, checkPage, pageErrors }) => {
  pageErrors.expect(/status of 409/)
  const booking = await bookPaid(await newPerson('Njeri Wambua'), '007', 110)
  await openAs(page, { token: await firstAdminToken() }, `/admin/payments?search=${booking.bookingId}`)
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await checkPage(page)
  await page.getByRole('link', { name: booking.bookingId }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(booking.bookingId)
  await checkPage(page)
  await page.getByRole('button', { name: 'Accept' }).tap()
  const accepting = page.getByRole('dialog', { name: 'Accept this payment?' })
  await accepting.getByRole('button', { name: 'Found in our M-Pesa account' }).tap()
  await accepting.getByRole('button', { name: 'Accept', exact: true }).tap()
  await expect(accepting.getByText('came in. Take the rest on the page of the booking')).toBeVisible()
  await checkPage(page)
})

test('the money of a customer who did not come goes back as agreed, and staff sends it', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff()
  const stay = stayIn(0, 3)
  const { data: cars } = await call('GET /api/car/list', { query: { ...stay, sort: 'price-low' } })
  const [car] = cars.filter(({ available }) => available)
  if (!car) throw new Error('There is no car for today.')
  const customerInfo = { firstName: 'Chebet', lastName: 'Koros', phone: '0722 000 333' }
  const times = { pickupTime: '00:00', dropoffTime: '10:00' }
  const places = { pickupLocation: car.location, dropoffLocation: car.location }
  const body = { carId: car._id, ...stay, ...times, ...places, customerInfo, paidBy: 'Cash' }
  const { data: booking } = await call('POST /api/admin/bookings', { body }, staff)

  await openAs(page, staff, `/admin/bookings/${booking._id}`)
  await page.getByRole('button', { name: 'No-show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark Chebet Koros as a no-show?' })
  // The pickup time has passed: of a rental of more than two days one day's rent is kept.
  const sum = `Ksh ${(2 * booking.pricePerDay).toLocaleString('en-GB')}`
  await expect(dialog.getByText(sum).last()).toBeVisible()
  await dialog.getByRole('button', { name: 'Phone is off' }).click()
  await checkPage(page)
  await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/is owed back to the customer/)).toBeVisible()
  const due = await refundsOf(page, staff, 'due', booking.bookingId)
  await expect(due).toContainText(sum)
  await due.getByRole('button', { name: 'Mark as sent' }).click()
  const sending = page.getByRole('dialog')
  await sending.getByLabel('Or how else it was refunded').fill('Cash at the desk')
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Refund sent')).toBeVisible()
})

test('a large refund takes two people, and the day shows it', async ({ page, checkPage }) => {
  const customer = await newPerson('Barasa Wekesa')
  const [staff, firstAdmin] = [await newStaff(), { token: await firstAdminToken() }]
  const booking = await bookPaid(customer, '001', 140)
  const params = { bookingId: booking._id }
  const body = { cancellationReason: 'Cancelled by customer' }
  await call('PUT /api/booking/:bookingId/cancel', { params, body }, customer)

  const seenByStaff = await refundsOf(page, staff, 'waiting', booking.bookingId)
  await expect(seenByStaff.getByText('An admin must approve it first.')).toBeVisible()
  const seenByKeeper = await refundsOf(page, firstAdmin, 'waiting', booking.bookingId)
  await checkPage(page)
  await seenByKeeper.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(
    page.getByText('No refund has been sent yet.').or(page.getByText('Nothing found')),
  ).toBeVisible()
  const agreed = await refundsOf(page, firstAdmin, 'due', booking.bookingId)
  await expect(agreed.getByText('You approved it, so another person must send it.')).toBeVisible()

  const due = await refundsOf(page, staff, 'due', booking.bookingId)
  await due.getByRole('button', { name: 'Mark as sent' }).click()
  const sending = page.getByRole('dialog')
  await sending.getByLabel('M-Pesa code').fill('hello')
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(sending.getByText('This is not written like an M-Pesa code')).toBeVisible()
  await checkPage(page)
  const sent = code()
  await sending.getByLabel('M-Pesa code').fill(sent)
  await sending.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Refund sent')).toBeVisible()

  await openAs(page, staff, '/admin/reconciliation')
  await expect(page.getByRole('region', { name: 'Refunds sent' })).toContainText(sent)
  await checkPage(page)
  const { data } = await call('GET /api/booking/:bookingId', { params }, customer)
  expect(data.paymentStatus).toBe('refunded')
})
