import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scheduledTasks } from '../jobs/scheduled-tasks.ts'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { addApprovedDriver } from '../testing/driving.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let colleague: Person
let hirer: Person
let carId: string
let bookingId: string
let later: string

const DAY = 24 * 3_600_000
const END = nairobiInstant('2026-04-03', '10:00')

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

/** A car that was due two days ago and is still out, and the booking of the next customer. */
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  carId = await addCar(market.db)
  hirer = await market.signUp()
  bookingId = await booked('2026-04-01', '2026-04-03', hirer)
  later = await booked('2026-04-05', '2026-04-07')
  await moveBookingOn(market, staff, later, 'confirmed')
  await moveBookingOn(market, staff, bookingId, 'active')
  market.clock.set(new Date(END.getTime() + 2 * DAY))
  await runTasks()
})

const booked = async (startDate: string, endDate: string, by?: Person) =>
  (await bookCar(market, by ?? (await market.signUp()), carId, { startDate, endDate }))._id

async function runTasks() {
  for (const { name, run } of scheduledTasks(market.deps)) if (/booking|hold/.test(name)) await run()
}

const seen = async (id = bookingId) =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId: id } }, staff)).data
const markLost = (person: Person, reason = 'Stolen in Thika, OB 12/04/2026') =>
  market.call('POST /api/admin/booking/:bookingId/lost', { params: { bookingId }, body: { reason } }, person)
const counterBooking = (startDate: string) => ({
  carId,
  startDate,
  endDate: addDays(startDate, 2),
  pickupTime: '10:00',
  dropoffTime: '10:00',
  pickupLocation: 'Nairobi',
  dropoffLocation: 'Nairobi',
  customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
})

describe('a car that was due two days ago', () => {
  test('is still out, late, and in the lists of what is late', async () => {
    expect(await seen()).toMatchObject({ status: 'active', late: true })
    const { counts } = await market.call('GET /api/admin/bookings', {}, staff)
    expect(counts.overdue).toBeGreaterThan(0)
    const { data: yard } = await market.call('GET /api/admin/yard', {}, staff)
    const moves = yard.filter((move) => [bookingId, later].includes(move.bookingId))
    expect(moves).toMatchObject([
      { kind: 'return', bookingId, isDone: false },
      { kind: 'pickup', bookingId: later, isDone: false },
    ])
    expect(moves[1]?.missing).toContain('car')
    const { data: today } = await market.call('GET /api/admin/today', {}, staff)
    expect(today.returns.map((move) => move.bookingId)).toContain(bookingId)
    const [calendar] = (await market.call('GET /api/admin/calendar', { query: { limit: 100 } }, staff)).data
      .filter((car) => car._id === carId)
      .map(({ spans }) => spans.find(({ _id }) => _id === bookingId))
    expect(calendar?.status).toBe('active')
  })

  test('is offered to nobody', async () => {
    const startDate = nairobiDay(new Date(END.getTime() + 10 * DAY))
    const period = { startDate, endDate: addDays(startDate, 2), pickupTime: '10:00', dropoffTime: '10:00' }
    const { data: quote } = await market.call('POST /api/booking/quote', { body: { carId, ...period } })
    expect(quote).toMatchObject({ free: false, nextFree: null })
    const found = await market.call('GET /api/car/list', { query: { ...period, ids: carId } })
    expect(found.data).toEqual([])
    await expect(bookCar(market, await market.signUp(), carId, period)).rejects.toMatchObject({
      status: 409,
      code: 'car_taken',
      message: /has not come back/,
    })
    await expect(
      market.call(
        'POST /api/admin/bookings',
        { body: { ...counterBooking(startDate), paidBy: 'cash' } },
        staff,
      ),
    ).rejects.toMatchObject({ code: 'car_taken' })
  })

  test('is handed to nobody else until its return is recorded', async () => {
    await expect(handOver(market, staff, later)).rejects.toMatchObject({ status: 409, code: 'car_is_out' })
    await takeBack(market, staff, bookingId)
    expect(await seen()).toMatchObject({ status: 'completed', late: false })
    await handOver(market, staff, later, { km: 42_400 })
    expect(await seen(later)).toMatchObject({ status: 'active' })
  })

  test('is never two rentals at once, whatever a program writes', async () => {
    await addApprovedDriver(market, later)
    const handedTwice = market.db
      .updateTable('bookings')
      .set({ status: 'active', handover: '{}' })
      .where('id', '=', later)
      .execute()
    await expect(handedTwice).rejects.toMatchObject({ constraint: 'car_has_one_rental_under_way' })
    const ended = market.db
      .updateTable('bookings')
      .set({ status: 'completed' })
      .where('id', '=', bookingId)
      .execute()
    await expect(ended).rejects.toMatchObject({ constraint: 'active_rental_ends_by_return_or_loss' })
  })
})

test('a rental that the clock completed in former times can still be returned', async () => {
  await market.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      const trigger = sql.id('active_rental_ends_by_return_or_loss')
      await sql`alter table bookings disable trigger ${trigger}`.execute(tx)
      await tx.updateTable('bookings').set({ status: 'completed' }).where('id', '=', bookingId).execute()
      await sql`alter table bookings enable trigger ${trigger}`.execute(tx)
    }),
  )
  await takeBack(market, staff, bookingId, { km: 42_900 })
  expect(await seen()).toMatchObject({ status: 'completed', handoverReturn: { km: 42_900 } })
  await expect(takeBack(market, staff, bookingId)).rejects.toMatchObject({ code: 'booking_wrong_state' })
})

describe('a car that is lost', () => {
  test('takes two people, and is offered to nobody until it is found', async () => {
    const first = await markLost(staff)
    expect(first.data).toMatchObject({
      status: 'active',
      loss: { by: expect.any(String), confirmedAt: null },
    })
    const { data: today } = await market.call('GET /api/admin/today', {}, colleague)
    expect(today.approvals).toContainEqual(
      expect.objectContaining({ kind: 'markLost', id: bookingId, byId: staff.accountId }),
    )
    await expect(markLost(staff)).rejects.toMatchObject({ status: 409, code: 'loss_needs_second_person' })
    expect((await markLost(colleague)).data).toMatchObject({ status: 'completed', late: false })
    const own = () => market.call('GET /api/booking/:bookingId', { params: { bookingId } }, hirer)
    const review = () =>
      market.call(
        'POST /api/booking/:bookingId/review',
        { params: { bookingId }, body: { rating: 5, comment: '' } },
        hirer,
      )
    expect((await own()).data).toMatchObject({ status: 'completed', carIsLost: true })
    await expect(review()).rejects.toMatchObject({ code: 'booking_wrong_state' })
    expect((await historyOf(market, bookingId)).at(-1)).toMatchObject({
      what: 'Car declared lost',
      note: 'Stolen in Thika, OB 12/04/2026',
    })
    await expect(booked('2026-05-01', '2026-05-03')).rejects.toMatchObject({ code: 'car_taken' })
    await expect(handOver(market, staff, later)).rejects.toMatchObject({ code: 'car_is_out' })
    await takeBack(market, staff, bookingId, { km: 45_000 })
    expect((await own()).data).toMatchObject({ carIsLost: false })
    await review()
    await handOver(market, staff, later, { km: 45_000 })
  })

  test('is called lost on the page of its hirer, in the calendar, and in the table', async () => {
    await markLost(staff)
    await markLost(colleague)
    const { accountId } = hirer
    const person = await market.call('GET /api/admin/person/:accountId', { params: { accountId } }, staff)
    expect(person.data.latest.bookings).toMatchObject([{ status: 'completed', carIsLost: true }])
    const query = { fromDay: '2026-04-01', limit: 100 }
    const { data: calendar } = await market.call('GET /api/admin/calendar', { query }, staff)
    const spans = calendar.find((car) => car._id === carId)?.spans
    expect(spans?.find(({ _id }) => _id === bookingId)).toMatchObject({ carIsLost: true })
    const { reference } = person.data.latest.bookings[0] ?? { reference: '' }
    const url = `/api/admin/bookings.csv?search=${reference}`
    const table = await market.app.inject({ url, headers: { token: staff.token } })
    expect(table.body).toContain(`${reference},Car not returned,`)
  })

  test('is asked for with a reason, and of a car that is out only', async () => {
    await expect(markLost(staff, ' ')).rejects.toMatchObject({ status: 400 })
    await takeBack(market, staff, bookingId)
    await expect(markLost(staff)).rejects.toMatchObject({ code: 'booking_wrong_state' })
  })

  test('is not declared by one person, whatever a program writes', async () => {
    await markLost(staff)
    const alone = market.db
      .updateTable('car_losses')
      .set({ confirmed_by: staff.accountId, confirmed_at: market.clock.now() })
      .where('booking_id', '=', bookingId)
      .execute()
    await expect(alone).rejects.toMatchObject({ constraint: 'loss_takes_two_people' })
  })
})
