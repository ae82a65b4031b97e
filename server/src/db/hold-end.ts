import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A hold ends no earlier than this after money came for it that does not pay it yet. Staff decides long before. */
const WITH_MONEY_MS = 7 * 24 * 3_600_000

/** What a customer has to pay in after staff decided that the money before does not count. */
const AFTER_DECISION_MS = 2 * 3_600_000

/** Money that does not pay the purchase yet, and is not owed back. */
export type WaitingMoney = { moneyWaits: boolean; now: Date }

/** When the time to pay for a row of `bookings` or `orders` ends, once its payment status changes: read before the change. */
export function holdEndAfterPayment(
  column: 'expires_at' | 'hold_expires_at',
  { moneyWaits, now }: WaitingMoney,
): RawBuilder<Date | null> {
  const end = sql.ref(column)
  return sql<Date | null>`case
    when status <> 'pending' then ${end}
    when ${moneyWaits}::boolean then greatest(${end}, ${endWithMoney(now)}::timestamptz)
    when payment_status in ('partial', 'review')
      then least(${end}, ${new Date(now.getTime() + AFTER_DECISION_MS)}::timestamptz)
    else ${end}
  end`
}

export function endWithMoney(now: Date): Date {
  return new Date(now.getTime() + WITH_MONEY_MS)
}

/** Whether a part of the price is here, or money that staff has to look at. The database lets no such hold run out. */
export function hasWaitingMoney(payableId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from ledger_balances where payable_id = ${sql.ref(payableId)} and unapplied + suspense > 0
  )`
}
