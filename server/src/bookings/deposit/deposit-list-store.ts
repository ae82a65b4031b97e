import type { DepositQueue } from '@twende/contract/bookings/deposit.ts'
import type { Day } from '@twende/contract/calendar-day.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type FoundPage, inOrderOf, type PageRange } from '../../db/list-page.ts'
import { containsWords, payablesWithCode, plateText, searchedCode } from '../../db/text-search.ts'

/** Deposits as staff lists them, with what the ledger holds of each and what is owed back. */

export type DepositItemRow = {
  id: string
  number: number
  bookingId: string
  bookingReference: string
  status: string
  customer: string
  car: unknown
  amount: number
  held: number
  owedBack: number
  waived: boolean
  returnBy: Date | null
  /** The first day on which money of it was held; null where none was. */
  takenOn: Day | null
  /** What pays for charges of its rental, less what was released again. */
  kept: number
  givenBack: number
}

export type DepositSearch = {
  queue: DepositQueue
  search?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
}

const HELD = sql<number>`coalesce(balance.held, 0)`
const OWED_BACK = sql<number>`coalesce(balance.refunds_payable, 0)`
const FROM = sql`
  from deposits as d join bookings as b on b.id = d.booking_id
  left join ledger_balances as balance on balance.payable_id = d.id and balance.payable_type = 'deposit'`
const ENTRIES = sql`
  from ledger_entries as e join ledger_transactions as t on t.id = e.transaction_id
  where e.payable_id = d.id and e.payable_type = 'deposit'`
const TAKEN_ON = sql<string>`(select min(e.day) ${ENTRIES} and e.account in ('deposits', 'unapplied'))`
const TO_RETURN = sql<SqlBool>`(d.return_by is not null and ${HELD} + ${OWED_BACK} > 0)`

function inQueue(queue: DepositQueue, now: Date): RawBuilder<SqlBool> {
  const queues: Record<DepositQueue, RawBuilder<SqlBool>> = {
    held: sql`${HELD} > 0`,
    toReturn: TO_RETURN,
    overdue: sql`(${TO_RETURN} and d.return_by <= ${now}::timestamptz)`,
    all: sql`true`,
  }
  return queues[queue]
}

/** By its reference, by what names its booking or car, or by a code that paid either. */
function isFound(words: readonly string[]): RawBuilder<unknown> {
  const text = sql<string>`'dep' || d.number || ' ' || b.search_text || ' ' || ${plateText(sql`b.car_id`)}`
  const code = searchedCode(words)
  if (code === undefined) return containsWords(text, words)
  const paid = payablesWithCode(code)
  return sql`(${containsWords(text, words)} or d.id in (${paid}) or b.id in (${paid}))`
}

export async function findDepositPage(
  db: Db,
  { queue, search, fromDay, toDay, limit, offset }: DepositSearch & PageRange,
  now: Date,
): Promise<FoundPage> {
  const words = searchWords(search)
  const found = words.length === 0 ? sql`true` : isFound(words)
  const taken = sql`${fromDay ? sql`and ${TAKEN_ON} >= ${fromDay}::date` : sql``} ${toDay ? sql`and ${TAKEN_ON} <= ${toDay}::date` : sql``}`
  const matching = sql`${FROM} where ${inQueue(queue, now)} and ${found} ${taken}`
  const order = queue === 'all' ? sql`d.id desc` : sql`d.return_by nulls last, d.id`
  const [{ rows }, counted] = await Promise.all([
    sql<{
      id: string
    }>`select d.id ${matching} order by ${order} limit ${limit}::int offset ${offset}::int`.execute(db),
    sql<{ total: number; sum: number }>`
      select count(*) as total, coalesce(sum(${queue === 'held' ? HELD : sql`${HELD} + ${OWED_BACK}`}), 0)::bigint as sum
      ${matching}`.execute(db),
  ])
  const { total = 0, sum = 0 } = counted.rows[0] ?? {}
  return { keys: rows.map(({ id }) => id), total, sum }
}

export async function findDepositsByIds(db: Db, ids: readonly string[]): Promise<DepositItemRow[]> {
  const { rows } = await sql<DepositItemRow>`
    select d.id, d.number, b.id as "bookingId", b.reference as "bookingReference", b.status,
      trim(concat(b.customer_info ->> 'firstName', ' ', b.customer_info ->> 'lastName')) as customer,
      b.car_snapshot as car, d.amount, ${HELD} as held, ${OWED_BACK} as "owedBack",
      d.waived_at is not null as waived, d.return_by as "returnBy",
      ${TAKEN_ON}::text as "takenOn",
      (select coalesce(sum(e.amount), 0)::bigint ${ENTRIES} and e.account = 'deposits'
        and t.kind in ('deposit_kept', 'deposit_released')) as kept,
      (select coalesce(sum(e.amount), 0)::bigint ${ENTRIES} and e.account = 'refunds_payable'
        and t.kind in ('refund_paid', 'money_moved')) as "givenBack"
    ${FROM} where d.id = any(${[...ids]}::uuid[])`.execute(db)
  return inOrderOf(ids, rows)
}

/** How many deposits are to go back, and how many of them are late. */
export async function countDepositQueues(db: Db, now: Date): Promise<{ toReturn: number; overdue: number }> {
  const { rows } = await sql<{ toReturn: number; overdue: number }>`
    select count(*) as "toReturn", count(*) filter (where ${inQueue('overdue', now)}) as overdue
    ${FROM} where ${TO_RETURN}`.execute(db)
  return rows[0] ?? { toReturn: 0, overdue: 0 }
}
