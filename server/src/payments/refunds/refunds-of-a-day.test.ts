import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { REFUNDS_ALONE_A_DAY } from '@twende/contract/payments/payment-choices.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPayingMarket, type PayingMarket } from '../../testing/paying-market.ts'
import { addRefundDue, bookByMpesa, paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'

let market: PayingMarket
let clerk: Person
let colleague: Person
let admin: Person
beforeAll(async () => {
  market = await openPayingMarket()
  colleague = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
beforeEach(async () => {
  clerk = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

// Three days: each is below what one person may send alone.
const PRICE_PER_DAY = 6_600
const AMOUNT = 3 * PRICE_PER_DAY
const FIT = Math.floor(REFUNDS_ALONE_A_DAY / AMOUNT)
const REFUSED = { code: 'refunds_of_day_need_second_person' }

describe('the refunds that one person sends alone in a day', () => {
  test('have a sum above which somebody else sends, until the next day', async () => {
    await sendMany(FIT)
    const { refundId } = await due()
    const said = await send(refundId).catch((error: unknown) => error)
    expect(said).toMatchObject({ ...REFUSED, message: expect.stringContaining('Ksh 100,000') })
    expect(await taskOf(refundId, clerk)).toMatchObject({ maySend: false, overSumOfDay: true })
    expect(await taskOf(refundId, colleague)).toMatchObject({ maySend: true, overSumOfDay: false })
    await send(refundId, colleague)
    market.clock.advance(24 * 3600 * 1000)
    await send((await due()).refundId)
  })

  test('never pass the sum by two at the same moment', async () => {
    await sendMany(FIT - 1)
    const last = [await due(), await due(), await due()]
    const ends = await Promise.allSettled(last.map(({ refundId }) => send(refundId)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(REFUSED)
  })

  test('do not count one to which an admin agreed', async () => {
    await sendMany(FIT)
    const { refundId } = await due(9_000)
    await market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, admin)
    expect(await taskOf(refundId, clerk)).toMatchObject({ maySend: true, overSumOfDay: false })
    await send(refundId)
  })

  test('do not count what pays for another purchase instead of going back', async () => {
    await sendMany(FIT)
    const { refundId, customer } = await due()
    const { booking } = await bookByMpesa(market, { pricePerDay: PRICE_PER_DAY, customer })
    const body = { reference: booking.bookingId, reason: 'The customer asked' }
    await market.call('POST /api/admin/refund/:refundId/move', { params: { refundId }, body }, clerk)
  })

  test('are limited by the database itself', async () => {
    await sendMany(FIT)
    const { refundId } = await due()
    const now = market.clock.now()
    const alone = {
      status: 'sent',
      method: 'cash',
      sent_by: clerk.accountId,
      sent_at: now,
      sent_note: 'Cash',
    }
    await expect(
      market.db
        .updateTable('refunds')
        .set({ ...alone, sent_on: nairobiDay(now) })
        .where('id', '=', refundId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'refunds_of_a_day_are_limited' })
  })
})

const due = (pricePerDay = PRICE_PER_DAY) => addRefundDue(market, { pricePerDay })

async function sendMany(count: number) {
  for (let sent = 0; sent < count; sent += 1) await send((await due()).refundId)
}

function send(refundId: string, person = clerk) {
  return market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith() },
    person,
  )
}

async function taskOf(refundId: string, person: Person) {
  const { data } = await market.call('GET /api/admin/refunds', { query: { limit: 100 } }, person)
  return data.find(({ _id }) => _id === refundId)
}
