import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingMoves } from '@twende/contract/bookings/booking-status.ts'
import { occupiedSpan, type RentalPeriod, spansOverlap } from '@twende/contract/bookings/rental-period.ts'
import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError, type Call } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { atTheSameMoment } from '../testing/at-the-same-moment.ts'
import { countDeadlocks } from '../testing/count-deadlocks.ts'
import { addCar } from '../testing/fleet.ts'
import { onceAvailable } from '../testing/once-available.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, historyOf, payBooking } from '../testing/renting.ts'
import { openSecondApplication } from '../testing/second-application.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { setKeepsNoCar } from './booking-store.ts'
import { expireHolds } from './expire-holds.ts'

const RIVALS = 30

let market: TestMarket
let rivals: Person[]
let staff: Person
/** The same market through two applications, as two processes would serve it. */
let doors: { call: Call }[]
let second: Awaited<ReturnType<typeof openSecondApplication>>

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  rivals = await Promise.all(Array.from({ length: RIVALS }, () => market.signUp()))
  staff = await market.signUp({ role: 'staff' })
  second = await openSecondApplication(market)
  doors = [market, second]
})
afterAll(async () => {
  await second.close()
  await market.close()
})

type Outcome = { booking: Booking; error?: never } | { booking?: never; error: ApiError }

/** Tries to book through one of the doors; anything that is neither a booking nor a refusal fails the test. */
async function tryToBook(rival: number, carId: string, period: Partial<RentalPeriod>): Promise<Outcome> {
  const person = rivals[rival % RIVALS]
  const door = doors[rival % doors.length]
  if (!person || !door) throw new Error('no such rival')
  try {
    return { booking: await onceAvailable(() => bookCar(door, person, carId, period)) }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { error }
    throw error
  }
}

const confirm = (bookingId: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/confirm',
    { params: { bookingId }, body: { note: 'Cash', paidBy: 'cash' as const } },
    staff,
  )
const cancelByStaff = (bookingId: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params: { bookingId }, body: { reason: 'The test is over' } },
    staff,
  )

/** Pairs of live bookings of one car that share a moment; asked of the bookings, not of the calendar. */
async function countOverlaps(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from bookings a join bookings b on a.id < b.id and a.car_id = b.car_id
      and tstzrange(a.starts_at, a.occupied_until) && tstzrange(b.starts_at, b.occupied_until)
    where a.status in ('pending', 'confirmed', 'active') and b.status in ('pending', 'confirmed', 'active')
  `.execute(market.db)
  return rows[0]?.count ?? -1
}

trial(
  'two bookings of one car that do not keep it are confirmed at the same moment: one of them gets it each time',
  { full: 15, few: 15 },
  async ({ rounds }) => {
    const carId = await addCar(market.db)
    for (let round = 0; round < rounds; round += 1) {
      const startDate = addDays('2026-04-10', round * 4)
      const period = { startDate, endDate: addDays(startDate, 2) }
      const bookings: string[] = []
      for (const person of rivals.slice(0, 2)) {
        const { _id } = await bookCar(market, person, carId, period)
        await setKeepsNoCar(market.db, _id)
        bookings.push(_id)
      }
      const ends = await Promise.allSettled(bookings.map(confirm))
      const refusals = ends.filter((end) => end.status === 'rejected')
      expect(refusals.map(({ reason }) => reason.code)).toEqual(['car_taken'])
      await Promise.all(bookings.map(cancelByStaff))
    }
  },
)

trial(
  'thirty rivals race for one car and the same days through two applications: one gets it each time',
  { full: 40, few: 5 },
  async ({ rounds }) => {
    const carId = await addCar(market.db)
    for (let round = 0; round < rounds; round += 1) {
      const startDate = addDays('2026-04-10', round * 4)
      const outcomes = await Promise.all(
        rivals.map((_, rival) =>
          // Equal and merely overlapping stays: two to four days that all hold the second one.
          tryToBook(rival, carId, {
            startDate: addDays(startDate, rival % 2),
            endDate: addDays(startDate, 2 + (rival % 3 === 0 ? 1 : 0)),
          }),
        ),
      )
      const won = outcomes.flatMap(({ booking }) => booking ?? [])
      expect(won, `winners of round ${round}`).toHaveLength(1)
      const codes = outcomes.flatMap(({ error }) => (error ? [`${error.status} ${error.code}`] : []))
      expect(new Set(codes)).toEqual(new Set(['409 car_taken']))
      for (const { _id } of won) await confirm(_id)
    }
    expect(await countOverlaps()).toBe(0)
  },
)

const anyPeriod = fc
  .record({
    ahead: fc.integer({ min: 1, max: 12 }),
    days: fc.integer({ min: 1, max: 4 }),
    pickupTime: fc.constantFrom(...HOURLY_TIMES),
    dropoffTime: fc.constantFrom(...HOURLY_TIMES),
  })
  .map(({ ahead, days, ...times }): RentalPeriod => {
    const startDate = addDays('2026-04-01', ahead)
    return { startDate, endDate: addDays(startDate, days), ...times }
  })

trial(
  'one after another, exactly the stays that overlap no earlier one are accepted, also after cancellations',
  { full: 40, few: 12 },
  async ({ rounds, seed }) => {
    const wish = fc.record({ period: anyPeriod, cancels: fc.option(fc.nat({ max: 20 }), { freq: 3 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 5, maxLength: 20 }), async (wishes) => {
        const carId = await addCar(market.db)
        const kept: { id: string; period: RentalPeriod }[] = []
        for (const [rival, { period, cancels }] of wishes.entries()) {
          if (cancels !== null && kept.length > 0) {
            const [gone] = kept.splice(cancels % kept.length, 1)
            if (gone) await cancelByStaff(gone.id)
          }
          const collides = kept.some((one) => spansOverlap(occupiedSpan(one.period), occupiedSpan(period)))
          const { booking, error } = await tryToBook(rival, carId, period)
          expect(error?.code).toBe(collides ? 'car_taken' : undefined)
          if (!booking) continue
          await confirm(booking._id)
          kept.push({ id: booking._id, period })
        }
      }),
      { numRuns: rounds, seed },
    )
    expect(await countOverlaps()).toBe(0)
  },
)

trial(
  'all at once, the accepted stays are apart and every refused one overlaps an accepted one',
  { full: 40, few: 4 },
  async ({ rounds, seed }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPeriod, { minLength: 10, maxLength: RIVALS }), async (periods) => {
        const carId = await addCar(market.db)
        const outcomes = await Promise.all(periods.map((period, rival) => tryToBook(rival, carId, period)))
        const spans = periods.map(occupiedSpan)
        const accepted = spans.filter((_, at) => outcomes[at]?.booking)
        for (const [at, span] of spans.entries()) {
          const overlapping = accepted.filter((other) => other !== span && spansOverlap(span, other))
          if (outcomes[at]?.booking) expect(overlapping).toEqual([])
          else {
            expect(outcomes[at]?.error?.code).toBe('car_taken')
            expect(overlapping.length).toBeGreaterThan(0)
          }
        }
        for (const { booking } of outcomes) if (booking) await cancelByStaff(booking._id)
      }),
      { numRuns: rounds, seed },
    )
    expect(await countOverlaps()).toBe(0)
  },
)

const ordersOfThree = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

test.each(ordersOfThree)(
  'a cancellation, a confirmation by staff and a payment that come together end legally, in the order %i, %i, %i',
  async (...order) => {
    for (const held of ['bookings', 'cars'] as const) {
      const customer = rivals[0]
      if (!customer) throw new Error('no such rival')
      const carId = await addCar(market.db)
      const booking = await bookCar(market, customer, carId, BY_MPESA)
      const cancel = () =>
        market.call(
          'PUT /api/booking/:bookingId/cancel',
          { params: { bookingId: booking._id }, body: {} },
          customer,
        )
      const starts = [cancel, () => confirm(booking._id), () => payBooking(market, booking._id)] as const
      const row = { bookings: booking._id, cars: carId }[held]
      const lock = sql`select from ${sql.table(held)} where id = ${row} for update`
      const ends = await atTheSameMoment(
        market,
        lock,
        order.map((at) => starts[at]),
      )
      for (const end of ends) {
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'booking_wrong_state' })
      }
      const ended = await expectLegalEnd(booking)
      if (ended.startsWith('confirmed')) await cancelByStaff(booking._id)
    }
    expect(await countDeadlocks([market.deps, second.deps])).toBe(0)
  },
)

test.each(['the confirmation', 'the part'])(
  'a part of the price that comes as staff confirms with cash counts once, or is looked at; %s comes first',
  async (first) => {
    const customer = rivals[0]
    if (!customer) throw new Error('no such rival')
    const carId = await addCar(market.db)
    const booking = await bookCar(market, customer, carId, BY_MPESA)
    const confirming = () => confirm(booking._id)
    const part = () => payBooking(market, booking._id, { amount: 1_000 })
    const ends = await atTheSameMoment(
      market,
      sql`select from cars where id = ${carId} for update`,
      first === 'the part' ? [part, confirming] : [confirming, part],
    )
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const parts = await market.db
      .selectFrom('payments')
      .select('amount_received')
      .where('booking_id', '=', booking._id)
      .where('status', '=', 'partial')
      .execute()
    // A part that is still one may be given back, so it has paid for nothing.
    const { receivable, unapplied } = await findBalance(market.db, { type: 'booking', id: booking._id })
    const stillParts = first === 'the part' ? [] : [{ amount_received: 1_000 }]
    expect({ parts, receivable, unapplied }).toEqual({
      parts: stillParts,
      receivable: 0,
      unapplied: 1_000 * stillParts.length,
    })
  },
)

test.each(ordersOfThree)(
  'a payment that comes as its hold ends, a rival and the clock agree on one owner of the car, in the order %i, %i, %i',
  async (...order) => {
    const [payer, rival] = rivals
    if (!payer || !rival) throw new Error('no such rivals')
    for (const held of ['bookings', 'cars'] as const) {
      const carId = await addCar(market.db)
      const booking = await bookCar(market, payer, carId, BY_MPESA)
      market.clock.advance(15 * 60_000 + 1)
      const starts = [
        () => tryToBook(1, carId, {}),
        () => payBooking(market, booking._id),
        () => expireHolds(market.deps),
      ] as const
      const row = { bookings: booking._id, cars: carId }[held]
      const ends = await atTheSameMoment(
        market,
        sql`select from ${sql.table(held)} where id = ${row} for update`,
        order.map((at) => starts[at]),
      )
      expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
      const live = await market.db
        .selectFrom('bookings')
        .selectAll()
        .where('car_id', '=', carId)
        .where('status', 'in', ['pending', 'confirmed'])
        .execute()
      expect(live).toHaveLength(1)
      const refunds = await market.db
        .selectFrom('refunds')
        .selectAll()
        .where('booking_id', '=', booking._id)
        .execute()
      const hasCar = live[0]?.id === booking._id
      expect(live[0]?.status).toBe(hasCar ? 'confirmed' : 'pending')
      expect(refunds.map(({ amount }) => amount)).toEqual(hasCar ? [] : [booking.finalAmount])
      for (const { id } of live) await cancelByStaff(id)
    }
    expect(await countOverlaps()).toBe(0)
  },
)

test('in all of this nobody ever waited in a circle', async () => {
  expect(await countDeadlocks([market.deps, second.deps])).toBe(0)
})

/** Every step of the story is a move of the table, and every shilling is kept for the booking, owed back, or looked at. */
async function expectLegalEnd({ _id, finalAmount }: Booking): Promise<string> {
  const booking = await market.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const story = await historyOf(market, _id)
  const moves: { from: readonly string[]; to: string; by: readonly string[] }[] = Object.values(bookingMoves)
  story.reduce((before, { status, actor }) => {
    const legal = moves.some(
      ({ from, to, by }) => from.includes(before) && to === status && by.includes(actor),
    )
    expect(legal, `${before} to ${status} by ${actor}`).toBe(true)
    return status
  }, story.shift()?.status ?? '')
  expect(['confirmed', 'cancelled']).toContain(booking.status)
  const payments = await market.db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', _id)
    .where('method', '<>', 'cash')
    .execute()
  const refunds = await market.db.selectFrom('refunds').selectAll().where('booking_id', '=', _id).execute()
  const byCash = story.some(({ actor, status }) => actor === 'staff' && status === 'confirmed')
  const received = payments.reduce((sum, payment) => sum + (payment.amount_received ?? 0), 0)
  const owed = refunds.reduce((sum, refund) => sum + refund.amount, 0)
  // Whether M-Pesa's money is the money that staff confirmed by hand is for a person to see.
  const lookedAt = payments.reduce(
    (sum, payment) => sum + (payment.outcome === 'confirmed_by_hand' ? (payment.amount_received ?? 0) : 0),
    0,
  )
  const kept = received + (byCash ? finalAmount : 0) - owed - lookedAt
  expect(received).toBe(finalAmount)
  expect(kept).toBe(booking.status === 'confirmed' ? finalAmount : 0)
  if (booking.status === 'confirmed') expect(booking.payment_status).toBe('paid')
  else expect(refunds.length).toBeGreaterThan(0)
  return `${booking.status}${byCash ? ' after cash' : ''}${lookedAt ? ', M-Pesa looked at' : ''}, ${refunds.length} refunds`
}
