import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let admin: Person
let clerk: Person
let cashier: Person
let bookingId: string
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin' })
  clerk = await market.signUp({ role: 'staff', name: 'Mercy Achieng', rights: [] })
  cashier = await market.signUp({ role: 'staff' })
  bookingId = await bookAtCounter()
})
afterAll(() => market.close())

/** The clerk books for somebody without an account, who pays the price in cash and the deposit as well. */
async function bookAtCounter(): Promise<string> {
  const carId = await addCar(market.db, { pricePerDay: 4_500, deposit: 2_000 })
  const today = nairobiDay(market.clock.now())
  const body = {
    carId,
    startDate: today,
    endDate: addDays(today, 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    ...paidWith(),
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, clerk)
  const params = { bookingId: data._id }
  await market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body: paidWith() }, clerk)
  return data._id
}

const listed = async (query: { accountId?: string; search?: string }) =>
  (await market.call('GET /api/admin/payments', { query: { queue: 'all', ...query } }, cashier)).data

test('the payments of a counter booking are not those of the clerk who typed them', async () => {
  expect(await listed({ accountId: clerk.accountId })).toEqual([])
  expect(await listed({ search: clerk.name })).toEqual([])
  expect(await listed({ search: 'Otieno Okello' })).toHaveLength(2)
})

test('the page of the clerk as a person shows no payment and no sum of them', async () => {
  const params = { accountId: clerk.accountId }
  const { data } = await market.call('GET /api/admin/person/:accountId', { params }, admin)
  expect(data.paid).toBe(0)
  expect(data.latest.payments).toEqual([])
})

test('the clerk reads such a payment only with the right to payments', async () => {
  const { id: paymentId } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const read = (who: Person) => market.call('GET /api/payment/:paymentId', { params: { paymentId } }, who)
  await expect(read(clerk)).rejects.toMatchObject({ code: 'payment_not_found' })
  expect((await read(cashier)).data._id).toBe(paymentId)
})

test('the search of people by a phone finds the customer of that phone, and not the clerk', async () => {
  const query = { search: '0722000111' }
  expect((await market.call('GET /api/admin/people', { query }, admin)).data).toEqual([])
})

test('the file with the own data of the clerk names no payment of a customer', async () => {
  const file = await market.app.inject({ url: '/api/user/export', headers: { token: clerk.token } })
  expect(file.statusCode).toBe(200)
  expect(file.json()).toMatchObject({ data: { payments: { payments: [] } } })
})

test('the log does not list acts on a counter booking as those on something of the clerk', async () => {
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params: { bookingId }, body: { reason: 'Called off' } },
    cashier,
  )
  const query = { search: clerk.name }
  const { data } = await market.call('GET /api/admin/audit', { query }, admin)
  expect(data.filter(({ by }) => by.name !== clerk.name)).toEqual([])
})
