import type { Day } from '@twende/contract/calendar-day.ts'
import type { LatePosting } from '@twende/contract/payments/reconciliation.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import { MONEY_ACCOUNTS } from '../ledger/accounts.ts'

type Span = { from: Date; to: Date }
type Row = Omit<LatePosting, 'at'> & { at: Date }
type Found = { rows: Row[]; total: number }

const MOST_SHOWN = 100

/** What was posted after the end of a day, and counts on that day: the day was changed. */
export function findPostedLater(db: Db, day: Day, { to }: Span): Promise<Found> {
  return findLate(db, sql`e.day = ${day}::date and t.occurred_at >= ${to}::timestamptz`)
}

/** What was posted on a day, and counts on an earlier one. */
export function findPostedForEarlier(db: Db, day: Day, { from, to }: Span): Promise<Found> {
  const onDay = sql`t.occurred_at >= ${from}::timestamptz and t.occurred_at < ${to}::timestamptz`
  return findLate(db, sql<SqlBool>`${onDay} and e.day < ${day}::date`)
}

/** One row for each transaction and account: what it changes there, and how much money it is about. */
async function findLate(db: Db, which: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<Row & { total: number }>`
    select found.*, ${accountName()} as by, payables.reference, count(*) over () as total
    from (
      select t.id, t.occurred_at as at, t.kind, e.day::text as day, e.account, sum(e.amount)::bigint as changes,
        greatest(abs(sum(e.amount)), sum(e.amount) filter (where e.amount > 0))::bigint as amount,
        t.receipt as code, t.payment_id as "paymentId", t.actor_account_id, t.payable_type, t.payable_id
      from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
      where e.account in (${sql.join(MONEY_ACCOUNTS.map(sql.lit))}) and ${which}
      group by t.id, e.day, e.account
    ) as found
    left join accounts on accounts.id = found.actor_account_id
    left join payables on payables.payable_type = found.payable_type and payables.payable_id = found.payable_id
    order by found.at, found.id, found.day limit ${MOST_SHOWN}
  `.execute(db)
  return { rows: rows.map(asRow), total: rows[0]?.total ?? 0 }
}

function asRow({ at, kind, day, account, changes, amount, code, paymentId, by, reference }: Row): Row {
  return { at, kind, day, account, changes, amount, code, paymentId, by, reference }
}
