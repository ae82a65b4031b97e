import type { Day } from '@twende/contract/calendar-day.ts'
import type { ReportDifference } from '@twende/contract/payments/reconciliation.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { REPORTED_ACCOUNTS } from '../ledger/accounts.ts'
import type { PaymentItemKey } from './payment-list-store.ts'
import { IS_UNMATCHED } from './reconciliation-store.ts'

export type Span = { from: Date; to: Date }
type Found = PaymentItemKey & { why: ReportDifference; amount: number; booked: number; reported: number }
type Comparison = { booked: number; reported: number; rows: Found[] }

/**
 * What our books say came in on a day in accounts that a provider reports, beside what it reported of that day. Each payment, and each code
 * without a payment, on which they differ is a row: `amount` is what the books have more. The rows are the whole difference.
 */
export async function compareMoneyIn(db: Db, day: Day, { from, to }: Span): Promise<Comparison> {
  const { rows } = await sql<Found>`
    with booked as (
      select case when ${IS_UNMATCHED} then t.receipt else t.payment_id::text end as id, sum(e.amount)::bigint as amount
      from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
      where e.account in (${sql.join(REPORTED_ACCOUNTS.map(sql.lit))}) and e.day = ${day}::date and t.kind not in ('refund_paid', 'money_moved')
      group by 1 having sum(e.amount) <> 0
    ), told as (
      select coalesce(payment_id::text, receipt) as id, sum(amount)::bigint as amount from provider_transactions
      where moved_at >= ${from}::timestamptz and moved_at < ${to}::timestamptz
      group by 1
    ), compared as (
      select id, coalesce(booked.amount, 0) as booked, coalesce(told.amount, 0) as reported
      from booked full join told using (id)
    )
    select case when p.id is null then 'transaction' else 'payment' end as kind, compared.id,
      compared.booked - compared.reported as amount, compared.booked, compared.reported,
      case
        when compared.booked <> 0 and compared.reported <> 0 then 'otherAmount'
        when exists (select from provider_transactions as i where i.payment_id = p.id or i.receipt = compared.id) then 'otherDay'
        when p.method = 'stk' and p.recorded_by is null then 'request'
        else 'notReported'
      end as why
    from compared left join payments as p on p.id::text = compared.id
    order by abs(compared.booked - compared.reported) desc, compared.id
  `.execute(db)
  return {
    booked: rows.reduce((sum, { booked }) => sum + booked, 0),
    reported: rows.reduce((sum, { reported }) => sum + reported, 0),
    rows: rows.filter(({ amount }) => amount !== 0),
  }
}
