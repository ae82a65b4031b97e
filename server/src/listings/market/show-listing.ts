import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { type ContactWay, SHOWN_ON_OPENING } from '@twende/contract/listings/listing-choices.ts'
import { isPublic } from '@twende/contract/listings/listing-status.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { findListing, findPublicContact } from '../listing-read-store.ts'
import { type ListingRow, statusAt, toListing } from '../present-listing.ts'
import { countLead, countView } from './listing-view-store.ts'
import { priceGuidesFor } from './price-guide-store.ts'
import type { Visitor } from './visitor.ts'

/** A listing, if it is public or the reader is its seller or staff; counts a view. */
export async function showListing(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  listingId: string,
  { currentUser, visitor }: { currentUser: CurrentUser | undefined; visitor: Visitor | undefined },
): Promise<Listing> {
  const now = clock.now()
  const row = await findListing(db, listingId, now)
  const isOwner = row !== undefined && row.account_id === currentUser?.accountId
  const mayRead = isOwner || (currentUser !== undefined && currentUser.role !== 'user')
  if (!row || !(mayRead || isVisible(row, now))) throw new AppError('listing_not_found')
  if (!mayRead && visitor !== undefined) await countView(db, { listingId, ...visitor, day: nairobiDay(now) })
  const guide = await priceGuidesFor(db, [row], now)
  return toListing(row, { now, publicUrl: config.publicUrl, median: guide(row)?.median })
}

/** The seller of a listing that everybody sees; of no other one. */
export async function findShownSeller(db: Db, listingId: string, now: Date): Promise<string | undefined> {
  const row = await findListing(db, listingId, now)
  return row && isVisible(row, now) ? row.account_id : undefined
}

function isVisible(row: ListingRow, now: Date): boolean {
  return row.seller_banned_at === null && isPublic(publicFacts(row, now), now)
}

function publicFacts(row: ListingRow, now: Date) {
  return {
    listingStatus: statusAt(row, now),
    verified: row.verified_at !== null,
    listingExpiresAt: row.expires_at?.toISOString() ?? null,
    soldAt: row.sold_at?.toISOString() ?? null,
  }
}

type ContactInput = {
  listingId: string
  way: ContactWay | typeof SHOWN_ON_OPENING
  /** Undefined for visitors that are not counted. */
  lead: Visitor | undefined
  accountId: string | undefined
}

/** The contact details of a public listing; counts a lead, but not the seller's own, nor a page that is only opened. */
export async function revealContact(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, way, lead, accountId }: ContactInput,
): Promise<{ phone: string; email: string }> {
  const now = clock.now()
  const contact = await findPublicContact(db, listingId, now)
  if (!contact) throw new AppError('listing_not_found')
  if (lead && way !== SHOWN_ON_OPENING && contact.account_id !== accountId)
    await countLead(db, { listingId, ...lead, way, now })
  return { phone: contact.contact_phone, email: contact.contact_email }
}
