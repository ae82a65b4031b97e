import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A hold ends no earlier than this after money came for it that does not pay it yet. Staff decides long before. */
export const WITH_MONEY_MS = 7 * 24 * 3_600_000

/** How long a customer can still pay after staff refused earlier money, and how long money that names the purchase can still count. */
const SHORT_TIME_MS = 2 * 3_600_000

/**
 * `moneyWaits`: money came that does not pay the purchase yet, and is not owed back. `isNamed`: money came with the number of the
 * purchase, and counts once staff has decided on something else.
 */
export type WaitingMoney = { moneyWaits: boolean; isNamed?: boolean; now: Date }

/** When the time to pay for a row of `bookings` or `orders` ends, once its payment status changes: read before the change. */
export function holdEndAfterPayment(
  column: 'expires_at' | 'hold_expires_at',
  { moneyWaits, isNamed = false, now }: WaitingMoney,
): RawBuilder<Date | null> {
  const end = sql.ref(column)
  const soon = sql`${new Date(now.getTime() + SHORT_TIME_MS)}::timestamptz`
  return sql<Date | null>`case
    when status <> 'pending' then ${end}
    when ${moneyWaits}::boolean then greatest(${end}, ${endWithMoney(now)}::timestamptz)
    when ${isNamed}::boolean then greatest(${end}, ${soon})
    when payment_status in ('partial', 'review') then least(${end}, ${soon})
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
