import {
  LISTING_STATUSES,
  type ListingActor,
  type ListingMove,
  type ListingStatus,
  listingMoves,
  mayMoveListing,
} from '@twende/contract/listings/listing-status.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'
import { type Happening, writeHistory } from './listing-history-store.ts'

export type KeptListing = Omit<Selectable<Tables['listings']>, 'status'> & { status: ListingStatus }
export type ListingDraft = Omit<Insertable<Tables['listings']>, 'number' | 'search_text'>
export type ListingChange = Omit<
  Updateable<Tables['listings']>,
  'id' | 'account_id' | 'updated_at' | 'status'
>

/** Makes the requests of one account wait for each other. */
export async function lockSeller(tx: Db, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export async function insertListing(tx: Db, listing: ListingDraft): Promise<KeptListing> {
  const row = await tx.insertInto('listings').values(listing).returningAll().executeTakeFirstOrThrow()
  return { ...row, status: statusOf(row.status) }
}

export async function insertPictures(tx: Db, listingId: string, hashes: readonly string[]): Promise<void> {
  const rows = hashes.map((picture_hash, position) => ({ listing_id: listingId, position, picture_hash }))
  if (rows.length > 0) await tx.insertInto('listing_pictures').values(rows).execute()
}

export async function replacePictures(tx: Db, listingId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('listing_pictures').where('listing_id', '=', listingId).execute()
  await insertPictures(tx, listingId, hashes)
}

/** The listing, kept from others until the transaction ends; undefined when it is deleted or another's. */
export async function lockListing(
  tx: Db,
  listingId: string,
  ownedBy?: string,
): Promise<KeptListing | undefined> {
  let query = tx
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listingId)
    .where('deleted_at', 'is', null)
    .forUpdate()
  if (ownedBy !== undefined) query = query.where('account_id', '=', ownedBy)
  const row = await query.executeTakeFirst()
  return row && { ...row, status: statusOf(row.status) }
}

/** As `lockListing`, and refuses a listing that is not there. */
export async function listingToChange(tx: Db, listingId: string, ownedBy?: string): Promise<KeptListing> {
  const listing = await lockListing(tx, listingId, ownedBy)
  if (!listing) throw new AppError('listing_not_found')
  return listing
}

/** Changes a locked listing without moving it, and says so in its story. */
export async function changeListing(
  tx: Db,
  listing: KeptListing,
  set: ListingChange,
  happening: Happening,
): Promise<KeptListing> {
  return write(tx, listing, listing.status, set, happening)
}

/** Makes a move of the status table; refuses when the listing is not where the move starts. */
export async function moveListing(
  tx: Db,
  listing: KeptListing,
  move: ListingMove,
  { set = {}, ...happening }: Happening & { set?: ListingChange },
): Promise<KeptListing> {
  if (!mayMoveListing(move, listing.status, happening.by)) throw new AppError('listing_wrong_state')
  return write(tx, listing, listingMoves[move].to, set, happening)
}

async function write(
  tx: Db,
  listing: KeptListing,
  status: ListingStatus,
  set: ListingChange,
  happening: Happening,
): Promise<KeptListing> {
  const row = await tx
    .updateTable('listings')
    .set({ ...set, status, updated_at: happening.now })
    .where('id', '=', listing.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeHistory(tx, row, happening)
  return { ...row, status: statusOf(row.status) }
}

/** Notes what has nothing to do with the seller's own changes, such as the warnings of a listing. */
export async function noteOnListing(tx: Db, listingId: string, set: ListingChange): Promise<void> {
  await tx.updateTable('listings').set(set).where('id', '=', listingId).execute()
}

type Clockwork = { move: Extract<ListingMove, 'expire' | 'lapse'>; now: Date; since: Date; what: string }

/** Moves all listings whose time has come, in one statement, and answers them. */
export async function moveDueListings(tx: Db, { move, now, since, what }: Clockwork): Promise<KeptListing[]> {
  const by: ListingActor = 'clock'
  const { from, to } = listingMoves[move]
  const rows = await tx
    .updateTable('listings')
    .set({ status: to, updated_at: now })
    .where('status', 'in', [...from])
    .where('deleted_at', 'is', null)
    .where(move === 'expire' ? 'expires_at' : 'pending_since', '<=', since)
    // What waits for staff is not its seller's delay.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mpesa_claims')
            .select('id')
            .whereRef('mpesa_claims.listing_id', '=', 'listings.id')
            .where('mpesa_claims.status', '=', move === 'lapse' ? 'waiting' : 'none'),
        ),
      ),
    )
    .returningAll()
    .execute()
  for (const row of rows) await writeHistory(tx, row, { by, now, what })
  return rows.map((row) => ({ ...row, status: statusOf(row.status) }))
}

function statusOf(text: string): ListingStatus {
  const status = LISTING_STATUSES.find((known) => known === text)
  if (!status) throw new Error(`no listing can be "${text}"`)
  return status
}
