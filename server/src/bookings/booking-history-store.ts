import type { BookingActor, BookingEventCode } from '@twende/contract/bookings/booking-status.ts'
import type { Db } from '../db/database.ts'

type HistoryEvent = {
  by: BookingActor
  now: Date
  event: BookingEventCode
  note?: string
  accountId?: string
}

/** Adds an event to the history of each booking. */
export async function writeHistory(
  tx: Db,
  bookings: readonly { id: string; status: string }[],
  { by, now, event, note = '', accountId }: HistoryEvent,
): Promise<void> {
  if (bookings.length === 0) return
  await tx
    .insertInto('booking_history')
    .values(
      bookings.map(({ id, status }) => ({
        booking_id: id,
        at: now,
        actor: by,
        account_id: accountId ?? null,
        event,
        status,
        note,
      })),
    )
    .execute()
}

export async function listHistory(db: Db, bookingId: string) {
  return db
    .selectFrom('booking_history')
    .select(['at', 'actor', 'event', 'note'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
}
