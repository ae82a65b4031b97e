import {
  ListingEvent,
  ListingReport,
  type QueuedListing,
  type ReviewedListing,
} from '@twende/contract/listings/listing.ts'
import type { ListingQueue } from '@twende/contract/listings/listing-choices.ts'
import { paginationOf } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { evidenceOn, listingPayments, waitingClaims } from '../payments/listing-payments.ts'
import { guidesOf } from './guide-prices.ts'
import { findEdits } from './listing-edit-store.ts'
import { listHistories } from './listing-history-store.ts'
import { countQueues, findQueue } from './listing-queue-store.ts'
import { findListing, findListingsOf } from './listing-read-store.ts'
import { findReports } from './listing-report-store.ts'
import { type ListingRow, toListing } from './present-listing.ts'
import { asStaffSees } from './read-listings.ts'

type QueueDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type Asked = {
  queue?: ListingQueue | undefined
  search?: string | undefined
  accountId?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

const PAGE_SIZE = 20

/** What waits for staff, with everything needed to decide on it. */
export async function readQueue(
  deps: QueueDeps,
  { queue = 'all', search = '', accountId, page = 1, limit = PAGE_SIZE }: Asked,
) {
  const { db, clock } = deps
  const [counts, { rows, ...found }] = await Promise.all([
    countQueues(db),
    findQueue(db, { queue, search, accountId, limit, offset: (page - 1) * limit }, clock.now()),
  ])
  return { data: await asQueued(deps, rows), counts, pagination: paginationOf({ page, limit }, found) }
}

/** One listing as staff sees it. */
export async function queuedListing(deps: QueueDeps, listingId: string): Promise<QueuedListing> {
  const row = await findListing(deps.db, listingId, deps.clock.now())
  const [queued] = row ? await asQueued(deps, [row]) : []
  if (!queued) throw new AppError('listing_not_found')
  return queued
}

/** The same, with what else its owner sells or sold. */
export async function reviewedListing(deps: QueueDeps, listingId: string): Promise<ReviewedListing> {
  const { db, clock, config } = deps
  const listing = await queuedListing(deps, listingId)
  const now = clock.now()
  const rows = await findListingsOf(db, listing.owner._id, now)
  const others = rows
    .filter(({ id }) => id !== listingId)
    .map((row) => toListing(row, { now, publicUrl: config.publicUrl }))
  return { ...listing, others, evidence: await evidenceOn(deps, listingId) }
}

async function asQueued(deps: QueueDeps, rows: readonly ListingRow[]): Promise<QueuedListing[]> {
  const { db, clock } = deps
  const ids = rows.map(({ id }) => id)
  const edits = await findEdits(db, ids)
  const [own, payments, waiting, events, reports, guide] = await Promise.all([
    asStaffSees(deps, rows, edits),
    listingPayments(db, ids),
    waitingClaims(db, ids),
    listHistories(db, ids),
    findReports(db, ids),
    guidesOf(db, rows, clock.now()),
  ])
  return rows.flatMap((row, place) => {
    const listing = own[place]
    if (!listing) return []
    const claim = waiting.get(row.id) ?? payments.get(row.id)?.claim
    return {
      ...listing,
      owner: ownerOf(row),
      // What is odd about the car is looked at together with what is odd about its payment.
      claim: claim ? { ...claim, warnings: [...claim.warnings, ...row.warnings] } : null,
      guide: guide(row) ?? null,
      reports: reports.filter(({ listing_id }) => listing_id === row.id).map(toReport),
      events: events.filter(({ listing_id }) => listing_id === row.id).map(toEvent),
      changed: row.changed_fields,
      editWarnings: edits.get(row.id)?.warnings ?? [],
    }
  })
}

function ownerOf(row: ListingRow) {
  return {
    _id: row.account_id,
    name: row.seller_name,
    email: row.seller_email,
    memberSince: row.seller_since.toISOString(),
    banned: row.seller_banned_at !== null,
    listings: row.seller_listings,
  }
}

function toReport({ reason, note, at }: { reason: string; note: string; at: Date }) {
  return ListingReport.parse({ reason, details: note, reportedAt: at.toISOString() })
}

function toEvent({ at, actor, what, note }: { at: Date; actor: string; what: string; note: string }) {
  return ListingEvent.parse({ at: at.toISOString(), by: actor, what, note })
}
