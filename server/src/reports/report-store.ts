import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import type { Day } from '@twende/contract/calendar-day.ts'
import type { ReportGroup } from '@twende/contract/reports/report-routes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The first day of the range, the day after its last, and today. */
export type ReportDays = { from: Day; until: Day; today: Day; now: Date }

export type ReportRow = {
  /** 1 in the row of the whole. */
  is_whole: 0 | 1
  key: string | null
  name: string | null
  plate: string | null
  days_rented: number
  days_available: number
  revenue: number
  costs: number
  late_returns: number
  deposits_held: number
}

/**
 * The scheduler completes a rental a day after its end, so none lasts longer than this beyond its last day: how far the
 * index of days has to look back.
 */
const LOOK_BACK_DAYS = 31

const start = (day: Day) => sql`(${day}::date::timestamp at time zone 'Africa/Nairobi')`
const nairobiMonth = (instant: RawBuilder<unknown>) =>
  sql`date_trunc('month', ${instant} at time zone 'Africa/Nairobi')::date`
const count = (days: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(upper(span) - lower(span)), 0)::int from unnest(${days}) as span)`

/**
 * What cars did on the days of the range, up to today. A day ends up in `rented` once, however many rentals it has; a
 * block takes the days whose noon it covers.
 */
const daysOfCars = ({ from, until, today, now }: ReportDays) => sql`
  span as (
    select datemultirange(daterange(${from}::date, least(${until}::date, ${today}::date + 1))) as days
  ),
  rentals as materialized (
    select id, car_id, start_date, end_date, ends_at,
      case status when 'active' then ${now}::timestamptz when 'completed' then returned_at end as out_until
    from bookings
    where status in ('confirmed', 'active', 'completed')
      and end_date >= ${from}::date - ${LOOK_BACK_DAYS}::int and start_date < ${until}::date
  ),
  rented as (
    select car_id, range_agg(daterange(start_date,
        greatest(start_date + 1, end_date, (out_until at time zone 'Africa/Nairobi')::date))) as days
    from rentals group by car_id
  ),
  blocked as (
    select car_id, range_agg(daterange(
        ((starts_at - interval '1 microsecond') at time zone 'Africa/Nairobi' + interval '12 hours')::date,
        ((ends_at - interval '1 microsecond') at time zone 'Africa/Nairobi' + interval '12 hours')::date)) as days
    from car_blocks where starts_at < ${start(until)} and ends_at > ${start(from)} group by car_id
  ),
  fleet as (
    select cars.id, coalesce(rented.days, '{}') * span.days as rented,
      (datemultirange(daterange(
        least((cars.created_at at time zone 'Africa/Nairobi')::date, (
          select start_date from bookings
          where car_id = cars.id and status in ('confirmed', 'active', 'completed') order by starts_at limit 1)),
        (cars.retired_at at time zone 'Africa/Nairobi')::date
      )) - coalesce(blocked.days, '{}') + coalesce(rented.days, '{}')) * span.days as available
    from cars cross join span left join rented on rented.car_id = cars.id left join blocked on blocked.car_id = cars.id
  )`

/**
 * On how many cars a day each counts, from one day on which that changes to the next. Cutting the days of each car into
 * months would take as many steps as there are cars and months together.
 */
const daysOfMonths = ({ from, until, today }: ReportDays) => sql`
  months as (
    select month::date as month, least((month + interval '1 month')::date, ${today}::date + 1) as next
    from generate_series(${from}::date::timestamp, ${until}::date - 1, interval '1 month') as month
    where month <= ${today}::date
  ),
  changes as (
    select lower(days) as day, count(*) as rented, 0 as available from fleet, unnest(rented) as days group by 1
    union all select upper(days), -count(*), 0 from fleet, unnest(rented) as days group by 1
    union all select lower(days), 0, count(*) from fleet, unnest(available) as days group by 1
    union all select upper(days), 0, -count(*) from fleet, unnest(available) as days group by 1
  ),
  steps as (
    select day, lead(day) over by_day as next, sum(sum(rented)) over by_day as rented,
      sum(sum(available)) over by_day as available
    from changes group by day window by_day as (order by day)
  )`

const dayFigures = (by: ReportGroup) =>
  by === 'month'
    ? sql`
  select null::uuid as car_id, months.month,
    coalesce(sum(rented * (least(steps.next, months.next) - greatest(day, months.month))), 0)::int as days_rented,
    coalesce(sum(available * (least(steps.next, months.next) - greatest(day, months.month))), 0)::int as days_available,
    0::bigint as revenue, 0::bigint as costs, 0 as late_returns, 0::bigint as deposits_held
  from months left join steps on day < months.next and steps.next > months.month
  group by months.month`
    : sql`
  select id as car_id, null::date as month, ${count(sql`rented`)} as days_rented,
    ${count(sql`available`)} as days_available, 0::bigint as revenue, 0::bigint as costs, 0 as late_returns, 0::bigint as deposits_held
  from fleet`

/**
 * Of each car, or of each month. Revenue is of the month in which the ledger has it, a cost of that of its day; a late
 * return is of the month in which the rental should have ended.
 */
const figures = ({ from, until }: ReportDays, by: ReportGroup) => {
  const isMonth = by === 'month'
  const car = (id: RawBuilder<unknown>) => (isMonth ? sql`null::uuid` : id)
  const month = (named: RawBuilder<unknown>) => (isMonth ? named : sql`null::date`)
  return sql`
  ${dayFigures(by)}
  union all
  select ${car(sql`bookings.car_id`)}, ${month(nairobiMonth(sql`t.occurred_at`))}, 0, 0, -sum(e.amount)::bigint, 0, 0, 0
  from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
  ${isMonth ? sql`` : sql`join bookings on bookings.id = e.payable_id`}
  where t.occurred_at >= ${start(from)} and t.occurred_at < ${start(until)} and e.account = 'revenue:rental'
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, ${month(sql`date_trunc('month', day)::date`)}, 0, 0, 0, sum(amount)::bigint, 0, 0
  from car_costs
  where day >= ${from}::date and day < ${until}::date and withdrawn_at is null
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, ${month(nairobiMonth(sql`ends_at`))}, 0, 0, 0, 0, count(*), 0
  from rentals
  where ends_at >= ${start(from)} and ends_at < ${start(until)} and out_until > ends_at
    and out_until > ends_at + (
      select coalesce((rental_terms ->> 'lateMinutes')::int, ${RENTAL_TERMS.lateMinutes}::int) * interval '1 minute'
      from bookings where bookings.id = rentals.id)
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, null, 0, 0, 0, 0, 0, sum(balance.deposits)::bigint
  from ledger_balances as balance join deposits on deposits.id = balance.payable_id
  join bookings on bookings.id = deposits.booking_id
  where balance.deposits > 0
  group by 1`
}

/** What the figures are added up by, how each sum is named, and the order of the lines. */
const groups: Record<ReportGroup, { key: RawBuilder<unknown>; named: RawBuilder<unknown> }> = {
  car: {
    key: sql`cars.id::text`,
    named: sql`
      select summed.*, cars.name, cars.number_plate as plate from summed left join cars on cars.id::text = key
      order by is_whole desc, cars.name, cars.number_plate, key`,
  },
  category: {
    key: sql`cars.category_id::text`,
    named: sql`
      select summed.*, categories.name, null as plate from summed left join categories on categories.id::text = key
      order by is_whole desc, categories.position, categories.name, key`,
  },
  month: {
    key: sql`to_char(month, 'YYYY-MM')`,
    named: sql`select summed.*, key as name, null as plate from summed order by is_whole desc, key`,
  },
}

/**
 * The figures of the whole, and then of each car, category or month. Cars and categories without a figure are left out;
 * what is held now is of no month, but of the whole.
 */
export function reportRows(days: ReportDays, by: ReportGroup) {
  const { key, named } = groups[by]
  return sql<ReportRow>`
    with ${daysOfCars(days)},
    ${by === 'month' ? sql`${daysOfMonths(days)},` : sql``}
    figures as (${figures(days, by)}),
    keyed as (select ${key} as key, figures.* from figures left join cars on cars.id = figures.car_id),
    sums as (
      select key, grouping(key) as is_whole, coalesce(sum(days_rented), 0)::int as days_rented,
        coalesce(sum(days_available), 0)::int as days_available, coalesce(sum(revenue), 0)::bigint as revenue,
        coalesce(sum(costs), 0)::bigint as costs,
        coalesce(sum(late_returns), 0)::int as late_returns, coalesce(sum(deposits_held), 0)::bigint as deposits_held
      from keyed group by grouping sets ((key), ())
    ),
    summed as (
      select * from sums where is_whole = 1 or (key is not null
        and (${sql.lit(by === 'month')} or days_available > 0 or revenue <> 0 or costs > 0 or late_returns > 0 or deposits_held > 0))
    )
    ${named}`
}

export async function findReport(db: Db, days: ReportDays, by: ReportGroup): Promise<ReportRow[]> {
  return (await reportRows(days, by).execute(db)).rows
}
