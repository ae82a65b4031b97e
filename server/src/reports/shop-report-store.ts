import { addDays } from '@twende/contract/calendar-day.ts'
import { PACE_DAYS, type ShopGroup } from '@twende/contract/reports/shop-report-routes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { plannedForItsValues } from '../db/database-client.ts'
import { day, lastEnd, type ReportDays } from './car-days-store.ts'

const SOLD = ['pieces', 'revenue'] as const
const OF_NOW = ['stock', 'stockValue', 'available', 'soldLately', 'soldOut'] as const

export type ShopRow = Record<(typeof SOLD)[number] | (typeof OF_NOW)[number], number> & {
  /** 1 in the row of the whole. */
  is_whole: 0 | 1
  key: string | null
  name: string | null
  category: string | null
  hidden: boolean | null
}

/**
 * What each posting of revenue of an order is for, product by product. An order has all of its pieces while its whole price is
 * there. Pieces that were taken off it are of their own posting, which names them; any other posting is shared by the lines as
 * they stood then, so that no shilling is lost. Ids are in the order of time. Money without a product is for delivery.
 */
const soldBetween = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
  of_orders as (
    select distinct t.payable_id as order_id
    from report_entries as r join ledger_transactions as t on t.id = r.transaction_id
    where r.kind = 'shop' and r.figure = 'sale' and r.day >= ${from} and r.day < ${until}
  ),
  named as (
    select e.payable_id as order_id, e.transaction_id, e.line, e.day, -e.amount as amount,
      case
        when t.idempotency_key like 'pieces % taken off' then split_part(t.idempotency_key, ' ', 2)::uuid
        when refunds.reason = 'pieces_taken_off' then substring(refunds.occasion from 'taken off ([0-9a-f-]{36})')::uuid
      end as left_id
    from of_orders
    join ledger_transactions as t on t.payable_id = of_orders.order_id
    join ledger_entries as e on e.transaction_id = t.id and e.account = 'revenue:shop'
    left join ledger_transactions as reversed on reversed.id = t.reverses
    left join refunds on refunds.id = coalesce(t.refund_id, reversed.refund_id,
      case when t.idempotency_key like 'refund % less voided money' then split_part(t.idempotency_key, ' ', 2)::uuid end)
  ),
  numbered as (
    select named.*, row_number() over (partition by order_id, left_id order by transaction_id, line) as number from named
  ),
  -- Pieces leave with their whole price, although its refund may end and begin again: the rest is paid or not without it.
  postings as (
    select n.*, left_pieces.product_id, left_pieces.quantity as left_quantity,
      sum(case
        when left_id is null then amount
        when number = 1 then -left_pieces.price::bigint * left_pieces.quantity
        else 0
      end) over (partition by n.order_id order by transaction_id, line) as paid
    from numbered as n left join left_pieces on left_pieces.id = left_id
  ),
  taken_off as (
    select p.*, case when number = 1 then -left_quantity else 0 end as pieces from postings as p where left_id is not null
  ),
  shared as (
    select p.order_id, p.transaction_id, p.line, p.day, p.amount, p.paid, lines.product_id, lines.quantity,
      sum(lines.value) over all_lines as whole,
      sum(lines.value) over up_to_this - lines.value as before, sum(lines.value) over up_to_this as after
    from postings as p cross join lateral (
      select product_id, sum(quantity) as quantity, sum(price::bigint * quantity) as value
      from (
        select product_id, quantity, price from order_items where order_id = p.order_id
        union all
        select product_id, quantity, price from left_pieces
        where order_id = p.order_id and why = 'taken_off' and id > p.transaction_id
      ) as pieces group by product_id
      union all
      select null, 0, delivery_fee from orders where id = p.order_id and delivery_fee > 0
    ) as lines
    where p.left_id is null
    window all_lines as (partition by p.transaction_id, p.line),
      up_to_this as (partition by p.transaction_id, p.line order by lines.product_id)
  ),
  sold as (
    select day, product_id, amount as revenue, pieces from taken_off
    union all
    -- Shares of all that was paid until then, less shares of what was paid before: what goes back leaves no shilling behind.
    select day, product_id, div(paid * after, whole) - div(paid * before, whole)
        - div((paid - amount) * after, whole) + div((paid - amount) * before, whole),
      quantity * ((paid >= whole)::integer - (paid - amount >= whole)::integer)
    from shared
  )`

/** The figures of each product and day; what is in stock has neither day nor month. */
const figures = (days: ReportDays) => {
  const { from, today } = days
  const lately = addDays(today, 1 - PACE_DAYS)
  const end = day(lastEnd(days))
  const tomorrow = day(addDays(today, 1))
  return sql`
  ${soldBetween(sql`least(${day(from)}, ${day(lately)})`, tomorrow)},
  figures as (
    select product_id, date_trunc('month', day)::date as month, pieces, revenue,
      0::bigint as stock, 0::bigint as "stockValue", 0::bigint as available, 0::bigint as "soldLately", 0::bigint as "soldOut"
    from sold where day >= ${day(from)} and day < ${end}
    union all
    select product_id, null, 0, 0, 0, 0, 0, pieces, 0 from sold where day >= ${day(lately)} and day < ${tomorrow}
    union all
    select id, null, 0, 0, on_hand, price::bigint * on_hand,
      case when hidden_at is null then on_hand - reserved else 0 end, 0,
      (hidden_at is null and on_hand <= reserved)::integer
    from products
    union all
    select null, month::date, 0, 0, 0, 0, 0, 0, 0
    from generate_series(${day(from)}, ${end} - 1, interval '1 month') as month
  )`
}

const SUMS = sql.join(
  [...SOLD, ...OF_NOW].map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint as ${sql.id(name)}`),
)

/** What the figures are added up by, which lines are shown, and their order. */
function groupOf(by: ShopGroup): { key: RawBuilder<unknown>; named: RawBuilder<unknown> } {
  if (by === 'month') {
    const named = sql`
      select summed.*, to_char(key, 'YYYY-MM') as key, null as name, null as category, false as hidden
      from summed where is_whole = 1 or key is not null order by is_whole desc, summed.key`
    return { key: sql`month`, named }
  }
  const hasFigure = sql`(pieces <> 0 or revenue <> 0 or stock <> 0)`
  if (by === 'category') {
    const named = sql`
      select summed.*, categories.name, null as category, false as hidden
      from summed left join categories on categories.id = key
      where is_whole = 1 or "soldOut" > 0 or ${hasFigure}
      order by is_whole desc, categories.position nulls last, categories.name, key`
    return { key: sql`category_id`, named }
  }
  const isShown =
    by === 'runsOut'
      ? sql`key is not null and products.hidden_at is null and (available <= 0 or available <= "soldLately")`
      : sql`(key is not null and products.hidden_at is null) or ${hasFigure}`
  const order =
    by === 'runsOut'
      ? sql`available * ${PACE_DAYS}::int / greatest("soldLately", 1), "soldLately" desc, products.name`
      : sql`products.name nulls last`
  const named = sql`
    select summed.*, products.name, categories.name as category, products.hidden_at is not null as hidden
    from summed left join products on products.id = key left join categories on categories.id = products.category_id
    where is_whole = 1 or ${isShown} order by is_whole desc, ${order}, key`
  return { key: sql`product_id`, named }
}

/** The figures of the whole shop, and then of each product, category or month. */
export async function findShopReport(db: Db, days: ReportDays, by: ShopGroup): Promise<ShopRow[]> {
  const { key, named } = groupOf(by)
  const joined = by === 'category' ? sql`left join products on products.id = product_id` : sql``
  const { rows } = await sql<ShopRow>`${plannedForItsValues}
    with ${figures(days)},
    keyed as (select ${key} as key, figures.* from figures ${joined}),
    summed as (select key, grouping(key) as is_whole, ${SUMS} from keyed group by grouping sets ((key), ()))
    ${named}`.execute(db)
  return rows
}
