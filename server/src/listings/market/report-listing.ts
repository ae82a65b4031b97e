import type { ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { proofNeeded } from '../../accounts/contact-proofs/proven-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { addListingEvent } from '../listing-history-store.ts'
import { findPublicContact } from '../listing-read-store.ts'
import { lockListingToChange, setListingColumns } from '../listing-store.ts'
import { countReportingNetworks, hasReported, insertReport } from './listing-report-store.ts'
import type { Reporter } from './visitor.ts'

type ReportInput = Reporter & {
  listingId: string
  accountId: string | undefined
  email: string | undefined
  reason: ReportReason
  details: string
}

/** Reports from this many networks call staff: several accounts on one network count once. */
const ENOUGH_NETWORKS = 3
/** One report of these reasons is enough, because a buyer may lose money. */
const URGENT: readonly ReportReason[] = ['deposit', 'not-owner']

/**
 * Stores a report, one a reader; three networks or an urgent reason put the listing into the queue of staff. A network that
 * has reported enough is asked for a proof.
 */
export async function reportListing(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { listingId, reporter, network, isProven, isOne, accountId, email, reason, details }: ReportInput,
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const beyondNetwork = () =>
    isProven
      ? new AppError('rate_limited')
      : new AppError('contact_proof_needed', { data: proofNeeded(deps, email) })
  const seen = await findPublicContact(db, listingId, now)
  if (!seen) throw new AppError('listing_not_found')
  await inTransaction(db, async (tx) => {
    const listing = await lockListingToChange(tx, listingId)
    const report = { listingId, reporter, network, accountId: accountId ?? null, reason, note: details, now }
    if (await hasReported(tx, listingId, reporter))
      throw isOne ? new AppError('already_reported') : beyondNetwork()
    if (!(await insertReport(tx, report))) throw beyondNetwork()
    const needsStaff =
      URGENT.includes(reason) || (await countReportingNetworks(tx, listingId)) >= ENOUGH_NETWORKS
    if (!needsStaff || listing.reported_at !== null) return
    await setListingColumns(tx, listingId, { reported_at: now })
    await addListingEvent(tx, listing, { by: 'readers', now, what: { code: 'reported', reason } })
  })
}
