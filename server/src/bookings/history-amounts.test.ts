import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchNamedMoney } from '../payments/reconciliation/match-named-money.ts'
import { addCar } from '../testing/fleet.ts'
import { bookByMpesa, paidWith, receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { drawCode } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const lastOf = async (bookingId: string) => {
  const { timeline } = await market.call(
    'GET /api/admin/booking/:bookingId',
    { params: { bookingId } },
    staff,
  )
  const { what, note, person } = timeline.at(-1) ?? {}
  return { what, note, person }
}

test('a booking that staff confirms says how much was paid, or is to be paid', async () => {
  const notes: unknown[] = []
  for (const paidBy of ['card', 'none'] as const) {
    const { _id: bookingId } = await bookCar(market, await market.signUp(), await addCar(market.db))
    const body = { paidBy, note: 'At the office' }
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
    notes.push(await lastOf(bookingId))
  }
  expect(notes).toMatchObject([
    { note: expect.stringMatching(/^Ksh [\d,]+ · Card machine · At the office$/), person: staff.name },
    { note: expect.stringMatching(/^Ksh [\d,]+ · Not paid yet · At the office$/), person: staff.name },
  ])
})

test('a booking that M-Pesa pays says how much was paid', async () => {
  const whole = await bookByMpesa(market)
  const receipt = await receivePayment(market, whole.paymentId)
  expect(await lastOf(whole.booking._id)).toMatchObject({ note: `Ksh 13,500 · ${receipt}` })
})

test('money that comes in parts has an event for each part, with its own amount and code', async () => {
  const startDate = addDays(nairobiDay(market.clock.now()), 1)
  const body = {
    carId: await addCar(market.db, { pricePerDay: 6_000 }),
    startDate,
    endDate: addDays(startDate, 2),
    pickupTime: '12:00',
    dropoffTime: '12:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', phone: '0722000111' },
    paidBy: 'none',
  }
  const { data } = await market.call('POST /api/admin/bookings', { body: body as never }, staff)
  const first = await sendC2bPayment(market, { amount: 4_000, reference: data.bookingId })
  await matchNamedMoney(market.deps)
  const receipt = await sendC2bPayment(market, { amount: 1_111 })
  const matched = { reference: data.bookingId, giveBack: false, reason: 'Called and said so' }
  await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body: matched }, staff)
  const params = { bookingId: data._id }
  const { money, timeline } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect(money).toMatchObject({ paid: 5_111, owed: 6_889 })
  expect(timeline.slice(-2).map(({ what, note }) => [what, note])).toEqual([
    ['Money received', `Ksh 4,000 · ${first}`],
    ['Amount owed paid', `Ksh 1,111 · ${receipt}`],
  ])
})

test('money that goes back stands in the history with its amount, its way and who sent it', async () => {
  const customer = await market.signUp()
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db))
  const params = { bookingId }
  const confirmed = { params, body: { paidBy: 'card', note: 'At the office' } } as const
  await market.call('POST /api/admin/booking/:bookingId/confirm', confirmed, staff)
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params, body: { reason: 'No car' } },
    staff,
  )
  const { data: refunds } = await market.call('GET /api/admin/refunds', { query: {} }, staff)
  const refund = refunds.find(({ purchaseId }) => purchaseId === bookingId)
  const amount = `Ksh ${refund?.amount.toLocaleString('en-KE')}`
  expect(await lastOf(bookingId)).toEqual({ what: 'Refund due', note: amount, person: '' })
  market.clock.advance(60_000)
  const code = drawCode(market.clock.now())
  const sent = { params: { refundId: refund?._id ?? '' }, body: paidWith(code) }
  await market.call('POST /api/admin/refund/:refundId/sent', sent, staff)
  expect(await lastOf(bookingId)).toEqual({
    what: 'Refund sent',
    note: `${amount} · M-Pesa · ${code}`,
    person: staff.name,
  })
  const own = await market.call('GET /api/booking/:bookingId', { params }, customer)
  const events = own.timeline.slice(-3)
  expect(events.map(({ what }) => what)).toEqual(['Cancelled by staff', 'Refund due', 'Refund sent'])
  expect(events.every((event) => !('person' in event))).toBe(true)
})
