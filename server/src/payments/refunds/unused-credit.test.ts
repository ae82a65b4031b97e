import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOver } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findBalance } from '../ledger/ledger-store.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(async () => {
  await expectBalanced(market)
  await market.close()
})

const PRICE = 9_000
const DEPOSIT = 10_000

/** The customer pays the price and the deposit with one transfer, and the clerk books with its code. */
async function paidTogether(more = DEPOSIT) {
  const code = await sendC2bPayment(market, { amount: PRICE + more })
  const today = nairobiDay(market.clock.now())
  const body = {
    carId: await addCar(market.db, { pricePerDay: 4_500, deposit: DEPOSIT }),
    startDate: today,
    endDate: addDays(today, 2),
    pickupTime: '23:00',
    dropoffTime: '23:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    ...paidWith(code),
  }
  const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
  return { code, id: data._id, reference: data.bookingId, ...(await paymentOf(data._id)) }
}

async function paymentOf(bookingId: string) {
  const row = market.db.selectFrom('payments').select('id').where('booking_id', '=', bookingId)
  return { paymentId: (await row.executeTakeFirstOrThrow()).id }
}

const giveRestBack = (paymentId: string, who = staff) =>
  market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: { decision: 'giveBackRest', reason: 'It is for the deposit' } },
    who,
  )

const dueOf = (payableId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'came_with'])
    .where('payable_id', '=', payableId)
    .where('status', '=', 'due')
    .execute()

const depositOf = async (bookingId: string) => {
  const params = { bookingId }
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  if (!data.deposit) throw new Error('no deposit')
  return data.deposit
}

test('one transfer of price and deposit pays the deposit of a booking that lasts', async () => {
  const { id, code, paymentId } = await paidTogether()
  const params = { bookingId: id }
  const take = market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { params, body: paidWith(code) },
    staff,
  )
  await expect(take).rejects.toMatchObject({ code: 'mpesa_code_used' })
  const { data } = await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, staff)
  expect(data.decisions).toContain('giveBackRest')
  await giveRestBack(paymentId)
  const [refund] = await dueOf(id)
  expect(refund).toMatchObject({ amount: DEPOSIT, came_with: paymentId })
  const body = { reference: (await depositOf(id)).reference, reason: 'Paid together' }
  const moving = { params: { refundId: refund?.id ?? '' }, body }
  await market.call('POST /api/admin/refund/:refundId/move', moving, staff)
  expect(await depositOf(id)).toMatchObject({ held: DEPOSIT, due: 0 })
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject({ money: PRICE, unapplied: 0 })
  await handOver(market, staff, id)
})

test('what is too much goes back once, and only while something is', async () => {
  const { id, paymentId } = await paidTogether(3_000)
  const both = await Promise.allSettled([giveRestBack(paymentId), giveRestBack(paymentId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await dueOf(id)).toMatchObject([{ amount: 3_000 }])
  await expect(giveRestBack(paymentId)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  const { data } = await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, staff)
  expect(data.decisions).not.toContain('giveBackRest')
  expect(data.refunds).toMatchObject([{ amount: 3_000, reason: 'It is for the deposit' }])
})

test('what an added day uses is not too much', async () => {
  const { id, paymentId } = await paidTogether(3_000)
  const params = { bookingId: id }
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const { endDate, dropoffTime, updatedAt } = data
  const body = { endDate: addDays(endDate, 1), dropoffTime, updatedAt, paidBy: 'none' } as const
  await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
  await expect(giveRestBack(paymentId)).rejects.toMatchObject({ code: 'payment_wrong_state' })
})

test('who may not see payments gives nothing back', async () => {
  const { paymentId } = await paidTogether(500)
  const clerk = await market.signUp({ role: 'staff', rights: [] })
  await expect(giveRestBack(paymentId, clerk)).rejects.toMatchObject({ code: 'right_needed' })
})
