import type { Db } from '../db/database.ts'
import type { ListingParams, Notification } from '../notifications/notification-kinds.ts'
import { queueNotification } from '../notifications/queue-notification.ts'
import { findSeller } from './listing-read-store.ts'

/** Queues a notification to the seller in the transaction of the change, once for each event. */
export async function notifySeller(
  tx: Db,
  listingId: string,
  make: (params: ListingParams) => Notification,
  event: string,
  now: Date,
): Promise<void> {
  const { accountId, name, email, carName, expiresAt } = await findSeller(tx, listingId)
  const notification = make({ name, carName, expiresAt: expiresAt?.toISOString() ?? null })
  await queueNotification(
    tx,
    { ...notification, accountId, email, dedupeKey: `listing ${listingId} ${event}` },
    now,
  )
}
