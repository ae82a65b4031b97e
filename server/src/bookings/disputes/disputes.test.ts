import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { personalDisputes } from './read-charges.ts'

const HOUR_MS = 3_600_000

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

/** A rental that is over, with two charges. */
async function returned() {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db))
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await handOver(market, staff, bookingId)
  const charges = [
    { kind: 'cleaning', amount: 1_500 } as const,
    { kind: 'fuel', quantity: 2, amount: 2_400 } as const,
  ]
  await takeBack(market, staff, bookingId, { charges, chargesPayment: { paidBy: 'cash' as const } })
  const payable = { type: 'booking', id: bookingId }
  return { customer, bookingId, params: { bookingId }, payable }
}

type Params = { bookingId: string }
const dispute = (params: Params, person: Person, body = { charge: 1, reason: 'It was full' }) =>
  market.call('POST /api/booking/:bookingId/dispute', { params, body }, person)
const decide = (params: Params, decision: 'kept' | 'withdrawn', reason = 'The gauge shows 6/8') =>
  market.call(
    'POST /api/admin/booking/:bookingId/dispute/decide',
    { params, body: { charge: 1, decision, reason } },
    staff,
  )
const eventsOf = async (bookingId: string) => (await historyOf(market, bookingId)).map(({ what }) => what)
const waiting = async () => (await market.call('GET /api/admin/today', {}, staff)).data.counts.chargesDisputed

describe('a charge of a return', () => {
  test('is disputed once by its customer, who sees it beside the charge, and waits for staff', async () => {
    const { customer, params, bookingId } = await returned()
    const before = await waiting()
    await expect(dispute(params, await market.signUp())).rejects.toMatchObject({ code: 'booking_not_found' })
    const [{ data }] = await Promise.all([
      dispute(params, customer),
      dispute(params, customer),
      dispute(params, customer),
    ])
    expect(data.charges.map((charge) => charge.dispute?.reason)).toEqual([undefined, 'It was full'])
    expect(await waiting()).toBe(before + 1)
    const { data: seen } = await market.call('GET /api/booking/:bookingId/condition', { params }, customer)
    expect(seen.charges[1]?.dispute).toMatchObject({ reason: 'It was full', decision: null })
    const query = { queue: 'disputed' } as const
    const list = await market.call('GET /api/admin/bookings', { query }, staff)
    expect(list.data.map(({ _id }) => _id)).toContain(bookingId)
    expect((await eventsOf(bookingId)).filter((what) => what === 'Charge disputed')).toHaveLength(1)
  })

  test('is disputed within 48 hours of the return, and not after', async () => {
    const { customer, params } = await returned()
    market.clock.advance(48 * HOUR_MS - 60_000)
    await dispute(params, customer)
    const late = await returned()
    market.clock.advance(48 * HOUR_MS + 60_000)
    await expect(dispute(late.params, late.customer)).rejects.toMatchObject({ code: 'dispute_too_late' })
    await expect(dispute(params, customer, { charge: 5, reason: 'None' })).rejects.toMatchObject({
      code: 'charge_not_found',
    })
  })

  test('that is withdrawn is owed back once, and no more part of what the rental cost', async () => {
    const { customer, params, bookingId, payable } = await returned()
    await dispute(params, customer)
    const { price } = await findBalance(market.db, payable)
    const ends = await Promise.allSettled([decide(params, 'withdrawn', ''), decide(params, 'withdrawn', '')])
    const refusals = ends.filter((end) => end.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.code)).toEqual(['dispute_wrong_state'])
    expect(await findBalance(market.db, payable)).toMatchObject({
      price: price - 2_400,
      refundsPayable: 2_400,
    })
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    expect(data).toMatchObject({ extraCharges: 1_500, paymentStatus: 'paid' })
    const mails = await readMails(market.db, {
      accountId: customer.accountId,
      kind: 'booking_charge_decided',
    })
    expect(mails).toHaveLength(1)
    expect(await eventsOf(bookingId)).toContain('Disputed charge withdrawn')
  })

  test('that is kept moves no money, and is kept with an answer', async () => {
    const { customer, params, payable } = await returned()
    await expect(decide(params, 'kept')).rejects.toMatchObject({ code: 'dispute_wrong_state' })
    await dispute(params, customer)
    await expect(decide(params, 'kept', '')).rejects.toMatchObject({ code: 'invalid' })
    const before = await findBalance(market.db, payable)
    const { data } = await decide(params, 'kept')
    expect(data.charges[1]?.dispute).toMatchObject({ decision: 'kept', answer: 'The gauge shows 6/8' })
    expect(await findBalance(market.db, payable)).toEqual(before)
    await expect(decide(params, 'withdrawn')).rejects.toMatchObject({ code: 'dispute_wrong_state' })
  })
})

describe('a dispute in the database', () => {
  test('is refused of no charge, of another amount, too late, and changed after its decision', async () => {
    const { params, bookingId, customer } = await returned()
    const insert = (charge: number, amount: number, hours: number) =>
      sql`insert into charge_disputes (id, booking_id, charge, amount, reason, disputed_at)
        values (gen_random_uuid(), ${bookingId}::uuid, ${charge}, ${amount}, 'No',
          ${new Date(market.clock.now().getTime() + hours * HOUR_MS)})`.execute(market.db)
    await expect(insert(7, 100, 1)).rejects.toMatchObject({ constraint: 'dispute_is_of_a_charge' })
    await expect(insert(0, 100, 1)).rejects.toMatchObject({ constraint: 'dispute_is_of_a_charge' })
    await expect(insert(0, 1_500, 49)).rejects.toMatchObject({ constraint: 'dispute_is_in_time' })
    await dispute(params, customer)
    await decide(params, 'kept')
    const change = market.db.updateTable('charge_disputes').set({ decision: 'withdrawn' })
    await expect(change.where('booking_id', '=', bookingId).execute()).rejects.toMatchObject({
      constraint: 'dispute_is_decided_once',
    })
  })

  test('is exported with the account, and loses what the customer wrote when it is deleted', async () => {
    const { params, customer } = await returned()
    await dispute(params, customer)
    const { accountId } = customer
    const exported = await personalDisputes.exportData(market.deps, accountId)
    expect(JSON.stringify(exported)).toContain('It was full')
    await personalDisputes.erase(market.db, { accountId, now: market.clock.now() })
    expect(JSON.stringify(await personalDisputes.exportData(market.deps, accountId))).not.toContain('full')
  })
})
