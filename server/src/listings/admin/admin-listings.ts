import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { paymentWord } from '@twende/contract/bookings/booking-status-format.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import {
  type AdminListing,
  type AdminListingDetail,
  ListingHistoryEntry,
  ListingReport,
} from '@twende/contract/listings/listing.ts'
import type { ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import {
  listingEventText,
  listingLabel,
  listingWarningLabels,
} from '@twende/contract/listings/listing-labels.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import { m } from '@twende/messages'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput, phoneCell } from '../../http/csv.ts'
import { pictureAddress } from '../../media/present-picture.ts'
import { readBalances } from '../../payments/ledger/post-payment.ts'
import { addByTime, listReceiptsOf } from '../../payments/money-history.ts'
import { evidenceOn } from '../../payments/proofs/read-proofs.ts'
import { unprintableIn } from '../../pdf/fonts.ts'
import { findEdits } from '../listing-edit-store.ts'
import { findListingEvents } from '../listing-history-store.ts'
import { listingPayments, type PaidListing, waitingListingProofs } from '../listing-payments.ts'
import {
  findListingForStaff,
  findListingsForStaff,
  findListingsOf,
  findPictureHashes,
  findPicturesElsewhere,
} from '../listing-read-store.ts'
import { findReportedPictures, findReports } from '../market/listing-report-store.ts'
import { priceGuidesFor } from '../market/price-guide-store.ts'
import { type ListingRow, statusAt, toListing } from '../present-listing.ts'
import { presentForStaff } from '../sell/own-listings.ts'
import { freeDaysLeft } from '../sell/paid-period.ts'
import { type AdminListingFilter, countQueues, findAdminListingPage } from './admin-listing-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
const PAGE_SIZE = 20
type ListingFilterInput = FilterInput<AdminListingFilter>

/** One page of a queue, with everything needed to decide on its listings. */
export async function listAdminListings(
  deps: ReadDeps,
  { page, limit, ...filter }: ListingFilterInput & PageInput,
) {
  const { db, clock } = deps
  const [counts, list] = await Promise.all([
    countQueues(db),
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findAdminListingPage(db, { ...filterOf(filter), ...range }),
        read: async (ids) => presentAdminListings(deps, await findListingsForStaff(db, ids, clock.now())),
      },
    ),
  ])
  return { ...list, counts }
}

function filterOf({ queue = 'all', search = '', accountId }: ListingFilterInput): AdminListingFilter {
  return { queue, search, accountId }
}

/** One listing as staff sees it. */
export async function readAdminListing(deps: ReadDeps, listingId: string): Promise<AdminListing> {
  const row = await findListingForStaff(deps.db, listingId, deps.clock.now())
  const [queued] = row ? await presentAdminListings(deps, [row]) : []
  if (!queued) throw new AppError('listing_not_found')
  return queued
}

/**
 * One listing as staff sees it, with its seller's other listings and, for those who decide on payments, the evidence of its payment:
 * the money that was reported, and who else named the same code.
 */
export async function readAdminListingDetail(
  deps: ReadDeps,
  listingId: string,
  { rights }: { rights: readonly StaffRight[] },
): Promise<AdminListingDetail> {
  const { db, clock, config } = deps
  const listing = await readAdminListing(deps, listingId)
  const now = clock.now()
  const rows = await findListingsOf(db, listing.owner._id, now)
  const others = rows
    .filter(({ id }) => id !== listingId)
    .map((row) => toListing(row, { now, publicUrl: config.publicUrl }))
  const elsewhere = await findPicturesElsewhere(db, {
    accountId: listing.owner._id,
    listingId,
    hashes: await findPictureHashes(db, listingId),
  })
  return {
    ...listing,
    others,
    picturesElsewhere: elsewhere.map(({ kind, id, name }) => ({ kind, _id: id, name })),
    unprintable: unprintableIn(`${listing.name} ${listing.color}`),
    evidence: rights.includes('payments') ? await evidenceOn(deps, listingId) : null,
  }
}

async function presentAdminListings(deps: ReadDeps, rows: readonly ListingRow[]): Promise<AdminListing[]> {
  const { db, clock, config } = deps
  const ids = rows.map(({ id }) => id)
  const edits = await findEdits(db, ids)
  const [own, payments, waiting, events, receipts, reports, guide, pictures] = await Promise.all([
    presentForStaff(deps, rows, edits),
    listingPayments(db, ids),
    waitingListingProofs(db, ids),
    findListingEvents(db, ids),
    listReceiptsOf(db, ids),
    findReports(db, ids),
    priceGuidesFor(db, rows, clock.now()),
    findReportedPictures(db, ids),
  ])
  return rows.flatMap((row, index) => {
    const listing = own[index]
    if (!listing) return []
    const proof = waiting.get(row.id) ?? payments.get(row.id)?.proof
    return {
      ...listing,
      owner: ownerOf(row),
      // The end that a row has counts what waits already.
      freeDays: freeDaysLeft({ ...row, paused_at: null }, clock.now()),
      nameSeen: row.seen_seller_name === row.seller_name ? null : row.seen_seller_name,
      // Staff checks the car and its payment together, so the warnings of both are one list.
      paymentProof: proof
        ? { ...proof, warnings: [...proof.warnings, ...row.warnings.map(warningText)] }
        : null,
      guide: guide(row) ?? null,
      reports: reports.filter(({ listing_id }) => listing_id === row.id).map(toReport),
      reportedPictures: pictures.flatMap(({ listing_id, picture_hash }) =>
        listing_id === row.id ? pictureAddress(config.publicUrl, picture_hash) : [],
      ),
      events: addByTime<ListingHistoryEntry>(
        events.filter(({ listing_id }) => listing_id === row.id).map(toEvent),
        (receipts.get(row.id) ?? []).map(({ at, what, note }) => ({
          at,
          by: 'payment' as const,
          what,
          note,
          who: '',
        })),
      ),
      deletedAt: row.deleted_at?.toISOString() ?? null,
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
    isMuted: row.seller_muted,
    memberSince: row.seller_since.toISOString(),
    banned: row.seller_banned_at !== null,
    listings: row.seller_listings,
  }
}

function toReport(report: Awaited<ReturnType<typeof findReports>>[number]) {
  const { reason, note, at, closed_at, seen_name: name, seen_price: price, seen_description } = report
  const seen = name === null ? null : { name, price, description: seen_description }
  const closed = closed_at !== null
  return ListingReport.parse({ reason, details: note, reportedAt: at.toISOString(), seen, closed })
}

function toEvent({ at, actor, what, note, who }: Awaited<ReturnType<typeof findListingEvents>>[number]) {
  const text = listingEventText(what)
  return ListingHistoryEntry.parse({
    at: at.toISOString(),
    by: actor,
    what: text.title,
    note: note || text.note,
    who,
  })
}

function warningText(warning: ListingWarning): string {
  return listingWarningLabels[warning]()
}

/** The listings of a filter as a CSV file. */
export function listingsCsv(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  role: Role,
  filter: ListingFilterInput,
) {
  const now = clock.now()
  return csvTable({
    role,
    name: 'cars-for-sale',
    filters: filter,
    now,
    columns,
    find: async (limit) => (await findAdminListingPage(db, { ...filterOf(filter), limit, offset: 0 })).keys,
    read: async (ids) => {
      const [rows, paid, { charged }] = await Promise.all([
        findListingsForStaff(db, ids, now),
        listingPayments(db, ids),
        readBalances(db, 'listing_period', ids),
      ])
      return rows.map((car) => {
        const of = { paid: paid.get(car.id), revenue: charged(car.id) }
        return { car, status: statusAt(car, now), ...of }
      })
    },
  })
}

type CsvRow = { car: ListingRow; status: ListingStatus; paid: PaidListing | undefined; revenue: number }

const columns: CsvColumns<CsvRow> = [
  [m.csv_number, ({ car }) => `CAR${car.number}`],
  [m.csv_listed_on, ({ car }) => dayCell(car.created_at)],
  [
    m.csv_status,
    ({ status }) => (status === 'suspended' ? m.admin_listings_status_suspended() : listingLabel(status)),
  ],
  [m.csv_verified_on, ({ car }) => dayCell(car.verified_at)],
  [m.csv_ends_on, ({ car }) => dayCell(car.expires_at)],
  [m.csv_sold_on, ({ car }) => dayCell(car.sold_at)],
  [m.csv_car, ({ car }) => car.name],
  [m.csv_year, ({ car }) => car.year],
  [m.csv_mileage, ({ car }) => car.mileage],
  [m.csv_location, ({ car }) => car.location],
  [m.csv_price_ksh, ({ car }) => car.price],
  [m.csv_seller, ({ car }) => car.seller_name],
  [m.csv_phone, ({ car }) => phoneCell(car.contact_phone), 'contact'],
  [m.csv_email, ({ car }) => car.seller_email, 'contact'],
  [m.csv_months, ({ car }) => car.months],
  [m.csv_paid_days, ({ car }) => car.days],
  [m.csv_latest_payment, ({ paid }) => (paid ? paymentWord(paid.status) : null)],
  [m.csv_latest_payment_ksh, ({ paid }) => paid?.amount ?? null],
  [m.csv_revenue_ksh, ({ revenue }) => revenue, 'total'],
  [m.csv_payment_code, ({ paid }) => paid?.code ?? null],
  [m.csv_views, ({ car }) => car.views],
  [m.csv_leads, ({ car }) => car.leads],
]
