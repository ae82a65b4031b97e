import type { ContactWay } from '@twende/contract/listings/listing-choices.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { countLead } from './listing-count-store.ts'
import { findPublicContact } from './listing-read-store.ts'
import type { Visitor } from './visitor.ts'

type Asked = {
  listingId: string
  way: ContactWay
  /** Whose tap it is; undefined for whoever is not counted. */
  lead: Visitor | undefined
  accountId: string | undefined
}

/** How to reach the seller of a car that everybody may see; counts a lead, but not the seller's own. */
export async function revealContact(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, way, lead, accountId }: Asked,
): Promise<{ phone: string; email: string }> {
  const now = clock.now()
  const contact = await findPublicContact(db, listingId, now)
  if (!contact) throw new AppError('listing_not_found')
  if (lead && contact.account_id !== accountId) await countLead(db, { listingId, ...lead, way, now })
  return { phone: contact.contact_phone, email: contact.contact_email }
}
