import type { ListingEvent } from '@twende/contract/listings/listing-history.ts'
import {
  endOfPeriod,
  isOver,
  isPeriodPaused,
  LISTING_STATUSES,
  type ListingActor,
  type ListingMove,
  type ListingStatus,
  listingMoves,
  mayMoveListing,
} from '@twende/contract/listings/listing-status.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'
import { addListingEvent, type ListingEventInput } from './listing-history-store.ts'

export type ListingRecord = Omit<Selectable<Tables['listings']>, 'status'> & { status: ListingStatus }
export type ListingDraft = Omit<Insertable<Tables['listings']>, 'number' | 'search_text'>
export type ListingChange = Partial<
  Omit<Selectable<Tables['listings']>, 'id' | 'account_id' | 'updated_at' | 'status' | 'paused_at' | 'specs'>
> &
  Pick<Updateable<Tables['listings']>, 'specs'>

export async function insertListing(tx: Db, listing: ListingDraft): Promise<ListingRecord> {
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

/** Locks a listing until the transaction ends; undefined when it is deleted or belongs to another account. */
export async function lockListing(
  tx: Db,
  listingId: string,
  ownedBy?: string,
): Promise<ListingRecord | undefined> {
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

/** Locks a listing for what staff does about its reports, also when its seller removed it. */
export async function lockReportedListing(tx: Db, listingId: string): Promise<ListingRecord> {
  const row = await tx
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', listingId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('listing_not_found')
  return { ...row, status: statusOf(row.status) }
}

/** Locks a listing; an error when it is not found. */
export async function lockListingToChange(
  tx: Db,
  listingId: string,
  ownedBy?: string,
): Promise<ListingRecord> {
  const listing = await lockListing(tx, listingId, ownedBy)
  if (!listing) throw new AppError('listing_not_found')
  return listing
}

/** Changes a locked listing without changing its status, and adds the event to its history. */
export async function changeListing(
  tx: Db,
  listing: ListingRecord,
  set: ListingChange,
  event: ListingEventInput,
): Promise<ListingRecord> {
  return write(tx, listing, listing.status, set, event)
}

/** Changes the status by a move of the status table; an error when the move does not start at the current status. */
export async function moveListing(
  tx: Db,
  listing: ListingRecord,
  move: ListingMove,
  { set = {}, ...event }: ListingEventInput & { set?: ListingChange },
): Promise<ListingRecord> {
  if (!mayMoveListing(move, listing.status, event.by)) throw new AppError('listing_wrong_state')
  return write(tx, listing, listingMoves[move].to, set, event)
}

async function write(
  tx: Db,
  listing: ListingRecord,
  status: ListingStatus,
  set: ListingChange,
  event: ListingEventInput,
): Promise<ListingRecord> {
  const row = await tx
    .updateTable('listings')
    .set({
      ...set,
      ...pauseOrResume({ ...listing, ...set, status }, event.now),
      status,
      updated_at: event.now,
    })
    .where('id', '=', listing.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await addListingEvent(tx, row, event)
  return { ...row, status: statusOf(row.status) }
}

type Period = Pick<ListingRecord, 'status' | 'verified_at' | 'expires_at' | 'paused_at'>

/** Stops the paid period of a listing that buyers cannot see any more, and lets it run on when they can. */
function pauseOrResume(listing: Period, now: Date): Pick<ListingRecord, 'paused_at' | 'expires_at'> {
  const { expires_at, paused_at } = listing
  const isPaused = isPeriodPaused({
    listingStatus: listing.status,
    verified: listing.verified_at !== null,
    listingExpiresAt: expires_at?.toISOString() ?? null,
  })
  if (isPaused) return { paused_at: paused_at ?? now, expires_at }
  return { paused_at: null, expires_at: periodEndOf(listing, now) }
}

/** When the paid period of a listing ends, if it runs from `now` on; null until it began. */
export function periodEndOf(
  { expires_at, paused_at }: Pick<ListingRecord, 'expires_at' | 'paused_at'>,
  now: Date,
): Date | null {
  return endOfPeriod({ expiresAt: expires_at, pausedAt: paused_at }, now)
}

/** Whether the paid period of a listing is over; one that waits does not end. */
export function isPeriodOver(listing: Pick<ListingRecord, 'expires_at' | 'paused_at'>, now: Date): boolean {
  return isOver(periodEndOf(listing, now)?.toISOString() ?? null, now)
}

/** Sets columns without a new `updatedAt`, for what is not a change by the seller. */
export async function setListingColumns(tx: Db, listingId: string, set: ListingChange): Promise<void> {
  await tx.updateTable('listings').set(set).where('id', '=', listingId).execute()
}

type DueMove = {
  move: Extract<ListingMove, 'expire' | 'lapse'>
  now: Date
  since: Date
  what: ListingEvent
}

/** Moves all listings whose time has come, in one statement, and returns them. */
export async function moveDueListings(tx: Db, { move, now, since, what }: DueMove): Promise<ListingRecord[]> {
  const by: ListingActor = 'clock'
  const { from, to } = listingMoves[move]
  const rows = await tx
    .updateTable('listings')
    .set({ status: to, updated_at: now })
    .where('status', 'in', [...from])
    .where('deleted_at', 'is', null)
    .where(move === 'expire' ? 'expires_at' : 'pending_since', '<=', since)
    .where('paused_at', 'is', null)
    // A listing whose payment proof waits for staff is not overdue.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_proofs')
            .select('id')
            .whereRef('payment_proofs.listing_id', '=', 'listings.id')
            .where('payment_proofs.status', '=', move === 'lapse' ? 'waiting' : 'none'),
        ),
      ),
    )
    .returningAll()
    .execute()
  for (const row of rows) await addListingEvent(tx, row, { by, now, what })
  return rows.map((row) => ({ ...row, status: statusOf(row.status) }))
}

function statusOf(text: string): ListingStatus {
  const status = LISTING_STATUSES.find((known) => known === text)
  if (!status) throw new Error(`no listing can be "${text}"`)
  return status
}

/** Shows the name that a seller has now beside all their verified cars. */
export async function showSellerName(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('listings')
    .set(({ ref }) => ({
      verified_version: sql<number>`${ref('verified_version')} + 1`,
      checked_seller_name: sql<string>`(select name from accounts where accounts.id = ${ref('account_id')})`,
    }))
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
}

const UNSEEN = { seen_name: null, seen_price: null, seen_description: null }

/** Deletes an account's listings with their pictures and texts; the record of paid periods stays. */
export async function erasePersonalListings(tx: Db, accountId: string, now: Date): Promise<void> {
  const own = tx.selectFrom('listings').select('id').where('account_id', '=', accountId)
  await tx.deleteFrom('listing_edits').where('listing_id', 'in', own).execute()
  await tx.deleteFrom('listing_pictures').where('listing_id', 'in', own).execute()
  await tx.deleteFrom('reported_pictures').where('listing_id', 'in', own).execute()
  await tx.updateTable('listing_reports').set(UNSEEN).where('listing_id', 'in', own).execute()
  await tx
    .updateTable('listing_reports')
    .set({ account_id: null, note: '' })
    .where('account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('listings')
    .set({
      description: '',
      service_history: '',
      specs: '{}',
      features: [],
      contact_phone: '',
      contact_email: '',
      warnings: [],
      review_reason: '',
      suspension_reason: '',
      checked_seller_name: null,
      review_since: null,
      reported_at: null,
      deleted_at: sql`coalesce(deleted_at, ${now})`,
      updated_at: now,
    })
    .where('account_id', '=', accountId)
    .execute()
}
