import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { ContactWay } from '@twende/contract/listings/listing-choices.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { countLead } from './listing-count-store.ts'
import { findPublicContact } from './listing-read-store.ts'

type Asked = { listingId: string; way: ContactWay; visitor: string; accountId: string | undefined }

/** How to reach the seller of a car that everybody may see; counts a lead, but not the seller's own. */
export async function revealContact(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { listingId, way, visitor, accountId }: Asked,
): Promise<{ phone: string; email: string }> {
  const now = clock.now()
  const contact = await findPublicContact(db, listingId, now)
  if (!contact) throw new Refusal('listing_not_found')
  if (contact.account_id !== accountId)
    await countLead(db, { listingId, visitor, day: nairobiDay(now), way, now })
  return { phone: contact.contact_phone, email: contact.contact_email }
}
