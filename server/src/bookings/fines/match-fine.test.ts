import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect } from 'vitest'
import { nextPlate, offenceAt } from '../../testing/fines.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let staff: Person
/** A booking of which each rental is a copy. */
let template: string
/** The columns of a booking that are not computed from others. */
let stored: string[]
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  template = (await bookCar(market, await market.signUp(), await addCar(market.db)))._id
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'bookings' and is_generated = 'NEVER'`.execute(market.db)
  stored = rows.map(({ name }) => name)
  market.clock.set(new Date('2026-09-01T12:00:00+03:00'))
})
afterAll(() => market.close())

const MINUTE_MS = 60_000
const FIRST = nairobiInstant('2026-05-01', '08:00').getTime()
const minute = (count: number) => new Date(FIRST + count * MINUTE_MS)

type Drawn = {
  status: 'pending' | 'confirmed' | 'active' | 'completed' | 'cancelled'
  /** Minutes between booked and recorded; null where nothing was recorded. */
  handover: number | null
  handedBack: number | null
}
/** Each rental is booked for three days from its own Monday. */
const startOf = (place: number) => place * 7 * 1_440
const endOf = (place: number) => startOf(place) + 3 * 1_440

const offset = fc.option(fc.integer({ min: -1_400, max: 1_400 }))
const drawnRental: fc.Arbitrary<Drawn> = fc.record({
  status: fc.constantFrom(
    'pending',
    'confirmed',
    'active',
    'completed',
    'completed',
    'completed',
    'cancelled',
  ),
  handover: offset,
  handedBack: offset,
})

/** What is recorded so many minutes after it was booked. */
const recorded = (booked: number, later: number | null) =>
  later === null ? null : { version: 1, at: minute(booked + later).toISOString() }

let references = 0
async function addRental(carId: string, { status, handover, handedBack }: Drawn, place: number) {
  const id = uuidv7()
  const changed = {
    id,
    car_id: carId,
    reference: `BK${700_000 + ++references}`,
    status,
    start_date: addDays('2026-05-01', place * 7),
    end_date: addDays('2026-05-01', place * 7 + 3),
    pickup_time: '08:00',
    dropoff_time: '08:00',
    starts_at: minute(startOf(place)),
    ends_at: minute(endOf(place)),
    occupied_until: minute(endOf(place) + 120),
    handover: status === 'completed' || status === 'active' ? recorded(startOf(place), handover) : null,
    handover_return: status === 'completed' ? recorded(endOf(place), handedBack) : null,
    ...(status === 'cancelled' && {
      cancelled_at: minute(0),
      cancelled_by: 'staff',
      cancellation_reason: 'x',
    }),
  }
  const columns = sql.join(stored.map((name) => sql.ref(name)))
  await sql`insert into bookings (${columns})
    select ${columns} from (
      select (jsonb_populate_record(b, ${JSON.stringify(changed)}::jsonb)).* from bookings as b
      where b.id = ${template}::uuid
    ) as copied`.execute(market.db)
  return id
}

/** A car is out in one rental at most. */
function withOneUnderWay(rentals: readonly Drawn[]): Drawn[] {
  const first = rentals.findIndex(({ status }) => status === 'active')
  return rentals.map((rental, place) =>
    rental.status === 'active' && place !== first ? { ...rental, status: 'completed' } : rental,
  )
}

/** Minute by minute, which rental the car was out in; a later one takes the minutes of an earlier one. */
function minutesOf(rentals: readonly (Drawn & { id: string })[]): Map<number, string> {
  const out = rentals.flatMap(({ id, status, handover, handedBack }, place) => {
    if (status !== 'active' && status !== 'completed') return []
    const from = startOf(place) + (handover ?? 0)
    const until = status === 'active' ? 5 * 7 * 1_440 : endOf(place) + (handedBack ?? 0)
    return [{ id, from, until }]
  })
  const minutes = new Map<number, string>()
  for (const { id, from, until } of out.sort((one, other) => one.from - other.from))
    for (let at = from; at <= until; at += 1) minutes.set(at, id)
  return minutes
}

trial(
  'a fine is matched to whoever had the car in its minute, whatever was booked, recorded or cancelled',
  { full: 40, few: 12 },
  async ({ rounds, seed }) => {
    let matched = 0
    let unmatched = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawnRental, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: -2_000, max: 5 * 7 * 1_440 }), { minLength: 6, maxLength: 6 }),
        async (anyRentals, moments) => {
          const drawn = withOneUnderWay(anyRentals)
          const plate = nextPlate()
          const carId = await addCar(market.db, { numberPlate: plate })
          const rentals: (Drawn & { id: string })[] = []
          for (const [place, rental] of drawn.entries())
            rentals.push({ ...rental, id: await addRental(carId, rental, place) })
          const minutes = minutesOf(rentals)
          // The first and last minutes of each rental as well, and those beside them.
          const edges = drawn.flatMap(({ handover, handedBack }, place) => [
            startOf(place) + (handover ?? 0),
            endOf(place) + (handedBack ?? 0),
          ])
          for (const at of [...moments, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])]) {
            const query = { plate, ...offenceAt(minute(at)) }
            const { data } = await market.call('GET /api/admin/fine-match', { query }, staff)
            expect(data.car?._id).toBe(carId)
            expect(data.rental?._id).toBe(minutes.get(at))
            if (data.rental) matched += 1
            else unmatched += 1
          }
        },
      ),
      { numRuns: rounds, seed },
    )
    expect(matched).toBeGreaterThan(rounds * 2)
    expect(unmatched).toBeGreaterThan(rounds * 2)
  },
)
