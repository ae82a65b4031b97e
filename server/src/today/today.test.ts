import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { createListing } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const today = async () => (await market.call('GET /api/admin/today', {}, staff)).data
const day = () => nairobiDay(market.clock.now())

async function book(carId: string): Promise<string> {
  const startDate = addDays(day(), 1)
  const body = {
    carId,
    startDate,
    endDate: addDays(startDate, 2),
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Wanjiku', lastName: 'Kamau', email: 'w@example.com', phone: '0712345678' },
    paymentMethod: 'whatsapp' as const,
  }
  const { data } = await market.call(
    'POST /api/booking/create',
    { body: body as never },
    await market.signUp(),
  )
  return data._id
}

test('a quiet market counts nothing, and has seven days', async () => {
  const { counts, days, pickups, returns } = await today()
  expect(Object.values(counts).every((count) => count === 0)).toBe(true)
  expect(days.map((figures) => figures.day)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((back) => addDays(day(), -back)),
  )
  expect([...pickups, ...returns]).toEqual([])
})

test('a booking moves from what is to be confirmed to the next pickups, and its money to the day', async () => {
  const before = await today()
  const params = { bookingId: await book(await addCar(market.db)) }
  const made = await today()
  expect(made.counts.bookingsToConfirm).toBe(before.counts.bookingsToConfirm + 1)
  expect(made.days.at(-1)?.bookings).toBe((before.days.at(-1)?.bookings ?? 0) + 1)
  await market.call(
    'POST /api/admin/booking/:bookingId/confirm',
    { params, body: { note: 'Cash', paidBy: 'cash' as const } },
    staff,
  )
  const confirmed = await today()
  expect(confirmed.counts.bookingsToConfirm).toBe(before.counts.bookingsToConfirm)
  expect(confirmed.pickups).toContainEqual(
    expect.objectContaining({ ...params, customer: 'Wanjiku Kamau', place: 'Nairobi' }),
  )
  const { final_amount } = await market.db
    .selectFrom('bookings')
    .select('final_amount')
    .where('id', '=', params.bookingId)
    .executeTakeFirstOrThrow()
  expect(confirmed.days.at(-1)?.money?.booking).toBe((before.days.at(-1)?.money?.booking ?? 0) + final_amount)
})

test('a pasted payment message and a letter wait for staff', async () => {
  const before = await today()
  await createListing(market, await market.signUp())
  await market.call('POST /api/contact', {
    body: { name: 'Amina', email: 'amina@example.com', message: 'Do you deliver to Thika?' },
  })
  const { counts } = await today()
  expect(counts.paymentsToCheck).toBe((before.counts.paymentsToCheck ?? 0) + 1)
  expect(counts.messagesOpen).toBe(before.counts.messagesOpen + 1)
})

test('a booking that nobody handed over waits once it is over, until it was driven or nobody came', async () => {
  const [driven, missed] = [await book(await addCar(market.db)), await book(await addCar(market.db))]
  const act = (bookingId: string, what: 'confirm' | 'complete' | 'no-show', note = 'All on paper') =>
    market.call(
      `POST /api/admin/booking/:bookingId/${what}`,
      { params: { bookingId }, body: { note, ...(what === 'confirm' && paidWith()) } as never },
      staff,
    )
  for (const bookingId of [driven, missed]) await act(bookingId, 'confirm')
  const before = (await today()).counts
  await expect(act(driven, 'complete')).rejects.toMatchObject({ message: 'The rental is not over yet.' })
  market.clock.advance(5 * 86_400_000)
  const { counts } = await today()
  expect(counts.notHandedOver - before.notHandedOver).toBeGreaterThanOrEqual(2)
  const query = { queue: 'notHandedOver' } as const
  const { data, counts: desk } = await market.call('GET /api/admin/bookings', { query }, staff)
  expect(desk.notHandedOver).toBe(counts.notHandedOver)
  expect(data.map(({ _id, notHandedOver }) => [_id, notHandedOver])).toContainEqual([driven, true])
  await expect(act(driven, 'complete', '')).rejects.toMatchObject({ message: 'Please say how it went' })
  await act(driven, 'complete')
  await act(missed, 'no-show')
  expect((await today()).counts.notHandedOver).toBe(counts.notHandedOver - 2)
  await expect(act(driven, 'complete')).rejects.toMatchObject({ code: 'booking_wrong_state' })
})
