import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import type { ReportGroup } from '@twende/contract/reports/report-routes.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedForItsValues } from '../db/database.ts'

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
 * The scheduler completes a rental a day after its end, so none lasts longer than this beyond its last day: how far a
 * report has to look back.
 */
const LOOK_BACK_DAYS = 31

const day = (value: Day) => sql`${value}::date`
const start = (value: Day) => sql`(${value}::date::timestamp at time zone 'Africa/Nairobi')`
const nairobiDayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'Africa/Nairobi')::date`
const nairobiMonth = (instant: RawBuilder<unknown>) =>
  sql`date_trunc('month', ${instant} at time zone 'Africa/Nairobi')::date`

/**
 * Periods of days of cars in the range, up to today, whose `rented` and `available` add up for each day and car to 1 or 0.
 * A rental counts from the day on which no earlier one of its car is out any more, so that a day is rented once, however
 * many rentals it has. A block takes the days whose noon it covers, unless the car is rented. Only the days of cars that
 * were blocked become ranges, which take several times as long as dates. The day of a return is of use only where it is
 * after the end.
 */
const daysOfCars = ({ from, until, today, now }: ReportDays) => {
  const end = day(until <= today ? until : addDays(today, 1))
  return sql`
  rentals as (
    select car_id, greatest(start_date, earlier_end, ${day(from)}) as starts, least(rental_end, ${end}) as ends,
      case when out_until > ends_at and ends_at >= ${start(from)} and ends_at < ${start(until)} then
        case when out_until > ends_at + (
          select coalesce((rental_terms ->> 'lateMinutes')::int, ${RENTAL_TERMS.lateMinutes}::int) * interval '1 minute'
          from bookings where bookings.id = rental.id)
        then ends_at end
      end as late_at
    from (
      select *, max(rental_end) over (
        partition by car_id order by start_date rows between unbounded preceding and 1 preceding
      ) as earlier_end
      from (
        select id, car_id, start_date, ends_at, out_until,
          greatest(start_date + 1, end_date, case when out_until > ends_at then ${nairobiDayOf(sql`out_until`)} end) as rental_end
        from bookings cross join lateral (
          select case status when 'active' then ${now}::timestamptz when 'completed' then coalesce(
            returned_at, (select confirmed_at from car_losses where booking_id = bookings.id and withdrawn_at is null)) end as out_until
        ) as came_back
        where status in ('confirmed', 'active', 'completed')
          and end_date >= ${day(addDays(from, -LOOK_BACK_DAYS))} and start_date < ${day(until)}
      ) as ended
    ) as rental
  ),
  fleet as (
    select id, retired_on, least(retired_on, ${end}) as ends,
      greatest(${day(from)}, case when added_on <= ${day(from)} then added_on else least(added_on, (
        select min(start_date) from bookings where car_id = car.id and status in ('confirmed', 'active', 'completed'))) end) as starts
    from (
      select id, ${nairobiDayOf(sql`created_at`)} as added_on, ${nairobiDayOf(sql`retired_at`)} as retired_on from cars
    ) as car
  ),
  blocked as (
    select car_id, range_agg(daterange(
        ${nairobiDayOf(sql`(starts_at - interval '1 microsecond' + interval '12 hours')`)},
        ${nairobiDayOf(sql`(ends_at - interval '1 microsecond' + interval '12 hours')`)})) as days
    from car_blocks where starts_at < ${start(until)} and ends_at > ${start(from)} group by car_id
  ),
  rented_of_blocked as (
    select car_id, range_agg(daterange(starts, ends)) as days
    from rentals where starts < ends and car_id in (select car_id from blocked) group by car_id
  ),
  periods as (
    select car_id, starts, ends, 1 as rented, 0 as available from rentals where starts < ends
    union all
    select id, starts, ends, 0, 1 from fleet where starts < ends
    union all
    select car_id, greatest(rentals.starts, retired_on), rentals.ends, 0, 1
    from rentals join fleet on fleet.id = car_id
    where retired_on is not null and retired_on < rentals.ends and rentals.starts < rentals.ends
    union all
    select id, lower(taken), upper(taken), 0, -1
    from fleet join blocked on blocked.car_id = id left join rented_of_blocked on rented_of_blocked.car_id = id
    cross join unnest(blocked.days * datemultirange(daterange(starts, ends)) - coalesce(rented_of_blocked.days, '{}')) as taken
    where starts < ends
  )`
}

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
    select starts as day, sum(rented) as rented, sum(available) as available from periods group by 1
    union all select ends, -sum(rented), -sum(available) from periods group by 1
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
  select car_id, null::date as month, sum((ends - starts) * rented)::int as days_rented,
    sum((ends - starts) * available)::int as days_available, 0::bigint as revenue, 0::bigint as costs, 0 as late_returns, 0::bigint as deposits_held
  from periods group by car_id`

/** By month, the revenue of each day is added up first: the month of a day takes longer to find than its sum. */
const revenue = ({ from, until }: ReportDays, by: ReportGroup) => {
  const inRange = sql`revenue_day >= ${day(from)} and revenue_day < ${day(until)}`
  return by === 'month'
    ? sql`
  select null::uuid, date_trunc('month', revenue_day)::date, 0, 0, -sum(amount)::bigint, 0, 0, 0
  from (select revenue_day, sum(amount) as amount from ledger_entries where ${inRange} group by revenue_day) as of_day
  group by 2`
    : sql`
  select car_id, null, 0, 0, -sum(amount)::bigint, 0, 0, 0
  from ledger_entries join bookings on bookings.id = payable_id where ${inRange} group by car_id`
}

/**
 * Of each car, or of each month. Revenue is of the month in which the ledger has it, a cost of that of its day; a late
 * return is of the month in which the rental should have ended.
 */
const figures = (days: ReportDays, by: ReportGroup) => {
  const { from, until } = days
  const isMonth = by === 'month'
  const car = (id: RawBuilder<unknown>) => (isMonth ? sql`null::uuid` : id)
  const month = (named: RawBuilder<unknown>) => (isMonth ? named : sql`null::date`)
  return sql`
  ${dayFigures(by)}
  union all
  ${revenue(days, by)}
  union all
  select ${car(sql`car_id`)}, ${month(sql`date_trunc('month', day)::date`)}, 0, 0, 0, sum(amount)::bigint, 0, 0
  from car_costs
  where day >= ${day(from)} and day < ${day(until)} and withdrawn_at is null
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, ${month(nairobiMonth(sql`late_at`))}, 0, 0, 0, 0, count(*), 0
  from rentals where late_at is not null
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
    key: sql`car_id`,
    named: sql`
      select summed.*, cars.name, cars.number_plate as plate from summed left join cars on cars.id = key
      order by is_whole desc, cars.name, cars.number_plate, key`,
  },
  category: {
    key: sql`category_id`,
    named: sql`
      select summed.*, categories.name, null as plate from summed left join categories on categories.id = key
      order by is_whole desc, categories.position, categories.name, key`,
  },
  month: {
    key: sql`month`,
    named: sql`
      select summed.*, month as key, month as name, null as plate
      from summed cross join lateral (select to_char(key, 'YYYY-MM') as month) as named order by is_whole desc, month`,
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
    keyed as (
      select ${key} as key, figures.* from figures ${by === 'category' ? sql`left join cars on cars.id = car_id` : sql``}
    ),
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
  // A plan for any range reads the booking of each revenue by itself.
  return (await sql<ReportRow>`${plannedForItsValues} ${reportRows(days, by)}`.execute(db)).rows
}
