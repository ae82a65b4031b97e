import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type Asked = { bookingId: string; amount: number; note: string; accountId: string; now: Date }

/** Notes who wants to confirm a booking without money; what was asked before stays as it was. Locked until the transaction ends. */
export async function askToConfirmUnpaid(
  tx: Db,
  { bookingId, amount, note, accountId, now }: Asked,
): Promise<Selectable<Tables['unpaid_confirmations']>> {
  await tx
    .insertInto('unpaid_confirmations')
    .values({ booking_id: bookingId, amount, note, asked_by: accountId, asked_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .execute()
  return tx
    .selectFrom('unpaid_confirmations')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Notes who confirmed it; the database refuses one person alone above the limit. */
export async function markConfirmedUnpaid(
  tx: Db,
  { bookingId, amount, accountId, now }: { bookingId: string; amount: number; accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('unpaid_confirmations')
    .set({ amount, confirmed_by: accountId, confirmed_at: now })
    .where('booking_id', '=', bookingId)
    .execute()
}
