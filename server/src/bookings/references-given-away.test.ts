import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { addCar } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const HOUR = 3_600_000
const dates = { startDate: '2026-04-01', endDate: '2026-04-02', pickupTime: '10:00', dropoffTime: '10:00' }

/** The ways in which a booking ends, and how each is taken back. */
const ends = {
  cancellation: {
    end: (bookingId: string) => act('cancel', bookingId, { reason: 'Typed in the wrong line' }),
    takenBack: (bookingId: string) => act('undo', bookingId, { note: 'A slip' }),
  },
  'completion without a handover': {
    async end(bookingId: string) {
      market.clock.set(new Date('2026-04-02T11:00:00+03:00'))
      await act('complete', bookingId, { note: 'On paper' })
    },
    takenBack: (bookingId: string) => act('undo', bookingId, { note: 'A slip' }),
  },
  return: {
    async end(bookingId: string) {
      await handOver(market, staff, bookingId)
      market.clock.advance(HOUR)
      await takeBack(market, staff, bookingId)
    },
    takenBack: (bookingId: string) => act('undo', bookingId, { note: 'A slip' }),
  },
  loss: {
    async end(bookingId: string) {
      await handOver(market, staff, bookingId)
      market.clock.advance(HOUR)
      for (const person of [staff, colleague]) await act('lost', bookingId, { reason: 'Stolen' }, person)
    },
    async takenBack(bookingId: string) {
      market.clock.advance(HOUR)
      for (const person of [staff, colleague])
        await act('lost/withdraw', bookingId, { reason: 'It was found' }, person)
    },
  },
}

test.each(Object.entries(ends))(
  'a %s is taken back though a later booking has the reference by now: it gets another one',
  async (_, { end, takenBack }) => {
    market.clock.set(BOOKING_MORNING)
    const { _id: bookingId, bookingId: reference } = await booked(dates)
    await moveBookingOn(market, staff, bookingId, 'confirmed')
    market.clock.set(new Date('2026-04-01T10:00:00+03:00'))
    await end(bookingId)
    const { _id: later } = await booked({ startDate: '2026-04-20', endDate: '2026-04-21' })
    await market.db.updateTable('bookings').set({ reference }).where('id', '=', later).execute()
    market.clock.advance(HOUR)
    await takenBack(bookingId)
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
    expect(['confirmed', 'active']).toContain(data.status)
    expect(data.bookingId).toMatch(/^BK\d+$/)
    expect(data.bookingId).not.toBe(reference)
    const note = `${reference} → ${data.bookingId}`
    const said = market.db.selectFrom('booking_history').select('note').where('booking_id', '=', bookingId)
    expect(await said.where('event', '=', 'newReference').execute()).toEqual([{ note }])
    const [mail] = (await readMails(market.db, { kind: 'booking_renumbered' })).slice(-1)
    expect(mail?.subject).toContain(data.bookingId)
    expect(mail?.body).toContain(reference)
  },
)

test('money that names the number which a live booking had before counts for nobody by itself', async () => {
  market.clock.set(BOOKING_MORNING)
  const { _id: bookingId, bookingId: reference } = await booked(dates)
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await ends.cancellation.end(bookingId)
  const later = await booked({ startDate: '2026-04-20', endDate: '2026-04-21' })
  await market.db.updateTable('bookings').set({ reference }).where('id', '=', later._id).execute()
  market.clock.advance(HOUR)
  await ends.cancellation.takenBack(bookingId)
  const code = await sendC2bPayment(market, { amount: later.finalAmount, reference })
  const paid = market.db.selectFrom('payments').select('id').where('receipt', '=', code)
  expect(await paid.execute()).toEqual([])
  for (const purchaseId of [bookingId, later._id]) {
    const params = { purchaseId }
    const { data } = await market.call('GET /api/admin/purchase/:purchaseId/money', { params }, staff)
    expect(data.waiting).toMatchObject([{ code, reference }])
  }
})

test('the mail of a cancellation that is taken back names the reference that the booking has now', async () => {
  market.clock.set(BOOKING_MORNING)
  const { _id: bookingId, bookingId: reference } = await booked(dates)
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await ends.cancellation.end(bookingId)
  const { _id: later } = await booked({ startDate: '2026-04-20', endDate: '2026-04-21' })
  await market.db.updateTable('bookings').set({ reference }).where('id', '=', later).execute()
  market.clock.advance(HOUR)
  await ends.cancellation.takenBack(bookingId)
  const row = market.db.selectFrom('bookings').select('reference').where('id', '=', bookingId)
  const { reference: given } = await row.executeTakeFirstOrThrow()
  const mails = await readMails(market.db, { kind: 'booking_confirmed' })
  expect(mails.at(-1)?.body).toContain(given)
})

async function booked(choices: Parameters<typeof bookCar>[3]) {
  return bookCar(market, await market.signUp(), await addCar(market.db), choices)
}

function act(
  what: 'cancel' | 'complete' | 'undo' | 'lost' | 'lost/withdraw',
  bookingId: string,
  body: { reason?: string; note?: string },
  by = staff,
) {
  return market.call(
    `POST /api/admin/booking/:bookingId/${what}`,
    { params: { bookingId }, body } as never,
    by,
  )
}
