import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { RentalWalk } from './rental-walk.ts'

/** So many acts apart the lists of cars are read. */
const ACTS_BETWEEN_LISTS = 4

/** No car is with two people, one that is out is offered to nobody, and what is offered is free. */
export async function expectCars(walk: RentalWalk): Promise<void> {
  await expectOneRentalAtATime(walk)
  const out = await findCarsOut(walk)
  const [one] = out
  // A car that is out is asked for again and again, the others in turns.
  await expectOffer(walk, one && walk.steps % 2 === 0 ? one.car_id : undefined)
  if (walk.steps % ACTS_BETWEEN_LISTS !== 2) return
  const { data: shown } = await walk.market.call('GET /api/admin/counter/cars', {}, walk.staff)
  expect(shown.flatMap((car) => (car.out ? [[car._id, car.out.reference]] : [])).sort()).toEqual(
    out.map(({ car_id, reference }) => [car_id, reference]).sort(),
  )
  await expectReturnsInYard(walk)
}

type Out = { car_id: string; reference: string }

/** Cars that left and did not come back, lost ones too. */
async function findCarsOut({ market }: RentalWalk): Promise<Out[]> {
  const { rows } = await sql<Out>`
    select car_id, reference from bookings
    where status = 'active' or (status = 'completed' and returned_at is null
      and exists (select from car_losses where booking_id = bookings.id and confirmed_at is not null and withdrawn_at is null))
    order by car_id`.execute(market.db)
  return rows
}

const LIVE = sql`(b.status in ('confirmed', 'active')
  or (b.status = 'pending' and b.keeps_car and b.hold_expires_at > `

async function expectOneRentalAtATime({ market }: RentalWalk): Promise<void> {
  const now = market.clock.now()
  const { rows } = await sql`
    select b.reference, other.reference as other from bookings as b
    join bookings as other on other.car_id = b.car_id and other.id > b.id
    where ${LIVE}${now})) and other.status in ('confirmed', 'active')
      and ((b.status = 'active' and other.status = 'active')
        or tstzrange(b.starts_at, b.occupied_until) && tstzrange(other.starts_at, other.occupied_until))`.execute(
    market.db,
  )
  expect(rows).toEqual([])
}

/** What visitors are told of a car on a day: free where no live booking has it. Each step asks for another car and day. */
async function expectOffer({ market, cars, steps }: RentalWalk, asked?: string): Promise<void> {
  const now = market.clock.now()
  const ahead = [0, 1, 0, 3][steps % 4] ?? 0
  const carId = asked ?? cars[steps % cars.length] ?? ''
  const startDate = addDays(nairobiDay(now), ahead)
  const endDate = addDays(startDate, 1)
  if (ahead === 0 && nairobiInstant(startDate, '23:00').getTime() < now.getTime() + 60_000) return
  const times = { pickupTime: ahead === 0 ? '23:00' : '10:00', dropoffTime: '23:00' }
  const { data } = await market.call('POST /api/booking/quote', {
    body: { carId, startDate, endDate, ...times },
  })
  const span = {
    from: nairobiInstant(startDate, data.pickupTime),
    until: nairobiInstant(endDate, '23:00'),
  }
  const taken = await takenBy(market, { carId, ...span })
  expect({ startDate, carId, taken, free: data.free }).toEqual({
    startDate,
    carId,
    taken,
    free: taken.length === 0,
  })
}

/** The live bookings of a car in a period; one whose time and turnaround are over is taken until it is back. */
async function takenBy(
  { db, clock }: RentalWalk['market'],
  { carId, from, until }: { carId: string; from: Date; until: Date },
) {
  const now = clock.now()
  const { rows } = await sql<{ reference: string }>`
    select b.reference from bookings as b
    where b.car_id = ${carId}::uuid and (
      (${LIVE}${now})) and tstzrange(b.starts_at, b.occupied_until) && tstzrange(${from}, ${new Date(until.getTime() + 2 * 3_600_000)}))
      or (b.status = 'active' and b.occupied_until <= ${now})
      or (b.status = 'completed' and b.returned_at is null
        and exists (select from car_losses where booking_id = b.id and confirmed_at is not null and withdrawn_at is null)))`.execute(
    db,
  )
  return rows
}

/** Whoever should have brought a car back by tonight is on the yard's list of today. */
async function expectReturnsInYard({ market, staff }: RentalWalk): Promise<void> {
  const tomorrow = nairobiInstant(addDays(nairobiDay(market.clock.now()), 1), '00:00')
  const { rows } = await sql<{ id: string }>`
    select id from bookings where status = 'active' and ends_at < ${tomorrow}`.execute(market.db)
  const { data } = await market.call('GET /api/admin/yard', {}, staff)
  const waiting = data
    .filter(({ kind, isDone }) => kind === 'return' && !isDone)
    .map(({ bookingId }) => bookingId)
  expect(waiting).toEqual(expect.arrayContaining(rows.map(({ id }) => id)))
}
