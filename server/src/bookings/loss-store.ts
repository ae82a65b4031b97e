import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type Loss = { bookingId: string; reason: string; accountId: string; now: Date }

/** Records who asks to declare the car of a booking lost and locks that row; an earlier request is left as it is. */
export async function requestLoss(
  tx: Db,
  { bookingId, reason, accountId, now }: Loss,
): Promise<Selectable<Tables['car_losses']>> {
  await tx
    .insertInto('car_losses')
    .values({ booking_id: bookingId, reason, requested_by: accountId, requested_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .execute()
  return tx
    .selectFrom('car_losses')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Notes who agreed; the database refuses the one who asked. */
export async function confirmLoss(
  tx: Db,
  { bookingId, accountId, now }: Omit<Loss, 'reason'>,
): Promise<void> {
  await tx
    .updateTable('car_losses')
    .set({ confirmed_by: accountId, confirmed_at: now })
    .where('booking_id', '=', bookingId)
    .execute()
}
