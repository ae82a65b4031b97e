import type { ReportReason } from '@twende/contract/listings/listing-choices.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { addListingEvent } from '../listing-history-store.ts'
import { findPublicContact } from '../listing-read-store.ts'
import { lockListingToChange, setListingColumns } from '../listing-store.ts'
import { countReportingNetworks, hasReported, insertReport } from './listing-report-store.ts'

type Asked = {
  listingId: string
  reporter: string
  network: string
  accountId: string | undefined
  reason: ReportReason
  details: string
}

/** From as many networks: whoever has many accounts is one voice. */
const ENOUGH_NETWORKS = 3
/** One voice is enough where somebody may lose money today. */
const URGENT: readonly ReportReason[] = ['deposit', 'not-owner']

/** Keeps what a reader says is wrong, once a reader; three networks or an urgent report call staff, who alone decides. */
export async function reportListing(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, reporter, network, accountId, reason, details }: Asked,
): Promise<void> {
  const now = clock.now()
  const seen = await findPublicContact(db, listingId, now)
  if (!seen) throw new AppError('listing_not_found')
  await inTransaction(db, async (tx) => {
    const listing = await lockListingToChange(tx, listingId)
    const report = { listingId, reporter, network, accountId: accountId ?? null, reason, note: details, now }
    if (await hasReported(tx, listingId, reporter)) throw new AppError('already_reported')
    if (!(await insertReport(tx, report))) throw new AppError('rate_limited')
    const isLoud = URGENT.includes(reason) || (await countReportingNetworks(tx, listingId)) >= ENOUGH_NETWORKS
    if (!isLoud || listing.reported_at !== null) return
    await setListingColumns(tx, listingId, { reported_at: now })
    await addListingEvent(tx, listing, { by: 'readers', now, what: { code: 'reported', reason } })
  })
}
