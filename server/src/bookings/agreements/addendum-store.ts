import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { isOwn } from '../booking-read-store.ts'
import type { StoredBooking } from '../booking-store.ts'

export type AddendumRow = Selectable<Tables['agreement_addenda']>
export type AddendumKey = { bookingId: string; sequence: number }

/** Adds the next addendum of a booking, whose row is locked; returns its number. */
export async function insertAddendum(
  tx: Db,
  addendum: Omit<Insertable<Tables['agreement_addenda']>, 'sequence'>,
): Promise<number> {
  const { sequence } = await tx
    .insertInto('agreement_addenda')
    .values({
      ...addendum,
      sequence: sql<number>`(select coalesce(max(sequence), 0) + 1 from agreement_addenda
        where booking_id = ${addendum.booking_id})`,
    })
    .returning('sequence')
    .executeTakeFirstOrThrow()
  return sequence
}

/** Papers, and whose they are. */
export type OwnedPapers = { account_id: string | null; booking_id: string | null }

/** Locks the bookings that are not over and in which somebody with one of these papers may drive. */
export async function lockBookingsOfDrivers(
  tx: Db,
  papers: readonly OwnedPapers[],
): Promise<StoredBooking[]> {
  return tx
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['pending', 'confirmed', 'active'])
    .where((eb) =>
      eb.or(
        papers.flatMap(({ account_id, booking_id }) => [
          eb('id', '=', booking_id),
          ...(account_id === null ? [] : [isOwn(account_id)]),
        ]),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function findAddendum(
  db: Db,
  { bookingId, sequence }: AddendumKey,
): Promise<AddendumRow | undefined> {
  return db
    .selectFrom('agreement_addenda')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
}

/** The addenda of a booking that wait for its customer, the first first. */
export async function findAddendaToAccept(db: Db, bookingId: string): Promise<AddendumRow[]> {
  return db
    .selectFrom('agreement_addenda')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('accepted_at', 'is', null)
    .orderBy('sequence')
    .execute()
}

type Acceptance = AddendumKey & { how: 'account' | 'link'; name: string; now: Date }

/** False where it was accepted before. */
export async function setAccepted(
  tx: Db,
  { bookingId, sequence, how, name, now }: Acceptance,
): Promise<boolean> {
  const accepted = await tx
    .updateTable('agreement_addenda')
    .set({ accepted_at: now, accepted_how: how, accepter_name: name })
    .where('booking_id', '=', bookingId)
    .where('sequence', '=', sequence)
    .where('accepted_at', 'is', null)
    .returning('sequence')
    .executeTakeFirst()
  return accepted !== undefined
}

const isMade = sql<boolean>`exists (select from agreements where agreements.booking_id = agreement_addenda.booking_id
  and kind = 'addendum' and agreements.sequence = agreement_addenda.sequence)`

/** Accepted addenda of which no paper was made yet, of all bookings or of one. */
export async function findAddendaToMake(db: Db, bookingId?: string): Promise<AddendumRow[]> {
  return db
    .selectFrom('agreement_addenda')
    .innerJoin('bookings', 'bookings.id', 'agreement_addenda.booking_id')
    .innerJoin('accounts', 'accounts.id', 'bookings.account_id')
    .selectAll('agreement_addenda')
    .where('agreement_addenda.accepted_at', 'is not', null)
    .where('accounts.deleted_at', 'is', null)
    .where(sql<boolean>`not ${isMade}`)
    .$if(bookingId !== undefined, (query) => query.where('booking_id', '=', bookingId ?? ''))
    .orderBy('agreement_addenda.accepted_at')
    .limit(100)
    .execute()
}

/** Locks an addendum until its paper is kept; false where it was made meanwhile. */
export async function lockAddendumToMake(tx: Db, { bookingId, sequence }: AddendumKey): Promise<boolean> {
  const locked = await tx
    .selectFrom('agreement_addenda')
    .select('sequence')
    .where('booking_id', '=', bookingId)
    .where('sequence', '=', sequence)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return false
  const made = await tx
    .selectFrom('agreements')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'addendum')
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return made === undefined
}

/** Removes who accepted addenda of an account's own bookings. */
export async function eraseAccepters(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('agreement_addenda')
    .set({ accepter_name: '-' })
    .where('accepter_name', '<>', '')
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings').select('id').where(isOwn(accountId)))
    .execute()
}
