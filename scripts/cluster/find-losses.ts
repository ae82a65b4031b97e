import type pg from 'pg'
import type { Acknowledged } from './load.ts'

type Movement = { reference: string }

/** Compares what callers were told, and what the stand-in of M-Pesa moved, with what the database holds. */
export async function findLosses(
  client: pg.Client,
  { accounts, bookings, carts }: Acknowledged,
  movements: readonly Movement[],
): Promise<Record<string, { checked: number; found: number }>> {
  const count = async (query: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ found: number }>(query, values)
    return rows[0]?.found ?? Number.NaN
  }
  const references = movements.map(({ reference }) => reference)
  return {
    'accounts lost': {
      checked: accounts.length,
      found: await count(
        'select count(*)::int as found from unnest($1::text[]) as told (email) where not exists (select from accounts where accounts.email = told.email)',
        [accounts],
      ),
    },
    'pieces in carts lost': {
      checked: carts.reduce((sum, { pieces }) => sum + pieces, 0),
      found: await count(
        `select coalesce(sum(greatest(0, told.pieces - coalesce(item.quantity, 0))), 0)::int as found
         from unnest($1::text[], $2::uuid[], $3::int[]) as told (email, product_id, pieces)
         join accounts on accounts.email = told.email
         left join cart_items item on item.account_id = accounts.id and item.product_id = told.product_id`,
        [
          carts.map(({ email }) => email),
          carts.map(({ productId }) => productId),
          carts.map(({ pieces }) => pieces),
        ],
      ),
    },
    'bookings lost': {
      checked: bookings.length,
      found: await count(
        'select count(*)::int as found from unnest($1::uuid[]) as told (id) where not exists (select from bookings where bookings.id = told.id)',
        [bookings],
      ),
    },
    'double bookings (one customer, one car, one day)': {
      checked: await count('select count(*)::int as found from bookings'),
      found: await count(
        `select count(*)::int as found from (
           select from bookings where status <> 'cancelled' group by account_id, car_id, starts_at having count(*) > 1
         ) twice`,
      ),
    },
    'overlapping rentals of a car': {
      checked: await count('select count(*)::int as found from car_calendar'),
      found: await count(
        `select count(*)::int as found from car_calendar a join car_calendar b
         on a.car_id = b.car_id and a.ctid < b.ctid and a.taken && b.taken`,
      ),
    },
    // A payment whose report was lost is learnt by asking, which does not tell its receipt.
    'payments of M-Pesa that are not in the books': {
      checked: references.length,
      found: await count(
        `select count(*)::int as found from unnest($1::text[]) as moved (reference)
         where not exists (select from payments where requested_reference = moved.reference and settled_at is not null and status <> 'failed')`,
        [references],
      ),
    },
    'double payments (one booking was paid twice)': {
      checked: references.length,
      found: references.length - new Set(references).size,
    },
    'payables with more money than one payment': {
      checked: await count("select count(*)::int as found from payments where status = 'paid'"),
      found: await count(
        `select count(*)::int as found from (
           select from payments where status = 'paid' group by payable_id having count(*) > 1
         ) twice`,
      ),
    },
  }
}
