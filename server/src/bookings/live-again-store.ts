import { bookingMoves } from '@twende/contract/bookings/booking-status.ts'
import { sql } from 'kysely'
import { type Db, violatedConstraint } from '../db/database.ts'
import { writeHistory } from './booking-history-store.ts'
import {
  type BookingChange,
  firstFree,
  moveBookingOrThrow,
  REFERENCE_TRIES,
  type StoredBooking,
  unlessRefused,
} from './booking-store.ts'

/** How bookings that ended are live again. A later booking may have the reference of one that ended. */

type Draw = () => readonly string[]
type Reference = { reference?: string }

/** Brings a booking back whose hold ran out, unless somebody else has the car or the days are over. */
export async function reviveBooking(
  tx: Db,
  { bookingId, now, note }: { bookingId: string; now: Date; note: string },
  drawReferences: Draw,
): Promise<StoredBooking | undefined> {
  const write = (reference: Reference) =>
    tx
      .updateTable('bookings')
      .set({
        ...reference,
        status: bookingMoves.revive.to,
        payment_status: 'paid',
        cancelled_at: null,
        cancelled_by: null,
        cancellation_reason: '',
        updated_at: now,
      })
      .where('id', '=', bookingId)
      .where('status', 'in', [...bookingMoves.revive.from])
      .where('cancelled_by', '=', 'clock')
      .where('ends_at', '>', now)
      .returningAll()
      .executeTakeFirst()
  const revived = await unlessRefused(tx, () => withFreeReference(tx, drawReferences, write))
  if (revived === undefined || typeof revived === 'string') return undefined
  await writeHistory(tx, [revived], { by: 'payment', now, event: 'revive', note })
  return revived
}

/** Takes the end of a booking back, as `moveBookingOrThrow` makes any move. */
export function moveBackOrThrow(tx: Db, change: BookingChange, drawReferences: Draw): Promise<StoredBooking> {
  return withFreeReference(tx, drawReferences, (reference) =>
    moveBookingOrThrow(tx, { ...change, set: { ...change.set, ...reference } }),
  )
}

/** Writes a booking that is live again under its own reference, or, where a live booking has that by now, under a new one. */
async function withFreeReference<Written>(
  tx: Db,
  drawReferences: Draw,
  write: (reference: Reference) => Promise<Written>,
): Promise<Written> {
  for (let tried = 0; tried < REFERENCE_TRIES; tried += 1) {
    await sql`savepoint before_reference`.execute(tx)
    try {
      return await write(tried === 0 ? {} : { reference: await findFreeReference(tx, drawReferences()) })
    } catch (error) {
      if (violatedConstraint(error) !== 'live_booking_reference_is_unique') throw error
      await sql`rollback to savepoint before_reference`.execute(tx)
    }
  }
  throw new Error('no booking reference is left')
}

async function findFreeReference(tx: Db, drawn: readonly string[]): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select ${firstFree(sql.val([...drawn]))} as reference`.execute(tx)
  return rows[0]?.reference ?? ''
}
