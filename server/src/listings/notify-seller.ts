import { type MarketState, marketState } from '@twende/contract/listings/listing-status.ts'
import type { Db } from '../db/database.ts'
import type { Notification } from '../notifications/notification-kinds.ts'
import type { ListingParams } from '../notifications/notification-params.ts'
import { queueNotification } from '../notifications/queue-notification.ts'
import { findSeller } from './listing-read-store.ts'

/** Queues a notification to the seller in the transaction of the change, once for each event. */
export async function notifySeller(
  tx: Db,
  listingId: string,
  make: (params: ListingParams & { state: MarketState }, waits: { renewalWaits: boolean }) => Notification,
  event: string,
  now: Date,
  /** Where mail goes instead of to the account. */
  to = '',
): Promise<void> {
  const { accountId, email, name, carName, renewalWaits, ...seller } = await findSeller(tx, listingId, now)
  const expiresAt = seller.expiresAt?.toISOString() ?? null
  const listing = { listingStatus: seller.status, verified: seller.verified, listingExpiresAt: expiresAt }
  const notification = make({ name, carName, expiresAt, state: marketState(listing, now) }, { renewalWaits })
  await queueNotification(
    tx,
    { ...notification, accountId, email: to || email, dedupeKey: `listing ${listingId} ${event}` },
    now,
  )
}
