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

/** How many shillings of a booking may be unpaid when its car leaves. */
export async function findAllowedUnpaid(db: Db, bookingId: string): Promise<number> {
  const row = await db
    .selectFrom('unpaid_handovers')
    .select('amount')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** Keeps the latest decision. The database refuses a large amount unless an admin decided. */
export async function saveUnpaidHandover(
  tx: Db,
  { booking_id, ...decision }: Insertable<Tables['unpaid_handovers']>,
): Promise<void> {
  await tx
    .insertInto('unpaid_handovers')
    .values({ booking_id, ...decision })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(decision))
    .execute()
}
