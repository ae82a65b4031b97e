import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type YardRow = {
  kind: 'pickup' | 'return'
  id: string
  reference: string
  status: string
  at: Date
  car_snapshot: unknown
  customer_info: unknown
  number_plate: string | null
  place: string
  payment_status: string
  /** The car of a pickup is out with another customer, or lost. */
  car_is_away: boolean
  /** Something is owed that nobody let the car leave with. */
  is_unpaid: boolean
  lacks_driver: boolean
  has_papers_to_check: boolean
  withdrawn_drivers: string[]
  deposit_due: number
  special_requests: string
  extras: unknown
  delivery_address: string
  collection_address: string
  /** The language of the customer's account; that of a booking at the counter, which staff made for itself, is unknown. */
  locale: string | null
}

type Window = { from: Date; until: Date; now: Date; overdue: boolean }

/** The pickups and returns of a day by time; with `overdue`, also the cars that should have left or come back on an earlier day. */
export async function findYardMoves(db: Db, window: Window): Promise<YardRow[]> {
  return (await yardMoves(window).execute(db)).rows
}

export type CounterCarRow = {
  id: string
  name: string
  plate: string | null
  location: string
  price_per_day: number
  available: boolean
  out_reference: string | null
  due_at: Date | null
  is_lost: boolean | null
  next_reference: string | null
  next_at: Date | null
  blocked_from: Date | null
  blocked_until: Date | null
}

/** Every car of the fleet by name, with the rental in which it is out or lost, the booking that comes next, and when it is kept off the road. */
export async function findCounterCars(db: Db, now: Date): Promise<CounterCarRow[]> {
  const { rows } = await sql<CounterCarRow>`
    select cars.id, cars.name, cars.number_plate as plate, locations.name as location, cars.price_per_day, cars.available,
      rental.reference as out_reference, rental.ends_at as due_at, rental.status <> 'active' as is_lost,
      coming.reference as next_reference, coming.starts_at as next_at,
      block.starts_at as blocked_from, block.ends_at as blocked_until
    from cars join locations on locations.id = cars.location_id
    left join lateral (
      select reference, ends_at, status from bookings
      where car_id = cars.id and returned_at is null and (status = 'active' or exists (
        select from car_losses where booking_id = bookings.id and confirmed_by is not null and withdrawn_at is null))
      order by status limit 1
    ) as rental on true
    left join lateral (
      select reference, starts_at from bookings
      where car_id = cars.id and ends_at > ${now}
        and (status = 'confirmed' or status = 'pending' and keeps_car and hold_expires_at > ${now})
      order by starts_at limit 1
    ) as coming on true
    left join lateral (
      select starts_at, ends_at from car_blocks where car_id = cars.id and ends_at > ${now} order by starts_at limit 1
    ) as block on true
    where cars.retired_at is null order by lower(cars.name), cars.number_plate, cars.id`.execute(db)
  return rows
}

/** Each part of the union is one range of an index. */
export function yardMoves({ from, until, now, overdue }: Window) {
  return sql<YardRow>`
    with moves as (
      select 'pickup' as kind, id, starts_at as at, pickup_location as place from bookings
      where starts_at >= ${from} and starts_at < ${until}
        and (status in ('confirmed', 'active', 'completed') or status = 'pending' and hold_expires_at > ${now})
      union all
      select 'return', id, ends_at, dropoff_location from bookings
      where ends_at >= ${from} and ends_at < ${until}
        and (status in ('active', 'completed') or status = 'confirmed' and ends_at > ${now})
        and (returned_at is not null or not exists (
          select from car_losses where booking_id = bookings.id and confirmed_by is not null and withdrawn_at is null))
      union all
      select 'return', id, ends_at, dropoff_location from bookings
      where ${overdue} and ends_at < ${from} and status = 'active'
      union all
      select 'pickup', id, starts_at, pickup_location from bookings
      where ${overdue} and starts_at < ${from} and ends_at >= ${now} and status = 'confirmed'
    )
    select moves.*, bookings.reference, bookings.status, bookings.car_snapshot, bookings.customer_info,
      cars.number_plate, bookings.payment_status,
      exists (
        select from ledger_balances as balance left join unpaid_handovers as allowed on allowed.booking_id = bookings.id
        where balance.payable_id = bookings.id and balance.payable_type = 'booking'
          and receivable - unapplied > coalesce(allowed.amount, 0)
      ) as is_unpaid,
      bookings.status in ('pending', 'confirmed') and moves.kind = 'pickup' and (
        car_is_out(bookings.car_id, ${now}, bookings.id) or moves.at <= ${now} and exists (
          select from bookings as other where other.car_id = bookings.car_id and other.status = 'active')
      ) as car_is_away, bookings.special_requests,
      lacks_driver(bookings) as lacks_driver,
      exists (
        select from drivers where status = 'submitted' and (drivers.booking_id = bookings.id
          or drivers.account_id = bookings.account_id and bookings.booked_by is distinct from bookings.account_id)
      ) as has_papers_to_check,
      case when moves.kind = 'return' then withdrawn_while_out(bookings) else '{}' end as withdrawn_drivers,
      coalesce((
        select greatest(0, deposits.amount - coalesce(held, 0))
        from deposits left join ledger_balances on payable_type = 'deposit' and payable_id = deposits.id
        where booking_id = bookings.id and waived_at is null
      ), 0)::integer as deposit_due,
      bookings.extras, bookings.delivery_address, bookings.collection_address,
      case when bookings.booked_by = bookings.account_id then null else accounts.locale end as locale
    from moves
    join bookings on bookings.id = moves.id
    join cars on cars.id = bookings.car_id
    join accounts on accounts.id = bookings.account_id
    order by moves.at, moves.kind, moves.id`
}
