import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import pg from 'pg'
import type { Connection } from '../../server/src/db/database.ts'
import { fillDeskMoney } from './fill-desk-money.ts'
import { fillDeskQueues } from './fill-desk-queues.ts'
import { fillDeskShop } from './fill-desk-shop.ts'

export const KEEPER = 'desk-keeper@example.com'
const SECOND = 'desk-second@example.com'
const PEOPLE = 50_000
const BOOKINGS = 98_000
const LIVE_BOOKINGS = 2_000
const YEARS_IN_DAYS = 1_095
const FIRST_NAMES =
  'Wanjiku Brian Achieng Kevin Njeri Otieno Mwangi Faith Kamau Esther Amina Hassan Mercy Dennis Cynthia Peter Grace Ali Zawadi Samuel'
const LAST_NAMES =
  'Kamau Otieno Mwangi Wambui Odhiambo Njoroge Mutua Kiptoo Cheruiyot Abdi Wekesa Onyango Karanja Muthoni Kariuki Barasa Omondi Ndungu Maina Juma'

/**
 * Fills what staff works with to the size of a business of three years: 100,000 bookings with their money and story,
 * 50,000 orders, 50,000 people, 200,000 rows of the audit log. Needs a fleet of thousands, the cars for sale and the
 * products. Most of it is over; some waits in every queue.
 */
export async function fillDesk(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('select setseed(0.5)')
  await client.query(ID_AT)
  await fillPeople(client)
  await fillPastBookings(client)
  await fillLiveBookings(client)
  await writeBookingStories(client)
  await fillDeskMoney(client)
  await fillDeskShop(client)
  await fillDeskQueues(client)
  await client.query('vacuum analyze')
  await client.end()
}

/** An id as the product makes them: in the order of time, or indexes would be fuller of holes than they are. */
const ID_AT = `
  create function pg_temp.id_at(at timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(noise, 1, 3) || '8'
      || substr(noise, 4, 15))::uuid from md5(random()::text) as noise
  $$`

async function fillPeople(client: pg.Client) {
  await client.query(
    `insert into accounts (id, name, email, phone, password_hash, role, banned_at, created_at)
     select pg_temp.id_at(at), first || ' ' || last, lower(first || '.' || last) || n || '@example.com',
       '2547' || lpad((n * 7919 % 100000000)::text, 8, '0'), '-', case when n % 1250 = 0 then 'staff' else 'user' end,
       case when n % 200 = 7 then now() end, at
     from generate_series(1, $1::int) n
     cross join lateral (select now() - n * interval '31 minutes' as at,
       split_part($2, ' ', 1 + n % 20) as first, split_part($3, ' ', 1 + n / 20 % 20) as last) as person`,
    [PEOPLE, FIRST_NAMES, LAST_NAMES],
  )
  await client.query(
    `insert into accounts (id, name, email, password_hash, role, created_at)
     values (pg_temp.id_at(now()), 'Desk Keeper', $1, '-', 'admin', now()),
       (pg_temp.id_at(now()), 'Desk Second', $2, '-', 'admin', now())`,
    [KEEPER, SECOND],
  )
  await client.query(
    `create temp table customers as
       select id, name, email, phone, row_number() over (order by created_at) - 1 as place
       from accounts where phone is not null and role = 'user' and banned_at is null;
     create unique index on customers (place);
     create temp table fleet as
       select cars.*, categories.name as category, row_number() over (order by cars.id) - 1 as place
       from cars join categories on categories.id = cars.category_id where retired_at is null;
     create unique index on fleet (place);
     analyze customers;
     analyze fleet`,
  )
}

/** Of every car one rental after another; one customer in 200 is the same one, who has hundreds. */
async function fillPastBookings(client: pg.Client) {
  await client.query(
    `with size as (select count(*)::int as cars, ceil(${BOOKINGS}::numeric / count(*))::int as each from fleet),
     drawn as (
       select n, n % cars as car, ${YEARS_IN_DAYS} / each as gap, n / cars as turn, random() as fate, random() as ahead,
         case when n % 200 = 0 then 0 else floor(random() * (select count(*) from customers))::bigint end as customer
       from generate_series(0, ${BOOKINGS} - 1) n cross join size
     ),
     stays as (
       select n, car, customer, fate, current_date - ${YEARS_IN_DAYS} + (turn * gap + floor(ahead * (gap - 16)))::int as start_date,
         1 + n % 14 as days from drawn
     )
     ${insertBookings({
       reference: `'BK' || 1000 + n % 9000`,
       status: `case when fate < 0.85 then 'completed' else 'cancelled' end`,
       paymentStatus: `case when fate < 0.85 then 'paid' when fate < 0.9 then 'refunded' else 'expired' end`,
       hold: 'null::timestamptz',
       from: 'stays',
     })}`,
  )
}

/** Those under way and to come, of cars that nobody has at the time and that are insured and inspected. */
async function fillLiveBookings(client: pg.Client) {
  await client.query(
    `with drawn as (
       select n, n as car, floor(random() * (select count(*) from customers))::bigint as customer,
         case when n % 10 < 3 then 0 when n % 20 < 19 then 1 else 2 end::numeric as fate,
         1 + n % 5 as days, random() as ahead
       from generate_series(0, ${LIVE_BOOKINGS} - 1) n
     ),
     stays as (
       select n, car, customer, fate, days, case fate
         when 0 then current_date - days + floor(ahead * 1.9)::int when 1 then current_date + floor(ahead * 25)::int
         else current_date + 2 end as start_date
       from drawn
     ),
     free as (
       select * from stays where not exists (
         select from car_calendar join fleet on fleet.id = car_calendar.car_id
         where fleet.place = stays.car and taken && tstzrange(start_date - interval '1 day', start_date + (days + 2) * interval '1 day')
       ) and exists (
         select from fleet where fleet.place = stays.car
         and isempty(not_covered(insured, inspected, false, tstzrange(start_date - interval '1 day', start_date + (days + 2) * interval '1 day')))
       )
     )
     ${insertBookings({
       reference: `'BK' || 100000 + n`,
       status: `(array['active', 'confirmed', 'pending'])[1 + fate::int]`,
       paymentStatus: `case when fate < 2 then 'paid' else 'pending' end`,
       hold: `case when fate = 2 then now() + interval '2 days' end`,
       from: 'free',
     })}`,
  )
}

type Made = { reference: string; status: string; paymentStatus: string; hold: string; from: string }

function insertBookings({ reference, status, paymentStatus, hold, from }: Made): string {
  return `
     insert into bookings (id, reference, account_id, car_id, request_hash, start_date, end_date, pickup_time,
       dropoff_time, pickup_location, dropoff_location, starts_at, ends_at, occupied_until, price_per_day, total_days,
       total_amount, final_amount, car_snapshot, customer_info, cancellation_terms, rental_terms, payment_method, payment_status,
       status, hold_expires_at, cancelled_at, cancelled_by, cancellation_reason, created_at, updated_at)
     select pg_temp.id_at(made), ${reference}, c.id, f.id, md5(n::text), start_date, start_date + days, '09:00', '18:00',
       'Nairobi', 'Nairobi', starts_at, starts_at + days * interval '1 day' + interval '9 hours',
       starts_at + days * interval '1 day' + interval '11 hours', f.price_per_day, days, f.price_per_day * days,
       f.price_per_day * days, jsonb_build_object('name', f.name, 'category', f.category, 'imagePath', '', 'features', f.features,
         'rating', 4.5, 'specs', jsonb_build_object('engine', '1.5 L', 'power', '109 hp', 'seats', f.seats, 'transmission',
         f.transmission, 'fuelType', f.fuel_type)),
       jsonb_build_object('firstName', split_part(c.name, ' ', 1), 'lastName', split_part(c.name, ' ', 2),
         'email', c.email, 'phone', c.phone, 'address', '', 'licenseNumber', ''),
       '${JSON.stringify(CANCELLATION_POLICY)}', '${JSON.stringify(RENTAL_TERMS)}',
       case when n % 10 < 7 and ${status} <> 'pending' then 'mpesa' else 'whatsapp' end, ${paymentStatus}, ${status},
       ${hold}, case when ${status} = 'cancelled' then made + interval '1 hour' end,
       case when ${status} = 'cancelled' then (array['clock', 'customer', 'staff'])[1 + n % 3] end,
       '', made, made + interval '1 hour'
     from ${from} as s join customers c on c.place = s.customer join fleet f on f.place = s.car
     cross join lateral (select (start_date + time '09:00') at time zone 'Africa/Nairobi' as starts_at) as t
     cross join lateral (select least(starts_at, now()) - (1 + n % 20) * interval '11 hours' as made) as m`
}

async function writeBookingStories(client: pg.Client) {
  await client.query(
    `insert into booking_history (booking_id, at, actor, event, status)
     select id, at, actor, event, new_status from bookings cross join lateral (values
       (created_at, 'customer', 'book', 'pending', true),
       (created_at + interval '1 minute', 'payment', 'confirm', 'confirmed', status not in ('pending', 'cancelled')),
       (starts_at, 'staff', 'handOver', 'active', status in ('active', 'completed')),
       (ends_at, 'staff', 'takeBack', 'completed', status = 'completed'),
       (created_at + interval '1 hour', 'customer', 'cancel', 'cancelled', status = 'cancelled')
     ) as history (at, actor, event, new_status, happened) where happened and length(request_hash) = 32`,
  )
}
