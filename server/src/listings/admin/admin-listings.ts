import type { Role } from '@twende/contract/accounts/account-routes.ts'
import {
  type AdminListing,
  type AdminListingDetail,
  ListingHistoryEntry,
  ListingReport,
} from '@twende/contract/listings/listing.ts'
import type { ListingQueue, ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import { listingEventText, listingWarningLabels } from '@twende/contract/listings/listing-labels.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { paginationOf } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type CsvColumns, csvTable, dayCell, type Wish } from '../../http/csv-table.ts'
import type { PaidListing } from '../../payments/proofs/listing-payments.ts'
import { evidenceOn, listingPayments, waitingProofs } from '../../payments/proofs/listing-payments.ts'
import { findEdits } from '../listing-edit-store.ts'
import { findListingEvents } from '../listing-history-store.ts'
import { findListing, findListingsOf } from '../listing-read-store.ts'
import { findReports } from '../market/listing-report-store.ts'
import { priceGuidesFor } from '../market/price-guide-store.ts'
import { type ListingRow, statusAt, toListing } from '../present-listing.ts'
import { presentForStaff } from '../sell/own-listings.ts'
import {
  countQueues,
  findListingsById,
  findQueue,
  findQueueIds,
  type QueueSearch,
} from './admin-listing-store.ts'

const columns: CsvColumns<TableRow> = [
  ['Number', ({ car }) => `CAR${car.number}`],
  ['Listed on', ({ car }) => dayCell(car.created_at)],
  ['Status', ({ status }) => status],
  ['Verified on', ({ car }) => dayCell(car.verified_at)],
  ['Ends on', ({ car }) => dayCell(car.expires_at)],
  ['Sold on', ({ car }) => dayCell(car.sold_at)],
  ['Car', ({ car }) => car.name],
  ['Year', ({ car }) => car.year],
  ['Mileage (km)', ({ car }) => car.mileage],
  ['Location', ({ car }) => car.location],
  ['Price (Ksh)', ({ car }) => car.price],
  ['Seller', ({ car }) => car.seller_name],
  ['Phone', ({ car }) => car.contact_phone],
  ['Email', ({ car }) => car.seller_email],
  ['Months', ({ car }) => car.months],
  ['Latest payment', ({ paid }) => paid?.status ?? null],
  ['Latest payment (Ksh)', ({ paid }) => paid?.amount ?? null],
  ['M-Pesa code', ({ paid }) => paid?.code ?? null],
  ['Views', ({ car }) => car.views],
  ['Phone number asked for', ({ car }) => car.leads],
]

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
export async function listAdminListings(
  deps: QueueDeps,
  { queue = 'all', search = '', accountId, page = 1, limit = PAGE_SIZE }: Asked,
) {
  const { db, clock } = deps
  const [counts, { rows, ...found }] = await Promise.all([
    countQueues(db),
    findQueue(db, { queue, search, accountId, limit, offset: (page - 1) * limit }, clock.now()),
  ])
  return {
    data: await presentAdminListings(deps, rows),
    counts,
    pagination: paginationOf({ page, limit }, found),
  }
}

/** One listing as staff sees it. */
export async function readAdminListing(deps: QueueDeps, listingId: string): Promise<AdminListing> {
  const row = await findListing(deps.db, listingId, deps.clock.now())
  const [queued] = row ? await presentAdminListings(deps, [row]) : []
  if (!queued) throw new AppError('listing_not_found')
  return queued
}

/** The same, with what else its owner sells or sold. */
export async function readAdminListingDetail(
  deps: QueueDeps,
  listingId: string,
): Promise<AdminListingDetail> {
  const { db, clock, config } = deps
  const listing = await readAdminListing(deps, listingId)
  const now = clock.now()
  const rows = await findListingsOf(db, listing.owner._id, now)
  const others = rows
    .filter(({ id }) => id !== listingId)
    .map((row) => toListing(row, { now, publicUrl: config.publicUrl }))
  return { ...listing, others, evidence: await evidenceOn(deps, listingId) }
}

async function presentAdminListings(deps: QueueDeps, rows: readonly ListingRow[]): Promise<AdminListing[]> {
  const { db, clock } = deps
  const ids = rows.map(({ id }) => id)
  const edits = await findEdits(db, ids)
  const [own, payments, waiting, events, reports, guide] = await Promise.all([
    presentForStaff(deps, rows, edits),
    listingPayments(db, ids),
    waitingProofs(db, ids),
    findListingEvents(db, ids),
    findReports(db, ids),
    priceGuidesFor(db, rows, clock.now()),
  ])
  return rows.flatMap((row, place) => {
    const listing = own[place]
    if (!listing) return []
    const claim = waiting.get(row.id) ?? payments.get(row.id)?.claim
    return {
      ...listing,
      owner: ownerOf(row),
      // What is odd about the car is looked at together with what is odd about its payment.
      claim: claim ? { ...claim, warnings: [...claim.warnings, ...row.warnings.map(warningText)] } : null,
      guide: guide(row) ?? null,
      reports: reports.filter(({ listing_id }) => listing_id === row.id).map(toReport),
      events: events.filter(({ listing_id }) => listing_id === row.id).map(toEvent),
      changed: row.changed_fields,
      editWarnings: edits.get(row.id)?.warnings.map(warningText) ?? [],
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

function toEvent({ at, actor, what, note }: Awaited<ReturnType<typeof findListingEvents>>[number]) {
  const text = listingEventText(what)
  return ListingHistoryEntry.parse({
    at: at.toISOString(),
    by: actor,
    what: text.title,
    note: note || text.note,
  })
}

function warningText(warning: ListingWarning): string {
  return listingWarningLabels[warning]
}

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The cars for sale that staff asked for as a table. */
export function listingsCsv(
  { db, clock }: TableDeps,
  callerRole: Role,
  { queue = 'all', search = '', accountId }: Wish<QueueSearch>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'cars-for-sale',
    now,
    columns,
    find: async (limit) => (await findQueueIds(db, { queue, search, accountId, limit, offset: 0 })).ids,
    read: async (ids) => {
      const [rows, paid] = await Promise.all([findListingsById(db, ids, now), listingPayments(db, ids)])
      return rows.map((car) => ({ car, status: statusAt(car, now), paid: paid.get(car.id) }))
    },
  })
}

type TableRow = { car: ListingRow; status: ListingStatus; paid: PaidListing | undefined }
