import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import type { ReportPeriod } from '@twende/contract/reports/report-routes.ts'
import { type RawBuilder, sql } from 'kysely'

/** The first day of the range, the day after its last, and today. */
export type ReportDays = { from: Day; until: Day; today: Day; now: Date }

/**
 * The scheduler completes a rental a day after its end, so none lasts longer than this beyond its last day: how far a
 * report has to look back.
 */
const LOOK_BACK_DAYS = 31

export const day = (value: Day) => sql`${value}::date`
const start = (value: Day) => sql`(${value}::date::timestamp at time zone 'Africa/Nairobi')`
export const nairobiDayOf = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone 'Africa/Nairobi')::date`

/** The day after the last that counts: days after today do not count yet. */
export const lastEnd = ({ until, today }: ReportDays): Day => (until <= today ? until : addDays(today, 1))

/**
 * Periods of days of cars in the range, up to today, whose `rented` and `available` add up for each day and car to 1 or 0.
 * A rental counts from the day on which no earlier one of its car is out any more, so that a day is rented once, however
 * many rentals it has. A block takes the days whose noon it covers, unless the car is rented. Only the days of cars that
 * were blocked become ranges, which take several times as long as dates. The day of a return is of use only where it is
 * after the end.
 */
export const daysOfCars = (days: ReportDays) => {
  const { from, until, now } = days
  const end = day(lastEnd(days))
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

/** The first day of the month or week of a day, and the day itself. */
export const periodOf = (period: ReportPeriod, named: RawBuilder<unknown>) =>
  sql`date_trunc(${sql.lit(period)}, (${named})::timestamp)::date`

/**
 * On how many cars a day each counts, from one day on which that changes to the next. Cutting the days of each car into
 * months, weeks or days would take as many steps as there are cars and periods together.
 */
export const daysOfPeriods = (days: ReportDays, period: ReportPeriod) => sql`
  spans as (
    select period::date as period, greatest(period::date, ${day(days.from)}) as first,
      least((period + ('1 ' || ${sql.lit(period)})::interval)::date, ${day(lastEnd(days))}) as next
    from generate_series(
      date_trunc(${sql.lit(period)}, ${days.from}::date::timestamp), ${lastEnd(days)}::date - interval '1 day',
      ('1 ' || ${sql.lit(period)})::interval) as period
  ),
  changes as (
    select starts as day, sum(rented) as rented, sum(available) as available from periods group by 1
    union all select ends, -sum(rented), -sum(available) from periods group by 1
  ),
  steps as (
    select day, lead(day) over by_day as next, sum(sum(rented)) over by_day as rented,
      sum(sum(available)) over by_day as available
    from changes group by day window by_day as (order by day)
  ),
  days_of_spans as (
    select period,
      coalesce(sum(rented * (least(steps.next, spans.next) - greatest(day, first))), 0)::bigint as rented,
      coalesce(sum(available * (least(steps.next, spans.next) - greatest(day, first))), 0)::bigint as available
    from spans left join steps on day < spans.next and steps.next > first
    group by period
  )`
