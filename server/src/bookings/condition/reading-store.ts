import type { Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export async function insertReadingCorrection(
  tx: Db,
  correction: Insertable<Tables['reading_corrections']>,
): Promise<void> {
  await tx.insertInto('reading_corrections').values(correction).execute()
}

type Corrected = {
  bookingId: string
  /** The document of the handover, or of the return. */
  set: { handover: string } | { handover?: string; handover_return: string; extra_charges: number }
  now: Date
}

/** Stores what a handover or return says after a correction. */
export async function setReading(tx: Db, { bookingId, set, now }: Corrected): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ ...set, updated_at: now })
    .where('id', '=', bookingId)
    .execute()
}
