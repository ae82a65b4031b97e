import type { Day } from '@twende/contract/calendar-day.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/**
 * What pages show, computed a second time: plain statements on the entries of the ledger and on base tables, without the
 * views, functions and statements of the program.
 */
export type MoneyEntry = {
  day: Day
  /** The Nairobi day on which it was posted. */
  postedOn: Day
  account: string
  kind: string
  /** Empty for money without a purchase. */
  type: string
  id: string
  method: string
  isRefund: boolean
  amount: number
}

const MONEY = sql`e.account in ('mpesa', 'cash', 'card', 'bank', 'cheque')`

/** Each entry in an account of money. */
export async function moneyEntries(db: Db): Promise<MoneyEntry[]> {
  const { rows } = await sql<MoneyEntry>`
    select e.day::text as day, (t.occurred_at at time zone 'Africa/Nairobi')::date::text as "postedOn", e.account, t.kind,
      coalesce(e.payable_type, '') as type, coalesce(e.payable_id::text, '') as id,
      coalesce(p.method, 'c2b') as method, t.refund_id is not null and t.kind <> 'money_moved' as "isRefund", e.amount::bigint as amount
    from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    left join payments as p on p.id = t.payment_id
    where ${MONEY}`.execute(db)
  return rows
}

export type BalanceAgain = {
  type: string
  id: string
  money: number
  receivable: number
  unapplied: number
  revenue: number
  /** What is held of a deposit. */
  held: number
  refundsPayable: number
  /** What was kept of deposits for it. */
  fromDeposits: number
  givenBack: number
}

/** What the ledger has of each thing that is paid for. */
export async function balancesAgain(db: Db): Promise<BalanceAgain[]> {
  const of = (where: RawBuilder<unknown>, sign = 1) =>
    sql`coalesce(sum(${sql.lit(sign)} * e.amount) filter (where ${where}), 0)::bigint`
  const { rows } = await sql<BalanceAgain>`
    select e.payable_type as type, e.payable_id::text as id, ${of(MONEY)} as money,
      ${of(sql`e.account = 'receivable'`)} as receivable, ${of(sql`e.account = 'unapplied'`, -1)} as unapplied,
      ${of(sql`e.account like 'revenue:%'`, -1)} as revenue, 
      ${of(sql`e.payable_type = 'deposit' and e.account in ('deposits', 'receivable', 'unapplied')`, -1)} as held,
      ${of(sql`e.account = 'refunds_payable'`, -1)} as "refundsPayable",
      ${of(sql`e.account = 'deposits' and t.kind in ('deposit_kept', 'deposit_released')`)} as "fromDeposits",
      ${of(sql`e.account = 'refunds_payable' and t.kind in ('refund_paid', 'money_moved')`)} as "givenBack"
    from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    where e.payable_id is not null group by 1, 2`.execute(db)
  return rows
}

export type RevenueEntry = { transaction: string; day: Day; account: string; id: string; amount: number }

/** Each entry of revenue, as it was posted; what is earned is positive. */
export async function revenueEntries(db: Db): Promise<RevenueEntry[]> {
  const { rows } = await sql<RevenueEntry>`
    select e.transaction_id::text as transaction, e.day::text as day, e.account, e.payable_id::text as id,
      -e.amount::bigint as amount
    from ledger_entries as e where e.account like 'revenue:%'`.execute(db)
  return rows
}

export type OfDay = { day: Day; booking: string; car: string; amount: number }

const nairobi = (column: RawBuilder<unknown>) => sql`(${column} at time zone 'Africa/Nairobi')::date::text`

/** What was charged besides prices, of each booking by the day of the charge: at returns, and of deposits. */
export async function chargesAgain(db: Db): Promise<OfDay[]> {
  const { rows } = await sql<OfDay>`
    select * from (
      select ${nairobi(sql`returned_at`)} as day, id::text as booking, car_id::text as car, (
          select coalesce(sum((charge ->> 'amount')::int), 0) from jsonb_array_elements(handover_return::jsonb -> 'charges') as charge
        )::bigint as amount
      from bookings where returned_at is not null
      union all
      select ${nairobi(sql`decided_at`)}, booking_id::text, car_id::text, -withdrawn::bigint
      from charge_disputes join bookings on bookings.id = booking_id
      where decided_at is not null and fine_id is null and kept_part_id is null
      union all
      select ${nairobi(sql`kept_at`)}, booking_id::text, car_id::text, charged::bigint
      from kept_deposit_parts join deposits on deposits.id = deposit_id join bookings on bookings.id = booking_id
      union all
      select ${nairobi(sql`released_at`)}, booking_id::text, car_id::text, -charge_reduced::bigint
      from kept_deposit_parts join deposits on deposits.id = deposit_id join bookings on bookings.id = booking_id
      where released_at is not null
    ) as charges where amount <> 0`.execute(db)
  return rows
}

/** Fines that customers pay, by the day on which they were charged; those that were withdrawn again are negative. */
export async function finesAgain(db: Db): Promise<OfDay[]> {
  const { rows } = await sql<OfDay>`
    select ${nairobi(sql`recorded_at`)} as day, booking_id::text as booking, car_id::text as car, amount::bigint as amount
    from traffic_fines where booking_id is not null
    union all
    select ${nairobi(sql`withdrawn_at`)}, booking_id::text, car_id::text, -amount::bigint
    from traffic_fines where booking_id is not null and withdrawn_at is not null`.execute(db)
  return rows
}

/** What deposits paid, by its day. */
export async function fromDepositsAgain(db: Db): Promise<OfDay[]> {
  const { rows } = await sql<OfDay>`
    select e.day::text as day, bookings.id::text as booking, bookings.car_id::text as car, e.amount::bigint as amount
    from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
    join deposits on deposits.id = e.payable_id join bookings on bookings.id = booking_id
    where e.account = 'deposits' and t.kind in ('deposit_kept', 'deposit_released')`.execute(db)
  return rows
}

/** What was paid for cars, and fines that nobody else pays, by their days. */
export async function costsAgain(db: Db): Promise<(Omit<OfDay, 'booking'> & { isFine: boolean })[]> {
  const { rows } = await sql<Omit<OfDay, 'booking'> & { isFine: boolean }>`
    select day::text as day, car_id::text as car, amount::bigint as amount, false as "isFine"
    from car_costs where withdrawn_at is null
    union all
    select ${nairobi(sql`offence_at`)}, car_id::text, amount::bigint, true from traffic_fines
    where booking_id is null and withdrawn_at is null`.execute(db)
  return rows
}

/** What M-Pesa reported, by the day on which it says that it moved, and what of it has no payment. */
export async function reportedAgain(db: Db): Promise<{ day: Day; amount: number; isOpen: boolean }[]> {
  const { rows } = await sql<{ day: Day; amount: number; isOpen: boolean }>`
    select ${nairobi(sql`least(coalesce(paid_at, received_at), received_at)`)} as day, amount::bigint as amount,
      payment_id is null and receipt not in (select receipt from payments where receipt is not null) as "isOpen"
    from provider_transactions`.execute(db)
  return rows
}

export type RefundAgain = {
  status: string
  amount: number
  method: string
  sentOn: Day
  confirmed: boolean
  agreed: boolean
}

export async function refundsAgain(db: Db): Promise<RefundAgain[]> {
  const { rows } = await sql<RefundAgain>`
    select status, amount::bigint as amount, coalesce(method, '') as method, coalesce(sent_on::text, '') as "sentOn",
      confirmed_by is not null as confirmed, amount <= 20000 or approved_by is not null as agreed from refunds`.execute(
    db,
  )
  return rows
}

/** One number of one statement. */
export async function countAgain(db: Db, statement: RawBuilder<{ count: number }>): Promise<number> {
  return Number((await statement.execute(db)).rows[0]?.count ?? 0)
}
