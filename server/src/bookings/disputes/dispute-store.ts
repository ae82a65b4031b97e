import type { DisputeDecision, DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { isOwn } from '../booking-read-store.ts'

export type DisputeRow = Selectable<Tables['charge_disputes']>

export function findDisputes(db: Db, bookingId: string): Promise<DisputeRow[]> {
  return db.selectFrom('charge_disputes').selectAll().where('booking_id', '=', bookingId).execute()
}

/** The disputes of these kept parts of deposits. */
export async function findDisputesOfParts(db: Db, partIds: readonly string[]): Promise<DisputeRow[]> {
  if (partIds.length === 0) return []
  return db
    .selectFrom('charge_disputes')
    .selectAll()
    .where('kept_part_id', 'in', [...partIds])
    .execute()
}

/** The disputes of these fines. */
export async function findDisputesOfFines(db: Db, fineIds: readonly string[]): Promise<DisputeRow[]> {
  if (fineIds.length === 0) return []
  return db
    .selectFrom('charge_disputes')
    .selectAll()
    .where('fine_id', 'in', [...fineIds])
    .execute()
}

/** The dispute of a charge of the return, of a kept part, or of a fine. */
export function findDispute(
  db: Db,
  bookingId: string,
  { charge, keptPart, fine }: DisputedThing,
): Promise<DisputeRow | undefined> {
  return db
    .selectFrom('charge_disputes')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('charge', 'is not distinct from', charge ?? null)
    .where('kept_part_id', 'is not distinct from', keptPart ?? null)
    .where('fine_id', 'is not distinct from', fine ?? null)
    .executeTakeFirst()
}

type NewDispute = DisputedThing & {
  id: string
  bookingId: string
  amount: number
  reason: string
  now: Date
}

/** False where it is disputed already. */
export async function insertDispute(tx: Db, dispute: NewDispute): Promise<boolean> {
  const inserted = await tx
    .insertInto('charge_disputes')
    .values({
      id: dispute.id,
      booking_id: dispute.bookingId,
      charge: dispute.charge ?? null,
      kept_part_id: dispute.keptPart ?? null,
      fine_id: dispute.fine ?? null,
      amount: dispute.amount,
      reason: dispute.reason,
      disputed_at: dispute.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

type Decided = {
  id: string
  decision: DisputeDecision
  withdrawn: number
  answer: string
  accountId: string
  now: Date
}

/** The dispute as it is decided now; undefined where it was decided before. */
export function setDecision(tx: Db, decided: Decided): Promise<DisputeRow | undefined> {
  return tx
    .updateTable('charge_disputes')
    .set({
      decision: decided.decision,
      withdrawn: decided.withdrawn,
      answer: decided.answer,
      decided_by: decided.accountId,
      decided_at: decided.now,
    })
    .where('id', '=', decided.id)
    .where('decision', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** What is not charged any more does not count for the booking. */
export async function reduceExtraCharges(tx: Db, bookingId: string, amount: number): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ extra_charges: sql`extra_charges - ${amount}::integer` })
    .where('id', '=', bookingId)
    .execute()
}

/** The disputes of an account's own bookings, each with the booking's reference. */
export function findDisputesOfAccount(db: Db, accountId: string) {
  return db
    .selectFrom('charge_disputes')
    .innerJoin('bookings', 'bookings.id', 'charge_disputes.booking_id')
    .selectAll('charge_disputes')
    .select('bookings.reference')
    .where(isOwn(accountId))
    .orderBy('charge_disputes.disputed_at')
    .execute()
}

export async function eraseDisputeReasons(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('charge_disputes')
    .set({ reason: '' })
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where(isOwn(accountId)))
    .execute()
}
