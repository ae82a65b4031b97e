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
  lacks_driver: boolean
  has_papers_to_check: boolean
  deposit_due: number
  special_requests: string
  extras: unknown
  delivery_address: string
  collection_address: string
  /** The language of the customer's account; that of a booking at the counter, which staff made for itself, is unknown. */
  locale: string | null
}

type Window = { from: Date; until: Date; now: Date; overdue: boolean }

/** The pickups and returns of a day by time; with `overdue`, also the cars that should be back since an earlier day. */
export async function findYardMoves(db: Db, window: Window): Promise<YardRow[]> {
  return (await yardMoves(window).execute(db)).rows
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
      where ends_at >= ${from} and ends_at < ${until} and status in ('confirmed', 'active', 'completed')
      union all
      select 'return', id, ends_at, dropoff_location from bookings
      where ${overdue} and ends_at < ${from} and status = 'active'
    )
    select moves.*, bookings.reference, bookings.status, bookings.car_snapshot, bookings.customer_info,
      cars.number_plate, bookings.payment_status, bookings.special_requests,
      lacks_driver(bookings) as lacks_driver,
      exists (
        select from drivers where status = 'submitted' and (drivers.booking_id = bookings.id
          or drivers.account_id = bookings.account_id and bookings.booked_by is distinct from bookings.account_id)
      ) as has_papers_to_check,
      coalesce((
        select greatest(0, deposits.amount - greatest(0, coalesce(revenue + ledger_balances.deposits + unapplied - receivable, 0)))
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
