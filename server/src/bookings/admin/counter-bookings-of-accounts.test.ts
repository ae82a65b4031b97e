import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import { paidWith } from '../../testing/payments.ts'
import { type Person, proveEmail } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let admin: Person
let clerk: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin' })
  clerk = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

/** The clerk books for somebody who states this address, and who pays the price and the deposit in cash. */
async function bookFor(email: string): Promise<string> {
  const today = nairobiDay(market.clock.now())
  const body = {
    carId: await addCar(market.db, { pricePerDay: 4_500, deposit: 2_000 }),
    startDate: today,
    endDate: addDays(today, 1),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111', email },
    ...paidWith(),
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, clerk)
  const params = { bookingId: data._id }
  await market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body: paidWith() }, clerk)
  return data._id
}

const bookingsOf = async (person: Person) =>
  (await market.call('GET /api/booking/user', {}, person)).bookings.map(({ _id }) => _id)

test('whoever registers the email of a stranger sees nothing that staff books for it', async () => {
  const stranger = await market.signUp()
  const bookingId = await bookFor(stranger.email)
  expect(await bookingsOf(stranger)).toEqual([])
  const { code } = await market
    .call('GET /api/booking/:bookingId', { params: { bookingId } }, stranger)
    .then(() => ({ code: 'ok' }))
    .catch((error: { code: string }) => error)
  expect(code).toBe('booking_not_found')
})

test('the booking becomes the account’s with its proof, and the payments with it', async () => {
  const customer = await market.signUp()
  const bookingId = await bookFor(customer.email)
  const other = await bookFor('somebody.else@example.com')
  await proveEmail(market.deps, customer)
  expect(await bookingsOf(customer)).toEqual([bookingId])
  const query = { queue: 'all', accountId: customer.accountId } as const
  const { data } = await market.call('GET /api/admin/payments', { query }, admin)
  expect(new Set(data.map(({ amount }) => amount))).toEqual(new Set([2_000, 4_500]))
  const left = await market.db.selectFrom('bookings').select('account_id').where('id', '=', other).execute()
  expect(left).toEqual([{ account_id: clerk.accountId }])
  // The next one is given at once.
  expect(await bookingsOf(customer)).toContain(await bookFor(customer.email).then(() => bookingId))
  expect(await bookingsOf(customer)).toHaveLength(2)
})

test('a banned account is given nothing until its ban is lifted', async () => {
  const customer = await market.signUp()
  await proveEmail(market.deps, customer)
  const params = { accountId: customer.accountId }
  await market.call(
    'POST /api/admin/person/:accountId/ban',
    { params, body: { reason: 'A forged licence' } },
    admin,
  )
  const bookingId = await bookFor(customer.email)
  const accountOf = () =>
    market.db.selectFrom('bookings').select('account_id').where('id', '=', bookingId).executeTakeFirst()
  expect(await accountOf()).toEqual({ account_id: clerk.accountId })
  await market.call(
    'POST /api/admin/person/:accountId/unban',
    { params, body: { reason: 'It was real' } },
    admin,
  )
  expect(await accountOf()).toEqual({ account_id: customer.accountId })
})

test('a customer at the counter is told, whatever the member of staff switched off', async () => {
  const ofClerk = market.db.updateTable('accounts').where('id', '=', clerk.accountId)
  await ofClerk.set({ muted: ['bookings'] }).execute()
  await bookFor('muted.by.staff@example.com')
  await ofClerk.set({ muted: [] }).execute()
  const told = await readMails(market.db, {
    recipient: 'muted.by.staff@example.com',
    kind: 'booking_confirmed',
  })
  expect(told).toHaveLength(1)
})
