import { bookingMoves, LIVE_BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { type Db, violatedConstraint } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import type { BookingParams } from '../notifications/notification-params.ts'
import { writeHistory } from './booking-history-store.ts'
import {
  type BookingChange,
  firstFree,
  moveBookingOrThrow,
  type PaidBooking,
  REFERENCE_TRIES,
  type StoredBooking,
  unlessRefused,
} from './booking-store.ts'
import { notifyCustomer } from './notify-customer.ts'

type Draw = () => readonly string[]
type Reference = { reference?: string; former_references?: string[] }

/** Brings a booking back whose hold ran out, unless somebody else has the car or the days are over. */
export async function reviveBooking(
  tx: Db,
  { bookingId, amount, note, now }: PaidBooking,
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
  const revived = await unlessRefused(tx, () => withFreeReference(tx, { bookingId, drawReferences }, write))
  if (typeof revived === 'string' || revived.written === undefined) return undefined
  const { written: booking, isRenumbered } = revived
  await writeHistory(tx, [booking], { by: 'payment', now, event: 'revive', note, facts: { amount } })
  if (isRenumbered) await announceNewReference(tx, booking, { by: 'payment', now })
  return booking
}

/** Takes the end of a booking back, as `moveBookingOrThrow` makes any move. */
export async function moveBackOrThrow(
  tx: Db,
  change: BookingChange,
  drawReferences: Draw,
): Promise<StoredBooking> {
  const { written, isRenumbered } = await withFreeReference(
    tx,
    { bookingId: change.bookingId, drawReferences },
    (reference) =>
      moveBookingOrThrow(tx, { ...change, set: { ...change.set, ...reference } }).catch(refuseReturn),
  )
  if (isRenumbered) await announceNewReference(tx, written, change)
  return written
}

/** What the database lets no booking come back without. */
function refuseReturn(error: unknown): never {
  if (violatedConstraint(error) === 'who_comes_back_has_an_account')
    throw new AppError('booking_wrong_state', { message: m.error_undo_account_deleted() })
  if (error instanceof DatabaseError && error.constraint === 'deposit_is_taken_before_handover')
    throw new AppError('booking_wrong_state', { message: m.error_undo_deposit_gone() })
  throw error
}

/** Writes a booking that comes back after its end: under its own reference, or under a new one where a later live booking has that. */
async function withFreeReference<Written>(
  tx: Db,
  { bookingId, drawReferences }: { bookingId: string; drawReferences: Draw },
  write: (reference: Reference) => Promise<Written>,
): Promise<{ written: Written; isRenumbered: boolean }> {
  for (let tried = 0; tried < REFERENCE_TRIES; tried += 1) {
    await sql`savepoint before_reference`.execute(tx)
    try {
      const reference = tried === 0 ? {} : await newReference(tx, bookingId, drawReferences())
      return { written: await write(reference), isRenumbered: tried > 0 }
    } catch (error) {
      if (violatedConstraint(error) !== 'live_booking_reference_is_unique') throw error
      await sql`rollback to savepoint before_reference`.execute(tx)
    }
  }
  throw new Error('no booking reference is left')
}

async function newReference(tx: Db, bookingId: string, drawn: readonly string[]): Promise<Reference> {
  const { rows } = await sql<{ reference: string; former_references: string[] }>`
    select ${firstFree(sql.val([...drawn]))} as reference, former_references || reference as former_references
    from bookings where id = ${bookingId}::uuid for update`.execute(tx)
  return rows[0] ?? {}
}

/** Writes the new reference of a booking into its history, and mails it to the customer. */
async function announceNewReference(
  tx: Db,
  booking: StoredBooking,
  { by, now, accountId }: Pick<BookingChange, 'by' | 'now' | 'accountId'>,
): Promise<void> {
  const formerReference = booking.former_references.at(-1) ?? ''
  const note = `${formerReference} → ${booking.reference}`
  await writeHistory(tx, [booking], { by, now, ...(accountId && { accountId }), event: 'newReference', note })
  const make = (params: BookingParams) =>
    ({ kind: 'booking_renumbered', params: { ...params, formerReference } }) as const
  await notifyCustomer(tx, booking, make, now, { event: booking.reference })
}

/** Whether a booking that may still be paid for had this reference before it got another one. */
export async function isFormerReference(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from bookings where former_references <> '{}' and former_references @> array[${reference}::text]
        and (status = any(${[...LIVE_BOOKING_STATUSES]}::text[]) or exists (
          select from ledger_balances
          where payable_type = 'booking' and payable_id = bookings.id and receivable > 0))
    ) as known`.execute(db)
  return rows[0]?.known ?? false
}

/** The references that a booking had before its own. */
export async function formerReferencesOf(db: Db, bookingId: string): Promise<readonly string[]> {
  const booking = db.selectFrom('bookings').select('former_references').where('id', '=', bookingId)
  return (await booking.executeTakeFirst())?.former_references ?? []
}
