import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { withdrawRefund } from '../payments/refunds/create-refund.ts'
import { postFine, rentedCar } from '../testing/fines.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

test('a fine that was disputed and withdrawn is no charge, also once its refund is owed no more', async () => {
  const { bookingId, customer, plate, params } = await rentedCar(market, staff)
  const posted = await postFine(market, staff, { plate })
  const { _id: fine } = posted.json<{ data: { _id: string } }>().data
  const owed = { amount: 3_000, paidBy: 'cash' as const }
  await market.call('POST /api/admin/booking/:bookingId/owed', { params, body: owed }, staff)
  const of = { fine, reason: 'It was not me' }
  await market.call('POST /api/booking/:bookingId/dispute', { params, body: of }, customer)
  const decision = { fine, decision: 'withdrawn' as const, reason: 'Another car' }
  await market.call('POST /api/admin/booking/:bookingId/dispute/decide', { params, body: decision }, staff)
  expect(await earned(bookingId)).toEqual({ passed_on: 0 })
  const due = market.db.selectFrom('refunds').select('id').where('booking_id', '=', bookingId)
  const { id } = await due.executeTakeFirstOrThrow()
  await inTransaction(market.db, (tx) =>
    withdrawRefund(tx, { payableType: 'booking', payableId: bookingId }, id, {
      accountId: staff.accountId,
      now: market.clock.now(),
    }),
  )
  expect(await earned(bookingId)).toEqual({ passed_on: 3_000 })
})

/** What reports count of a booking besides its price. */
async function earned(bookingId: string): Promise<Record<string, number>> {
  const rows = await market.db
    .selectFrom('report_entries')
    .select(['figure', (eb) => eb.fn.sum<number>('amount').as('amount')])
    .where('booking_id', '=', bookingId)
    .where('figure', 'in', ['charge', 'passed_on'])
    .groupBy('figure')
    .execute()
  return Object.fromEntries(rows.map(({ figure, amount }) => [figure, Number(amount)]))
}
