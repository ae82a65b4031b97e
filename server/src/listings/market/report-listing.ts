import type { ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { proofNeeded } from '../../accounts/contact-proofs/proven-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { addListingEvent } from '../listing-history-store.ts'
import { findPublicContact } from '../listing-read-store.ts'
import { lockListingToChange, setListingColumns } from '../listing-store.ts'
import { hasOpenReport, insertReport } from './listing-report-store.ts'
import type { Reporter } from './visitor.ts'

type ReportInput = Reporter & {
  listingId: string
  accountId: string | undefined
  email: string | undefined
  reason: ReportReason
  details: string
}

/**
 * Stores a report, one of a reader until staff closes it, and puts the listing into the queue of staff. A network that has
 * reported enough is asked for a proof.
 */
export async function reportListing(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { listingId, reporter, network, isProven, accountId, email, reason, details }: ReportInput,
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
    const { name, price, description } = listing
    const by = { reporter, network, accountId: accountId ?? null, reason, note: details }
    const report = { listingId, ...by, seen: { name, price, description }, now }
    if (await hasOpenReport(tx, listingId, reporter)) throw new AppError('already_reported')
    if (!(await insertReport(tx, report))) throw beyondNetwork()
    if (listing.reported_at !== null) return
    await setListingColumns(tx, listingId, { reported_at: now })
    await addListingEvent(tx, listing, { by: 'readers', now, what: { code: 'reported', reason } })
  })
}
