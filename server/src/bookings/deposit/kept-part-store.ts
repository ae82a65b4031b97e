import type { Insertable, Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { isOwn } from '../booking-read-store.ts'

export type KeptPartRow = Selectable<Tables['kept_deposit_parts']>

export async function insertKeptPart(
  tx: Db,
  part: Insertable<Tables['kept_deposit_parts']> & { id: string },
  fileIds: readonly string[],
): Promise<void> {
  await tx.insertInto('kept_deposit_parts').values(part).execute()
  if (fileIds.length === 0) return
  await tx
    .insertInto('kept_deposit_photos')
    .values(fileIds.map((fileId) => ({ id: uuidv7(), part_id: part.id, file_id: fileId })))
    .execute()
}

/** What was kept of a deposit, in that order, with who kept and who released it. */
export function findKeptParts(db: Db, depositId: string) {
  return db
    .selectFrom('kept_deposit_parts')
    .innerJoin('accounts as keeper', 'keeper.id', 'kept_deposit_parts.kept_by')
    .leftJoin('accounts as releaser', 'releaser.id', 'kept_deposit_parts.released_by')
    .selectAll('kept_deposit_parts')
    .select([accountName('keeper').as('keptBy'), accountName('releaser').as('releasedBy')])
    .where('deposit_id', '=', depositId)
    .orderBy('kept_at')
    .orderBy('kept_deposit_parts.id')
    .execute()
}

/** A kept part of the deposit of a booking. */
export function findKeptPart(db: Db, bookingId: string, partId: string): Promise<KeptPartRow | undefined> {
  return db
    .selectFrom('kept_deposit_parts')
    .innerJoin('deposits', 'deposits.id', 'kept_deposit_parts.deposit_id')
    .selectAll('kept_deposit_parts')
    .where('kept_deposit_parts.id', '=', partId)
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

/** The photos of these parts. */
export async function findKeptPhotos(db: Db, partIds: readonly string[]) {
  if (partIds.length === 0) return []
  return db
    .selectFrom('kept_deposit_photos')
    .select(['part_id', 'file_id'])
    .where('part_id', 'in', [...partIds])
    .orderBy('id')
    .execute()
}

type Released = {
  released: number
  chargeReduced: number
  accountId: string
  reason: string
  now: Date
}

export async function setReleased(
  tx: Db,
  partId: string,
  { released, chargeReduced, accountId, reason, now }: Released,
): Promise<void> {
  await tx
    .updateTable('kept_deposit_parts')
    .set({
      released,
      charge_reduced: chargeReduced,
      released_by: accountId,
      released_at: now,
      release_reason: reason,
    })
    .where('id', '=', partId)
    .execute()
}

/** What was kept of the deposits of an account's own bookings, each with the booking's reference. */
export function findKeptPartsOfAccount(db: Db, accountId: string) {
  return db
    .selectFrom('kept_deposit_parts')
    .innerJoin('deposits', 'deposits.id', 'kept_deposit_parts.deposit_id')
    .innerJoin('bookings', 'bookings.id', 'deposits.booking_id')
    .selectAll('kept_deposit_parts')
    .select('bookings.reference')
    .where(isOwn(accountId))
    .orderBy('kept_at')
    .execute()
}

/** Removes what staff wrote about the deposits of an account's own bookings. */
export async function eraseKeptWords(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('kept_deposit_parts')
    .set({ words: '', release_reason: '', erased_at: now })
    .where('deposit_id', 'in', (eb) =>
      eb
        .selectFrom('deposits')
        .innerJoin('bookings', 'bookings.id', 'deposits.booking_id')
        .select('deposits.id')
        .where(isOwn(accountId)),
    )
    .execute()
}
