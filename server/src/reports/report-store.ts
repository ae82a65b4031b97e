import type { ReportGroup, ReportPeriod } from '@twende/contract/reports/report-routes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { plannedForItsValues } from '../db/database-client.ts'
import { MONEY_ACCOUNTS } from '../payments/ledger/accounts.ts'
import {
  day,
  daysOfCars,
  daysOfPeriods,
  lastEnd,
  nairobiDayOf,
  periodOf,
  type ReportDays,
} from './car-days-store.ts'

export type { ReportDays }

const FIGURES = [
  'daysRented',
  'daysAvailable',
  'earned',
  'passedOn',
  'received',
  'givenBack',
  'fromDeposits',
  'costs',
  'ownFines',
  'lateReturns',
  'prepaid',
  'owed',
  'depositsHeld',
] as const

export type ReportRow = Record<(typeof FIGURES)[number], number> & {
  /** 1 in the row of the whole. */
  is_whole: 0 | 1
  key: string | null
  name: string | null
  plate: string | null
}

/** Reports of the rental cars; those by kind and by method are of the whole firm. */
export type CarGroup = Exclude<ReportGroup, 'kind' | 'method'>

const PERIODS: readonly CarGroup[] = ['month', 'week', 'day']
const isPeriod = (by: CarGroup): by is ReportPeriod => PERIODS.includes(by)

/** What entries of reports count as. */
const FIGURE_OF_ENTRY = sql`case figure
  when 'price' then 'earned' when 'charge' then 'earned' when 'passed_on' then 'passedOn'
  when 'given_back' then 'givenBack' when 'from_deposit' then 'fromDeposits' else figure end`

const figuresOfDays = (by: CarGroup) =>
  isPeriod(by)
    ? sql`
  select null::uuid as car_id, period, 'daysRented' as figure, rented as amount from days_of_spans
  union all select null, period, 'daysAvailable', available from days_of_spans`
    : sql`
  select car_id, null::date as period, 'daysRented' as figure, sum((ends - starts) * rented) as amount from periods group by 1
  union all select car_id, null, 'daysAvailable', sum((ends - starts) * available) from periods group by 1`

/** What is so now, of no period: what is paid ahead, what is owed, and the deposits that are held. */
const figuresOfNow = ({ today }: ReportDays) => sql`
  select car_id, null, 'prepaid', sum(amount) from paid_ahead(${day(today)}) join bookings on bookings.id = payable_id
  group by car_id
  union all
  select car_id, null, 'owed', sum(receivable - unapplied)
  from ledger_balances join bookings on bookings.id = payable_id
  where receivable > unapplied and payable_type = 'booking' group by car_id
  union all
  select car_id, null, 'depositsHeld', sum(balance.held)
  from ledger_balances as balance join deposits on deposits.id = balance.payable_id
  join bookings on bookings.id = deposits.booking_id
  where balance.held > 0 group by car_id`

/**
 * Of each car, or of each period. Money is of the day on which the ledger has it, what was earned of the day of the rental
 * or of its charge, with the car of that day. A cost is of its day, a fine of ours of the day of the offence; a late return
 * is of the day on which the rental should have ended.
 */
const figures = (days: ReportDays, by: CarGroup) => {
  const { from, until } = days
  const car = (id: RawBuilder<unknown>) => (isPeriod(by) ? sql`null::uuid` : id)
  const period = (named: RawBuilder<unknown>) => (isPeriod(by) ? periodOf(by, named) : sql`null::date`)
  const offence = nairobiDayOf(sql`offence_at`)
  const decided = nairobiDayOf(sql`decided_at`)
  const inRange = (named: RawBuilder<unknown>) => sql`${named} >= ${day(from)} and ${named} < ${day(until)}`
  return sql`
  ${figuresOfDays(by)}
  union all
  select ${car(sql`car_id`)}, ${period(sql`day`)}, ${FIGURE_OF_ENTRY}, sum(amount) from report_entries
  where day >= ${day(from)} and day < ${day(lastEnd(days))} and (kind = 'rent' or figure = 'from_deposit')
  group by 1, 2, 3
  union all
  select ${car(sql`car_id`)}, ${period(sql`day`)}, 'costs', sum(amount) from car_costs
  where ${inRange(sql`day`)} and withdrawn_at is null
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, ${period(offence)}, 'ownFines', sum(amount) from traffic_fines
  where booking_id is null and withdrawn_at is null and ${inRange(offence)}
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, ${period(decided)}, 'ownFines', sum(withdrawn)
  from charge_disputes join traffic_fines on traffic_fines.id = fine_id
  where withdrawn > 0 and withdrawn_at is null and ${inRange(decided)}
  group by 1, 2
  union all
  select ${car(sql`car_id`)}, ${period(nairobiDayOf(sql`late_at`))}, 'lateReturns', count(*) from rentals where late_at is not null
  group by 1, 2
  union all
  ${figuresOfNow(days)}`
}

/** What the figures are added up by, how each sum is named, and the order of the lines. */
function groupOf(by: CarGroup): { key: RawBuilder<unknown>; named: RawBuilder<unknown> } {
  if (by === 'car') {
    const named = sql`
      select summed.*, cars.name, cars.number_plate as plate from summed left join cars on cars.id = key
      order by is_whole desc, cars.name, cars.number_plate, key`
    return { key: sql`car_id`, named }
  }
  if (by === 'category') {
    const named = sql`
      select summed.*, categories.name, null as plate from summed left join categories on categories.id = key
      order by is_whole desc, categories.position, categories.name, key`
    return { key: sql`category_id`, named }
  }
  const text = sql.lit(by === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD')
  const named = sql`
    select summed.*, period as key, period as name, null as plate
    from summed cross join lateral (select to_char(key, ${text}) as period) as named order by is_whole desc, period`
  return { key: sql`period`, named }
}

const SUMS = sql.join(
  FIGURES.map(
    (name) =>
      sql`coalesce(sum(amount) filter (where figure = ${sql.lit(name)}), 0)::bigint as ${sql.id(name)}`,
  ),
)

/**
 * The figures of the whole, and then of each car, category or period. Cars and categories without a figure are left out;
 * what is so now is of no period, but of the whole.
 */
export function reportRows(days: ReportDays, by: CarGroup) {
  const { key, named } = groupOf(by)
  const hasFigure = sql`(${sql.join(
    FIGURES.filter((name) => name !== 'daysRented').map((name) => sql`${sql.id(name)} <> 0`),
    sql` or `,
  )})`
  return sql<ReportRow>`
    with ${daysOfCars(days)},
    ${isPeriod(by) ? sql`${daysOfPeriods(days, by)},` : sql``}
    figures as (${figures(days, by)}),
    keyed as (
      select ${key} as key, figure, amount from figures ${by === 'category' ? sql`left join cars on cars.id = car_id` : sql``}
    ),
    sums as (select key, grouping(key) as is_whole, ${SUMS} from keyed group by grouping sets ((key), ())),
    summed as (
      select * from sums where is_whole = 1 or (key is not null and (${sql.lit(isPeriod(by))} or ${hasFigure}))
    )
    ${named}`
}

export async function findReport(db: Db, days: ReportDays, by: CarGroup): Promise<ReportRow[]> {
  // A plan for any range reads the booking of each entry by itself.
  return (await sql<ReportRow>`${plannedForItsValues} ${reportRows(days, by)}`.execute(db)).rows
}

export type MoneyRow = Record<'earned' | 'passedOn' | 'received' | 'givenBack', number> & {
  is_whole: 0 | 1
  key: string | null
}

/** What the whole firm earned, took and gave back, by what it was for or by how the money came. */
export async function findMoneyReport(db: Db, days: ReportDays, by: 'kind' | 'method'): Promise<MoneyRow[]> {
  const key = by === 'kind' ? sql`kind` : sql`account`
  const order = by === 'kind' ? KINDS : MONEY_ACCOUNTS
  const sum = (...names: string[]) =>
    sql`coalesce(sum(amount) filter (where figure in (${sql.join(names.map((name) => sql.lit(name)))})), 0)::bigint`
  const { rows } = await sql<MoneyRow>`
    select ${key} as key, grouping(${key}) as is_whole, ${sum('price', 'charge', 'sale')} as earned,
      ${sum('passed_on')} as "passedOn", ${sum('received')} as received, ${sum('given_back')} as "givenBack"
    from report_entries
    where day >= ${day(days.from)} and day < ${day(lastEnd(days))}
      and figure in ('price', 'charge', 'sale', 'passed_on', 'received', 'given_back')
      ${by === 'method' ? sql`and account is not null` : sql``}
    group by grouping sets ((${key}), ())
    order by is_whole desc, array_position(${sql.lit(`{${order.join(',')}}`)}::text[], ${key})`.execute(db)
  return rows
}

const KINDS = ['rent', 'listing', 'shop', 'deposit', 'unmatched']
