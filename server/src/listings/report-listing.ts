import type { ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { writeHistory } from './listing-history-store.ts'
import { findPublicContact } from './listing-read-store.ts'
import { countOpenReports, insertReport } from './listing-report-store.ts'
import { listingToChange, noteOnListing } from './listing-store.ts'

type Asked = {
  listingId: string
  reporter: string
  accountId: string | undefined
  reason: ReportReason
  details: string
}

const ENOUGH_VOICES = 3
/** One voice is enough where somebody may lose money today. */
const URGENT: readonly ReportReason[] = ['deposit', 'not-owner']

/** Keeps what a reader says is wrong, once a reader; three voices or an urgent one call staff. */
export async function reportListing(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, reporter, accountId, reason, details }: Asked,
): Promise<void> {
  const now = clock.now()
  const seen = await findPublicContact(db, listingId, now)
  if (!seen) throw new Refusal('listing_not_found')
  await inTransaction(db, async (tx) => {
    const listing = await listingToChange(tx, listingId)
    const report = { listingId, reporter, accountId: accountId ?? null, reason, note: details, now }
    if (!(await insertReport(tx, report))) throw new Refusal('already_reported')
    const isLoud = URGENT.includes(reason) || (await countOpenReports(tx, listingId)) >= ENOUGH_VOICES
    if (!isLoud || listing.reported_at !== null) return
    await noteOnListing(tx, listingId, { reported_at: now })
    await writeHistory(tx, listing, { by: 'readers', now, what: 'Reported to staff', note: reason })
  })
}
