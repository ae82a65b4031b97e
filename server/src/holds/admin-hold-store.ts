import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import type { Db } from '../db/database.ts'
import { endedUnpaid } from './hold-store.ts'
import type { PaymentMethod } from './network-shares.ts'

export type HoldRow = {
  kind: 'booking' | 'order'
  id: string
  reference: string
  method: PaymentMethod
  account_id: string
  name: string
  email: string
  proven: boolean
  phone: string
  network: string | null
  what: string
  start_date: string | null
  end_date: string | null
  car_days: number
  pieces: number
  value: number
  made_at: Date
  until: Date
}

/** Between a quantity and a name. As a parameter, because one such character in a statement doubles the text of the program in memory. */
const TIMES = ' × '

/** Every unpaid booking and order that holds a car or stock, newest first. */
export async function findUnpaidHolds(db: Db, now: Date, limit: number): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select held.*, ${accountName()} as name, accounts.email, hold_origins.network,
      (accounts.email_proven_at is not null or hold_origins.person is not null or exists (
        select from payments where payments.account_id = accounts.id and payments.status in ('paid', 'refunding', 'refunded')
          and not was_taken_at_counter(payments)
      )) as proven
    from (
      select 'booking' as kind, id, reference, payment_method as method, account_id,
        coalesce(payer_phone, customer_info ->> 'phone', '') as phone, car_snapshot ->> 'name' as what,
        start_date, end_date, total_days as car_days, 0 as pieces, final_amount as value,
        created_at as made_at, hold_expires_at as until
      from bookings where status = 'pending' and keeps_car and hold_expires_at > ${now}
      union all
      select 'order', id, 'ORD' || number, channel, account_id, coalesce(address ->> 'phone', ''), items.names,
        null, null, 0, items.pieces, subtotal, created_at, expires_at
      from orders
      cross join lateral (
        select string_agg(quantity || ${TIMES} || name, ', ' order by position) as names, sum(quantity)::int as pieces
        from order_items where order_id = orders.id
      ) as items
      where status = 'pending' and reserves_stock and expires_at > ${now} and account_id is not null
    ) as held
    join accounts on accounts.id = held.account_id
    left join hold_origins on hold_origins.booking_id = held.id or hold_origins.order_id = held.id
    order by held.made_at desc, held.id desc limit ${limit}
  `.execute(db)
  return rows
}

export type EndedUnpaidRow = { account_id: string; network: string; ended: number }

/** Counts the holds that ended unpaid since a time, by account and network. */
export async function countAllEndedUnpaid(
  db: Db,
  { since, now }: { since: Date; now: Date },
): Promise<EndedUnpaidRow[]> {
  const { rows } = await sql<EndedUnpaidRow>`
    select account_id, network, count(*) as ended from (${endedUnpaid(sql`hold_origins`, now)}) as ended
    where ended_at > ${since} group by account_id, network
  `.execute(db)
  return rows
}
