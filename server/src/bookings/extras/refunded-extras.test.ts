import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findRefundedParts } from '../../payments/refunds/refund-parts.ts'
import { findRefund, type RefundRow } from '../../payments/refunds/refund-store.ts'
import { addExtra } from '../../testing/extras.ts'
import { addCar } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let admin: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  admin = await market.signUp({ role: 'admin' })
  await addExtra(market, { kind: 'chauffeur', price: 2_500 }, admin)
  await addExtra(market, { kind: 'child_seat', price: 500, stock: 30 }, admin)
})
afterAll(() => market.close())
beforeEach(async () => {
  customer = await market.signUp()
})

const WORDS = ['Chauffeur: 4 days × Ksh 2,500, Ksh 10,000', 'Child seats: 2 × Ksh 500, Ksh 1,000']

async function booked(extras = { chauffeur: true, childSeats: 2 }) {
  const carId = await addCar(market.db, { pricePerDay: 1_000 })
  const days = { startDate: '2026-04-10', endDate: '2026-04-14', pickupTime: '10:00', dropoffTime: '10:00' }
  return bookCar(market, customer, carId, { ...BY_MPESA, ...days, extras })
}

async function refundOf({ bookingId }: { bookingId: string }) {
  const { data } = await market.call('GET /api/admin/refunds', { query: { search: bookingId } }, admin)
  const [refund] = data
  if (!refund) throw new Error('nothing goes back')
  return refund
}

const cancel = (bookingId: string) =>
  market.call('PUT /api/booking/:bookingId/cancel', { params: { bookingId }, body: {} }, customer)

test('the refund of a cancelled booking names its extras: in the list, its table, and the mail', async () => {
  const booking = await booked()
  await payBooking(market, booking._id)
  await cancel(booking._id)
  const refund = await refundOf(booking)
  expect(refund.contains).toEqual(WORDS)
  const url = `/api/admin/refunds.csv?search=${booking.bookingId}`
  const table = await market.app.inject({ url, headers: { token: admin.token } })
  const [head, row] = table.body.split('\r\n')
  expect(head).toContain(',Reason,Extras,Status,')
  expect(row).toContain(`"${WORDS.join('; ')}"`)
  const body = paidWith(drawCode(market.clock.now()))
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId: refund._id }, body },
    admin,
  )
  const [mail] = await readMails(market.db, { accountId: customer.accountId, kind: 'refund_sent' })
  for (const words of WORDS) expect(JSON.stringify(mail)).toContain(words)
})

test('a refund without extras, of less than they cost, or of something else names none', async () => {
  const without = await booked({ chauffeur: false, childSeats: 0 })
  await payBooking(market, without._id)
  await cancel(without._id)
  expect((await refundOf(without)).contains).toEqual([])
  const booking = await booked()
  await payBooking(market, booking._id)
  await cancel(booking._id)
  const row = await findRefund(market.db, (await refundOf(booking))._id)
  if (!row) throw new Error('nothing goes back')
  const partsOf = async (given: Partial<RefundRow>) =>
    (await findRefundedParts(market.deps, [{ ...row, ...given }])).get(row.id)?.length ?? 0
  expect(await partsOf({ amount: 11_000 })).toBe(2)
  expect(await partsOf({ amount: 10_999 })).toBe(0)
  expect(await partsOf({ reason: 'no_show' })).toBe(2)
  expect(await partsOf({ reason: 'booking_changed' })).toBe(0)
  expect(await partsOf({ paymentId: row.id })).toBe(0)
})
