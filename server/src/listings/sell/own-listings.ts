import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import type { PersonalData } from '../../accounts/personal-data.ts'
import type { Db } from '../../db/database.ts'
import { readSnapshot } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { PendingEditRow } from '../listing-edit-store.ts'
import { findEdits } from '../listing-edit-store.ts'
import type { PaidListing } from '../listing-payments.ts'
import { listingPayments } from '../listing-payments.ts'
import { findListing, findListingsOf, findUnusedListing, hasReportedListing } from '../listing-read-store.ts'
import { erasePersonalListings } from '../listing-store.ts'
import { viewsSince } from '../market/listing-view-store.ts'
import { priceGuidesFor } from '../market/price-guide-store.ts'
import {
  type ListingPayment,
  type ListingRow,
  toOwnListing,
  toPendingEdit,
  withProposal,
} from '../present-listing.ts'
import { findRefundable } from '../unused-period.ts'

export const personalListings: PersonalData = {
  exportData: (deps, accountId) => listingsOfSeller(deps, accountId),
  async findDeletionObstacle(tx, { accountId }) {
    if (await hasReportedListing(tx, accountId)) return { code: 'open_report' }
    const unused = await findUnusedListing(tx, accountId)
    return unused && { code: 'unused_listing', name: unused.name }
  },
  async erase(tx, { accountId, now }) {
    await erasePersonalListings(tx, accountId, now)
  },
}

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type PresentDeps = Pick<AppDeps, 'clock' | 'config'> & { db: Db }

/** All listings of an account, as its owner sees them. */
export async function listingsOfSeller(deps: ReadDeps, accountId: string): Promise<OwnListing[]> {
  return readSnapshot(deps.db, async (db) =>
    presentForSeller({ ...deps, db }, await findListingsOf(db, accountId, deps.clock.now())),
  )
}

/** One listing as its seller sees it. */
export async function ownListing(deps: ReadDeps, listingId: string): Promise<OwnListing> {
  const [listing] = await readSnapshot(deps.db, async (db) => {
    const row = await findListing(db, listingId, deps.clock.now())
    return row ? presentForSeller({ ...deps, db }, [row]) : []
  })
  if (!listing) throw new AppError('listing_not_found')
  return listing
}

type Edits = ReadonlyMap<string, PendingEditRow>

/** Listings as their seller sees them: with the proposed facts while an edit waits for staff. */
async function presentForSeller(deps: PresentDeps, rows: readonly ListingRow[]): Promise<OwnListing[]> {
  const edits = await findEdits(
    deps.db,
    rows.map(({ id }) => id),
  )
  return present(deps, rows, 'listing_deleted', edits, (row) => {
    const edit = edits.get(row.id)
    return edit?.refusedAt === null ? withProposal(row, edit) : row
  })
}

/** Listings as staff sees them: with the published facts, also while an edit waits. */
export async function presentForStaff(
  deps: PresentDeps,
  rows: readonly ListingRow[],
  edits: Edits,
): Promise<OwnListing[]> {
  return present(deps, rows, 'given_back', edits, (row) => row)
}

async function present(
  { db, clock, config }: PresentDeps,
  rows: readonly ListingRow[],
  why: Parameters<typeof findRefundable>[2],
  edits: Edits,
  shownAs: (row: ListingRow) => ListingRow,
): Promise<OwnListing[]> {
  const now = clock.now()
  const { publicUrl } = config
  const ids = rows.map(({ id }) => id)
  const [payments, refundable, views, guide] = await Promise.all([
    listingPayments(db, ids),
    findRefundable(db, ids, why),
    viewsSince(db, ids, addDays(nairobiDay(now), -6)),
    priceGuidesFor(db, rows.map(shownAs), now),
  ])
  return rows.map((row) => {
    const shown = shownAs(row)
    const edit = edits.get(row.id)
    return toOwnListing(shown, {
      now,
      publicUrl,
      median: guide(shown)?.median,
      payment: shownPayment(row, payments.get(row.id)),
      refundable: refundable.get(row.id) ?? 0,
      viewsThisWeek: views.get(row.id) ?? 0,
      edit: edit ? toPendingEdit(row, edit, publicUrl) : null,
    })
  })
}

function shownPayment(row: ListingRow, paid: PaidListing | undefined): ListingPayment {
  if (!paid) {
    const submittedAt = row.created_at.toISOString()
    return {
      status: 'pending',
      paymentMethod: 'message',
      amount: 0,
      counted: 0,
      code: null,
      reason: '',
      submittedAt,
    }
  }
  const { proof: _, paymentId: __, submittedAt, ...shown } = paid
  return { ...shown, submittedAt: submittedAt.toISOString() }
}
