import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

/** A booking under its lock, and whether nobody may drive its car yet. */
export async function lockBookingWithoutDriver(tx: Db, bookingId: string) {
  return tx
    .selectFrom('bookings')
    .select(['id', 'status', sql<boolean>`lacks_driver(bookings)`.as('lacksDriver')])
    .where('id', '=', bookingId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertDriverWaiver(
  tx: Db,
  waiver: Insertable<Tables['driver_waivers']>,
): Promise<void> {
  await tx.insertInto('driver_waivers').values(waiver).execute()
}
