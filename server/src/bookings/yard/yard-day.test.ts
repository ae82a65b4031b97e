import { randomUUID } from 'node:crypto'
import type { YardMove } from '@twende/contract/bookings/yard-routes.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { DRIVER_ROW } from '../../testing/driving.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { yardMoves } from './yard-store.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp()
})

const DAY_MS = 86_400_000

const depositOf = (bookingId: string) => ({ id: randomUUID(), booking_id: bookingId, amount: 10_000 })

let plates = 100

const today = () => nairobiDay(market.clock.now())

/** What the list of a day says about one booking. */
async function movesOf(bookingId: string, day?: string): Promise<YardMove[]> {
  const { data } = await market.call('GET /api/admin/yard', { query: day ? { day } : {} }, staff)
  return data.filter((move) => move.bookingId === bookingId)
}

/** A rental of two days that starts today at `pickupTime`. */
async function rentToday(pickupTime = '12:00') {
  const carId = await addCar(market.db, { name: 'Toyota Premio' })
  const plate = `KDA ${++plates}A`
  await market.db.updateTable('cars').set({ number_plate: plate }).where('id', '=', carId).execute()
  const dates = { startDate: today(), endDate: addDays(today(), 2), pickupTime }
  const booking = await bookCar(market, customer, carId, { ...dates, specialRequests: 'A child seat' })
  return { booking, plate }
}

test('a car is on the list of the day it leaves and of the day it comes back, with what is missing', async () => {
  const { booking, plate } = await rentToday()
  expect(await movesOf(booking._id)).toMatchObject([
    {
      kind: 'pickup',
      reference: booking.bookingId,
      at: '2026-04-01T09:00:00.000Z',
      isDone: false,
      car: 'Toyota Premio',
      plate,
      place: 'Nairobi',
      customer: 'Achieng Ouma',
      missing: ['confirmation', 'payment', 'papers'],
      specialRequests: 'A child seat',
    },
  ])
  // It is not certain yet that an unpaid car leaves at all.
  expect(await movesOf(booking._id, addDays(today(), 2))).toEqual([])
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  expect(await movesOf(booking._id, addDays(today(), 1))).toEqual([])
  expect(await movesOf(booking._id, addDays(today(), 2))).toMatchObject([
    { kind: 'return', isDone: false, missing: [], specialRequests: '' },
  ])
  await handOver(market, staff, booking._id, { km: 42_000 })
  expect(await movesOf(booking._id)).toMatchObject([{ kind: 'pickup', isDone: true, missing: [] }])
})

test('what really stops a handover is said: papers that are missing or wait for a check, and the deposit', async () => {
  const { booking } = await rentToday()
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  await market.db.insertInto('deposits').values(depositOf(booking._id)).execute()
  const missing = async () => (await movesOf(booking._id))[0]
  expect(await missing()).toMatchObject({ missing: ['deposit', 'papers'], depositDue: 10_000 })
  const papers = { ...DRIVER_ROW, id: randomUUID(), account_id: customer.accountId, status: 'submitted' }
  const at = market.clock.now()
  await market.db
    .insertInto('drivers')
    .values({ ...papers, created_at: at, updated_at: at })
    .execute()
  expect(await missing()).toMatchObject({ missing: ['deposit', 'papersToCheck'] })
  const params = { driverId: papers.id }
  await market.call('POST /api/admin/driver/:driverId/approve', { params }, staff)
  // The number that a customer may type when booking stops nobody: the card was compared.
  expect(await missing()).toMatchObject({ missing: ['deposit'] })
  const admin = await market.signUp({ role: 'admin' })
  await market.call(
    'POST /api/admin/booking/:bookingId/deposit/waive',
    { params: { bookingId: booking._id }, body: { reason: 'A customer of many years' } },
    admin,
  )
  expect(await missing()).toMatchObject({ missing: [], depositDue: 0 })
})

test('the first step of a handover says that the car is still out, as the yard does', async () => {
  const { booking } = await rentToday()
  await moveBookingOn(market, staff, booking._id, 'active')
  const dates = { startDate: addDays(today(), 3), endDate: addDays(today(), 5) }
  const next = await bookCar(market, await market.signUp(), booking.carId, dates)
  await moveBookingOn(market, staff, next._id, 'confirmed')
  market.clock.advance(3 * DAY_MS)
  const params = { bookingId: next._id }
  const isOut = async () =>
    (await market.call('GET /api/admin/booking/:bookingId/condition', { params }, staff)).data.carIsOut
  expect((await movesOf(next._id))[0]?.missing).toContain('car')
  expect(await isOut()).toBe(true)
  await takeBack(market, staff, booking._id, { km: 42_350 })
  expect((await movesOf(next._id))[0]?.missing).not.toContain('car')
  expect(await isOut()).toBe(false)
})

test('a car that is late stays on the list of today until it is back', async () => {
  const { booking } = await rentToday()
  await moveBookingOn(market, staff, booking._id, 'active')
  market.clock.advance(3 * DAY_MS)
  expect(await movesOf(booking._id)).toMatchObject([{ kind: 'return', isDone: false }])
  expect(await movesOf(booking._id, addDays(today(), 1))).toEqual([])
  await takeBack(market, staff, booking._id, { km: 42_350 })
  expect(await movesOf(booking._id)).toEqual([])
})

test('a car that nobody fetched stays on the list of today while its rental lasts', async () => {
  const { booking } = await rentToday()
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  market.clock.advance(DAY_MS)
  expect(await movesOf(booking._id)).toMatchObject([
    { kind: 'pickup', isDone: false, message: expect.stringContaining('has been ready since') },
  ])
  expect(await movesOf(booking._id, addDays(today(), -1))).toHaveLength(1)
  market.clock.advance(3 * DAY_MS)
  expect(await movesOf(booking._id)).toEqual([])
})

test('a hold that ran out is on no list', async () => {
  const { booking } = await rentToday('20:00')
  expect(await movesOf(booking._id)).toHaveLength(1)
  market.clock.advance(DAY_MS / 8)
  expect(await movesOf(booking._id)).toEqual([])
})

test('a day is read from indexes, however many bookings there were', async () => {
  const { booking } = await rentToday()
  await moveBookingOn(market, staff, booking._id, 'completed')
  await market.asOwner(async (owner) => {
    await sql`
      insert into bookings (id, reference, account_id, car_id, request_hash, start_date, end_date, pickup_time, dropoff_time,
        pickup_location, dropoff_location, starts_at, ends_at, occupied_until, price_per_day, total_days, total_amount,
        final_amount, price_snapshot, cancellation_terms, car_snapshot, customer_info, payment_method, status, created_at, updated_at)
      select gen_random_uuid(), 'BK' || 10000 + ago, account_id, car_id, request_hash, start_date - ago, end_date - ago,
        pickup_time, dropoff_time, pickup_location, dropoff_location, starts_at - ago * interval '1 day',
        ends_at - ago * interval '1 day', occupied_until - ago * interval '1 day', price_per_day, total_days, total_amount,
        final_amount, price_snapshot, cancellation_terms, car_snapshot, customer_info, payment_method, status, created_at, updated_at
      from bookings, generate_series(1, 3000) as ago where id = ${booking._id}`.execute(owner)
    await sql`analyze bookings`.execute(owner)
  })
  const from = BOOKING_MORNING
  const until = new Date(from.getTime() + DAY_MS)
  const plan = await sql<Record<'QUERY PLAN', string>>`
    explain ${yardMoves({ from, until, now: from, overdue: true })}`.execute(market.db)
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('bookings_by_start')
  expect(lines).toContain('bookings_by_end')
  // Both are of the rentals under way alone.
  expect(lines).toMatch(/bookings_under_way|car_has_one_rental_under_way/)
  expect(lines).not.toContain('Seq Scan on bookings')
})

test('the message to a customer says whether the car is awaited or late, and nothing once it is out', async () => {
  const { booking } = await rentToday('12:00')
  const message = async (day?: string) => (await movesOf(booking._id, day))[0]?.message
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  expect(await message()).toContain('is ready on')
  market.clock.advance(DAY_MS / 4)
  expect(await message()).toContain('has been ready since')
  await handOver(market, staff, booking._id, { km: 42_000 })
  expect(await message()).toBe('')
  const lastDay = addDays(today(), 2)
  expect(await message(lastDay)).toContain('is due back on')
  market.clock.advance(3 * DAY_MS)
  expect(await message()).toContain('was due back on')
})

test('the message to a customer is in the language of the customer, whoever reads the list', async () => {
  const { booking } = await rentToday()
  expect((await movesOf(booking._id))[0]?.message).toMatch(/^Hello Achieng, .* Toyota Premio is ready on /)
  await market.db.updateTable('accounts').set({ locale: 'sw' }).where('id', '=', customer.accountId).execute()
  expect((await movesOf(booking._id))[0]?.message).toMatch(/^Habari Achieng, /)
})
