import { addDays } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

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

const PRICE = 13_500

test('a code of more than an extension costs pays the price that is owed as well', async () => {
  const { params, bookingId } = await unpaid()
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const { endDate, dropoffTime, updatedAt } = data
  const paid = paidWith(await sendC2bPayment(market, { amount: PRICE + 4_500 }))
  const body = { endDate: addDays(endDate, 1), dropoffTime, updatedAt, ...paid }
  await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
  await expectPaid(bookingId, PRICE + 4_500)
})

test('a code of more than the charges of a return pays the price that is owed as well', async () => {
  const { params, bookingId } = await unpaid()
  const body = { amount: PRICE, reason: 'Pays by invoice' }
  await market.call('POST /api/admin/booking/:bookingId/owed/allow', { params, body }, staff)
  await handOver(market, staff, bookingId)
  const chargesPayment = paidWith(await sendC2bPayment(market, { amount: PRICE + 200 }))
  await takeBack(market, staff, bookingId, { charges: [{ what: 'Scratch', amount: 200 }], chargesPayment })
  await expectPaid(bookingId, PRICE + 200)
})

async function unpaid() {
  const { _id: bookingId } = await bookCar(market, await market.signUp(), await addCar(market.db))
  const params = { bookingId }
  const body = { note: 'x', paidBy: 'none' } as const
  await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body }, staff)
  return { bookingId, params }
}

async function expectPaid(id: string, price: number): Promise<void> {
  const balance = { price, receivable: 0, unapplied: 0 }
  expect(await findBalance(market.db, { type: 'booking', id })).toMatchObject(balance)
  const booking = market.db.selectFrom('bookings').select('payment_status').where('id', '=', id)
  expect(await booking.executeTakeFirstOrThrow()).toEqual({ payment_status: 'paid' })
}
