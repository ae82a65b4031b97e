import type { Booking } from '@twende/contract/bookings/booking.ts'
import { occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { ApiError, type Call } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countDeadlocks } from '../../testing/count-deadlocks.ts'
import { addExtra } from '../../testing/extras.ts'
import { addCar } from '../../testing/fleet.ts'
import { onceAvailable } from '../../testing/once-available.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../../testing/renting.ts'
import { openSecondApplication } from '../../testing/second-application.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { setKeepsNoCar } from '../booking-store.ts'

const RIVALS = 50

let market: TestMarket
let rivals: Person[]
let cars: string[]
let staff: Person
let admin: Person
/** The same market through two applications, as two processes would serve it. */
let doors: { call: Call }[]
let second: Awaited<ReturnType<typeof openSecondApplication>>

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  rivals = await Promise.all(Array.from({ length: RIVALS }, () => market.signUp()))
  // Each rival has a car of their own: only the seat is wanted by all.
  cars = []
  for (const _ of rivals) cars.push(await addCar(market.db))
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  second = await openSecondApplication(market)
  doors = [market, second]
})
afterAll(async () => {
  await second.close()
  await market.close()
})
beforeEach(async () => {
  await market.db.deleteFrom('extras').execute()
})

const ownSeats = (stock: number) => addExtra(market, { kind: 'child_seat', price: 500, stock }, admin)

type Outcome = { booking: Booking; error?: never } | { booking?: never; error: ApiError }

/** Tries to book with child seats through one of the doors; anything that is neither a booking nor a refusal fails the test. */
async function tryToBook(
  rival: number,
  childSeats: number,
  period: Partial<RentalPeriod>,
  carId = cars[rival % RIVALS],
): Promise<Outcome> {
  const person = rivals[rival % RIVALS]
  const door = doors[rival % doors.length]
  if (!person || !door || !carId) throw new Error('no such rival')
  try {
    return {
      booking: await onceAvailable(() => bookCar(door, person, carId, { ...period, extras: { childSeats } })),
    }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { error }
    throw error
  }
}

const cancelByStaff = (bookingId: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { params: { bookingId }, body: { reason: 'The test is over' } },
    staff,
  )

/** The most seats that live bookings have at one moment; asked of the bookings, not of the calendar of seats. */
async function mostAtOnce(): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    with taken as (
      select starts_at, occupied_until, count_of_extra(extras, 'child_seat') as seats
      from bookings where status in ('pending', 'confirmed', 'active') and extras is not null
    )
    select coalesce(max((
      select sum(other.seats) from taken other
      where other.starts_at <= taken.starts_at and other.occupied_until > taken.starts_at
    )), 0)::integer as seats from taken
  `.execute(market.db)
  return rows[0]?.seats ?? -1
}

const periodOf = (round: number) => {
  const startDate = addDays('2026-04-10', round * 4)
  return { startDate, endDate: addDays(startDate, 2) }
}

trial(
  `${RIVALS} rivals race for the last child seat through two applications: one gets it each time`,
  { full: 15, few: 4 },
  async ({ rounds }) => {
    await ownSeats(1)
    for (let round = 0; round < rounds; round += 1) {
      const { startDate, endDate } = periodOf(round)
      const outcomes = await Promise.all(
        // Equal and merely overlapping rentals.
        rivals.map((_, rival) =>
          tryToBook(rival, 1, {
            startDate: addDays(startDate, rival % 2),
            endDate: addDays(endDate, rival % 3),
          }),
        ),
      )
      const won = outcomes.flatMap(({ booking }) => booking ?? [])
      expect(won, `winners of round ${round}`).toHaveLength(1)
      const codes = outcomes.flatMap(({ error }) => (error ? [`${error.status} ${error.code}`] : []))
      expect(new Set(codes)).toEqual(new Set(['409 child_seats_taken']))
      expect(await mostAtOnce()).toBe(1)
      for (const { _id } of won) await cancelByStaff(_id)
    }
  },
)

trial(
  'rivals take one or two of seven seats at once: never more than seven, and whoever was refused did not fit',
  { full: 12, few: 6 },
  async ({ rounds }) => {
    await ownSeats(7)
    for (let round = 0; round < rounds; round += 1) {
      const outcomes = await Promise.all(
        rivals.map((_, rival) => tryToBook(rival, 1 + (rival % 2), periodOf(round))),
      )
      const won = outcomes.flatMap(({ booking }) => booking ?? [])
      const taken = won.reduce((sum, { extras }) => sum + (extras[0]?.quantity ?? 0), 0)
      expect(taken).toBe(7)
      expect(await mostAtOnce()).toBe(7)
      for (const { _id } of won) await cancelByStaff(_id)
    }
  },
)

trial(
  'two bookings that wait without a car are paid at the same moment for the last seat: one gets it, the other its money back',
  { full: 15, few: 15 },
  async ({ rounds }) => {
    await ownSeats(1)
    for (let round = 0; round < rounds; round += 1) {
      const waiting: Booking[] = []
      for (const [at, person] of rivals.slice(0, 2).entries()) {
        const extras = { childSeats: 1 }
        const booking = await bookCar(market, person, cars[at] ?? '', {
          ...BY_MPESA,
          ...periodOf(round),
          extras,
        })
        await setKeepsNoCar(market.db, booking._id)
        waiting.push(booking)
      }
      await Promise.all(waiting.map(({ _id }) => payBooking(market, _id)))
      const ids = waiting.map(({ _id }) => _id)
      const rows = await market.db.selectFrom('bookings').select('status').where('id', 'in', ids).execute()
      expect(rows.map(({ status }) => status).filter((status) => status === 'confirmed')).toHaveLength(1)
      const refunds = await market.db
        .selectFrom('refunds')
        .select('amount')
        .where('booking_id', 'in', ids)
        .execute()
      expect(refunds).toEqual([{ amount: waiting[0]?.finalAmount }])
      for (const id of ids) await cancelByStaff(id).catch(() => {})
    }
  },
)

const anyPeriod = fc
  .record({
    ahead: fc.integer({ min: 1, max: 8 }),
    days: fc.integer({ min: 1, max: 4 }),
    pickupTime: fc.constantFrom(...HOURLY_TIMES),
    dropoffTime: fc.constantFrom(...HOURLY_TIMES),
  })
  .map(({ ahead, days, ...times }): RentalPeriod => {
    const startDate = addDays('2026-04-01', ahead)
    return { startDate, endDate: addDays(startDate, days), ...times }
  })

trial(
  'one after another, exactly the rentals that fit into the stock at every moment are accepted, also after cancellations',
  { full: 12, few: 12 },
  async ({ rounds, seed }) => {
    await ownSeats(3)
    const wish = fc.record({
      period: anyPeriod,
      seats: fc.integer({ min: 1, max: 2 }),
      cancels: fc.option(fc.nat({ max: 20 }), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 5, maxLength: 20 }), async (wishes) => {
        const kept: { id: string; seats: number; period: RentalPeriod }[] = []
        for (const [rival, { period, seats, cancels }] of wishes.entries()) {
          if (cancels !== null && kept.length > 0) {
            const [gone] = kept.splice(cancels % kept.length, 1)
            if (gone) await cancelByStaff(gone.id)
          }
          const span = occupiedSpan(period)
          const others = kept.map((one) => ({ span: occupiedSpan(one.period), seats: one.seats }))
          const moments = [span.from, ...others.map(({ span: { from } }) => from)].filter((moment) =>
            isWithin(moment, span),
          )
          const most = Math.max(
            ...moments.map((moment) =>
              others.reduce((sum, other) => sum + (isWithin(moment, other.span) ? other.seats : 0), 0),
            ),
          )
          const { booking, error } = await tryToBook(rival, seats, period, await addCar(market.db))
          expect(error?.code).toBe(most + seats > 3 ? 'child_seats_taken' : undefined)
          if (booking) kept.push({ id: booking._id, seats, period })
        }
        for (const { id } of kept) await cancelByStaff(id)
      }),
      { numRuns: rounds, seed },
    )
  },
)

const isWithin = (moment: Date, span: { from: Date; until: Date }) =>
  moment >= span.from && moment < span.until

test('a smaller stock takes no seat from a booking that was made, and the next one is refused', async () => {
  const offered = await ownSeats(2)
  const first = await tryToBook(0, 2, periodOf(1))
  await market.db.updateTable('extras').set({ stock: 0 }).where('id', '=', offered._id).execute()
  const bookingId = first.booking?._id ?? ''
  await market.call(
    'POST /api/admin/booking/:bookingId/confirm',
    { params: { bookingId }, body: { note: 'Cash', paidBy: 'cash' as const } },
    staff,
  )
  expect((await tryToBook(1, 1, periodOf(1))).error?.code).toBe('child_seats_taken')
  await cancelByStaff(bookingId)
})

test('in all of this nobody ever waited in a circle', async () => {
  expect(await countDeadlocks([market.deps, second.deps])).toBe(0)
})
