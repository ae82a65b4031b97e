import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type autocannon from 'autocannon'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'

const CARS = 5_000
const BOOKINGS_A_SLICE = 3_000

/** Fills the running market to 5,000 cars. */
export async function fillFleet(client: pg.Client): Promise<void> {
  await client.query(
    `insert into cars (id, name, category_id, location_id, description, price_per_day, seats, transmission, fuel_type, created_at, updated_at)
     select gen_random_uuid(), c.name || ' ' || n, c.category_id, c.location_id, c.description,
       (1500 + (n * 7919) % 20000), c.seats, c.transmission, c.fuel_type, now(), now()
     from generate_series(1, $1) n
     join lateral (select * from cars order by id offset n % 20 limit 1) c on true`,
    [CARS],
  )
  // As the database does by itself within a minute; what is measured must not depend on when.
  await client.query('vacuum (analyze) cars')
}

/** Makes accounts; answers their ids. */
export async function makePeople(client: pg.Client, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    email: `bench${index}@example.com`,
  }))
  const ids = people.map(({ id }) => id)
  await client.query(
    `insert into accounts (id, name, email, password_hash, created_at)
     select id, 'Bench', email, '-', now() from unnest($1::uuid[], $2::text[]) as p (id, email)`,
    [ids, people.map(({ email }) => email)],
  )
  return ids
}

/** Requests that book: each another car, day and person. */
export async function bookingRequests(
  client: pg.Client,
  tokens: readonly string[],
): Promise<() => autocannon.Request[]> {
  // Not those of the demo market that have bookings of their own, which would be refused.
  const { rows } = await client.query<{ id: string }>(
    `select id from cars
     where available and not exists (select from car_calendar where car_id = cars.id) order by id`,
  )
  const { rows: places } = await client.query<{ name: string }>('select name from locations limit 1')
  const cars = rows.map(({ id }) => id)
  const place = places[0]?.name ?? 'Nairobi'
  let made = 0
  const today = nairobiDay(new Date())
  return () =>
    Array.from({ length: BOOKINGS_A_SLICE }, () => {
      const at = made++
      const startDate = addDays(today, 2 + 3 * (Math.floor(at / cars.length) % 100))
      const body = {
        carId: cars[at % cars.length],
        startDate,
        endDate: addDays(startDate, 2),
        pickupLocation: place,
        dropoffLocation: place,
        customerInfo: {
          firstName: 'Bench',
          lastName: 'Mark',
          email: 'bench@example.com',
          phone: phoneOf(at),
        },
        paymentMethod: 'whatsapp',
      }
      return {
        method: 'POST',
        path: '/api/booking/create',
        headers: { 'content-type': 'application/json', token: tokens[at % tokens.length] ?? '' },
        body: JSON.stringify(body),
      }
    })
}

/** A number of its own for each request: what one number may hold unpaid is bounded (`docs/decisions/06-unpaid-holds-are-bounded.md`). */
export function phoneOf(at: number): string {
  return `07${10_000_000 + at}`
}
