import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Listing, OwnListing } from '@twende/contract/listings/listing.ts'
import { isPublic } from '@twende/contract/listings/listing-status.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { listingPayments, type PaidListing } from '../payments/listing-payments.ts'
import { guidesOf } from './guide-prices.ts'
import { countView, viewsSince } from './listing-count-store.ts'
import { findEdits, type PendingEditRow } from './listing-edit-store.ts'
import { findListing, findListingsOf } from './listing-read-store.ts'
import {
  type ListingPayment,
  type ListingRow,
  statusAt,
  toListing,
  toOwnListing,
  toPendingEdit,
  withProposal,
} from './present-listing.ts'
import type { Visitor } from './visitor.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** A car for sale: in public for everybody, in any state for its seller and staff. Counts the visitor's look. */
export async function showListing(
  { db, clock, config }: ReadDeps,
  listingId: string,
  { currentUser, visitor }: { currentUser: CurrentUser | undefined; visitor: Visitor | undefined },
): Promise<Listing> {
  const now = clock.now()
  const row = await findListing(db, listingId, now)
  const isTheirs = row !== undefined && row.account_id === currentUser?.accountId
  const mayRead = isTheirs || (currentUser !== undefined && currentUser.role !== 'user')
  const isShown = row?.seller_banned_at === null && isPublic(publicFacts(row, now), now)
  if (!row || !(mayRead || isShown)) throw new AppError('listing_not_found')
  if (!mayRead && visitor !== undefined) await countView(db, { listingId, ...visitor, day: nairobiDay(now) })
  const guide = await guidesOf(db, [row], now)
  return toListing(row, { now, publicUrl: config.publicUrl, median: guide(row)?.median })
}

function publicFacts(row: ListingRow, now: Date) {
  return {
    listingStatus: statusAt(row, now),
    verified: row.verified_at !== null,
    listingExpiresAt: row.expires_at?.toISOString() ?? null,
    soldAt: row.sold_at?.toISOString() ?? null,
  }
}

/** What an account sells or sold, as it sees it itself. */
export async function listingsOfSeller(deps: ReadDeps, accountId: string): Promise<OwnListing[]> {
  return asOwn(deps, await findListingsOf(deps.db, accountId, deps.clock.now()))
}

/** One listing as its seller sees it. */
export async function ownListing(deps: ReadDeps, listingId: string): Promise<OwnListing> {
  const row = await findListing(deps.db, listingId, deps.clock.now())
  const [listing] = row ? await asOwn(deps, [row]) : []
  if (!listing) throw new AppError('listing_not_found')
  return listing
}

type Edits = ReadonlyMap<string, PendingEditRow>

/** Listings as their seller sees them: with the proposed facts, where an edit waits for staff. */
async function asOwn(deps: ReadDeps, rows: readonly ListingRow[]): Promise<OwnListing[]> {
  const edits = await findEdits(
    deps.db,
    rows.map(({ id }) => id),
  )
  return present(deps, rows, edits, (row) => {
    const edit = edits.get(row.id)
    return edit?.refusedAt === null ? withProposal(row, edit) : row
  })
}

/** The same as staff sees them: with the published facts, whatever waits beside them. */
export async function asStaffSees(
  deps: ReadDeps,
  rows: readonly ListingRow[],
  edits: Edits,
): Promise<OwnListing[]> {
  return present(deps, rows, edits, (row) => row)
}

async function present(
  { db, clock, config }: ReadDeps,
  rows: readonly ListingRow[],
  edits: Edits,
  shownAs: (row: ListingRow) => ListingRow,
): Promise<OwnListing[]> {
  const now = clock.now()
  const { publicUrl } = config
  const ids = rows.map(({ id }) => id)
  const [payments, views, guide] = await Promise.all([
    listingPayments(db, ids),
    viewsSince(db, ids, addDays(nairobiDay(now), -6)),
    guidesOf(db, rows.map(shownAs), now),
  ])
  return rows.map((row) => {
    const shown = shownAs(row)
    const edit = edits.get(row.id)
    return toOwnListing(shown, {
      now,
      publicUrl,
      median: guide(shown)?.median,
      payment: shownPayment(row, payments.get(row.id)),
      viewsThisWeek: views.get(row.id) ?? 0,
      edit: edit ? toPendingEdit(row, edit, publicUrl) : null,
    })
  })
}

function shownPayment(row: ListingRow, paid: PaidListing | undefined): ListingPayment {
  if (!paid) {
    const submittedAt = row.created_at.toISOString()
    return { status: 'pending', paymentMethod: 'message', amount: 0, code: null, reason: '', submittedAt }
  }
  const { claim: _, submittedAt, ...shown } = paid
  return { ...shown, submittedAt: submittedAt.toISOString() }
}
