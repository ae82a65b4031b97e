import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** How to reach the database of the market under test: its own pid file says where it listens. */
async function openDatabase(): Promise<pg.Client> {
  const file = join(process.env.E2E_FOLDER ?? '', 'data', 'postgres', 'postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'twende',
    database: 'twende',
  })
  await client.connect()
  return client
}

/** Carries out one statement; tells how many rows it changed. */
async function change(statement: string, values: unknown[]): Promise<number> {
  const client = await openDatabase()
  try {
    return (await client.query(statement, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Makes the requests to pay a booking or an order older: a phone is asked again half a minute after the request before. */
export async function letPhoneBeAskedAgain(payableId: string): Promise<void> {
  const changed = await change(
    `update payments set created_at = created_at - interval '1 minute' where payable_id = $1`,
    [payableId],
  )
  if (changed === 0) throw new Error('no phone was asked to pay this')
}

/** Moves the handover of a car that is out two hours back, so that an offence can lie between it and now. */
export async function moveHandoverBack(bookingId: string): Promise<void> {
  const changed = await change(
    `update bookings set handover = jsonb_set(handover, '{at}', to_jsonb((handover ->> 'at')::timestamptz - interval '2 hours'))
     where id = $1 and status = 'active'`,
    [bookingId],
  )
  if (changed !== 1) throw new Error('the car of this booking is not out')
}

/**
 * Moves a booking of later days so that its pickup was at the beginning of today, and the moment in which it was made two
 * hours back: no booking is made for an hour that is over, and cancelling is free within an hour.
 */
export async function movePickupToMidnight(bookingId: string): Promise<void> {
  const changed = await change(
    `with today as (select (now() at time zone 'Africa/Nairobi')::date as day)
     update bookings set start_date = today.day, end_date = end_date - (start_date - today.day), pickup_time = '00:00',
       starts_at = today.day::timestamp at time zone 'Africa/Nairobi',
       ends_at = ends_at - (start_date - today.day) * interval '1 day',
       occupied_until = occupied_until - (start_date - today.day) * interval '1 day',
       created_at = created_at - interval '2 hours'
     from today where id = $1 and status = 'confirmed'`,
    [bookingId],
  )
  if (changed !== 1) throw new Error('this booking is not confirmed')
}

/**
 * Moves the days of a rental that is under way into the past, so that its car was due twelve hours ago. The market runs
 * on the real clock: nothing that a person does makes a car late sooner than a day after its handover.
 */
export async function moveDaysSoThatCarIsLate(bookingId: string): Promise<void> {
  const changed = await change(
    `with due as (select date_trunc('hour', now() at time zone 'Africa/Nairobi') - interval '12 hours' as at)
     update bookings set start_date = due.at::date - total_days, end_date = due.at::date,
       pickup_time = to_char(due.at, 'HH24:MI'), dropoff_time = to_char(due.at, 'HH24:MI'),
       starts_at = (due.at - total_days * interval '1 day') at time zone 'Africa/Nairobi',
       ends_at = due.at at time zone 'Africa/Nairobi',
       occupied_until = (due.at + interval '2 hours') at time zone 'Africa/Nairobi'
     from due where id = $1 and status = 'active'`,
    [bookingId],
  )
  if (changed !== 1) throw new Error('the car of this booking is not out')
}

/** Moves a booking so many days back as a whole, because no booking is made for a day that is over. */
export async function moveBookingBack(bookingId: string, days: number): Promise<void> {
  const changed = await change(
    `update bookings set start_date = start_date - $2::int, end_date = end_date - $2::int,
       starts_at = starts_at - $2::int * interval '1 day', ends_at = ends_at - $2::int * interval '1 day',
       occupied_until = occupied_until - $2::int * interval '1 day',
       created_at = created_at - ($2::int * interval '1 day' + interval '2 hours')
     where id = $1 and status in ('confirmed', 'active')`,
    [bookingId, days],
  )
  if (changed !== 1) throw new Error('this booking is neither confirmed nor out')
}
