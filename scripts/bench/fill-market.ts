import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type autocannon from 'autocannon'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { readConnection } from './read-connection.ts'
import { signInPeople } from './sign-in-people.ts'

const CARS = 5_000
const PEOPLE = 20_000
const BOOKINGS_A_SLICE = 3_000

/** Fills the running market to 5,000 cars, and makes people who book: each request another car, day and person. */
export async function fillMarket(
  dataDir: string,
  tokenSecret: string,
): Promise<{ bookings: () => autocannon.Request[]; tokens: readonly string[] }> {
  const connection = await readConnection(dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(
    `insert into cars (id, name, category_id, location_id, description, price_per_day, seats, transmission, fuel_type, created_at, updated_at)
     select gen_random_uuid(), c.name || ' ' || n, c.category_id, c.location_id, c.description,
       (1500 + (n * 7919) % 20000), c.seats, c.transmission, c.fuel_type, now(), now()
     from generate_series(1, $1) n
     join lateral (select * from cars order by id offset n % 20 limit 1) c on true`,
    [CARS],
  )
  await client.query('analyze cars')
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: uuidv7(),
    email: `bench${index}@example.com`,
  }))
  await client.query(
    `insert into accounts (id, name, email, password_hash, created_at)
     select id, 'Bench', email, '-', now() from unnest($1::uuid[], $2::text[]) as p (id, email)`,
    [people.map(({ id }) => id), people.map(({ email }) => email)],
  )
  const { rows: cars } = await client.query<{ id: string }>('select id from cars where available order by id')
  const { rows: places } = await client.query<{ name: string }>('select name from locations limit 1')
  await client.end()
  const tokens = await signInPeople(
    { connection, tokenSecret },
    people.map(({ id }) => id),
  )
  return {
    tokens,
    bookings: bookingRequests(
      tokens,
      cars.map(({ id }) => id),
      places[0]?.name ?? 'Nairobi',
    ),
  }
}

/** A number of its own for each request: what one number may hold unpaid is bounded (`docs/decisions/019-unpaid-holds-are-bounded.md`). */
export function phoneOf(at: number): string {
  return `07${10_000_000 + at}`
}

function bookingRequests(tokens: string[], cars: string[], place: string): () => autocannon.Request[] {
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
