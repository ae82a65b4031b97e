import type { Db } from '../db/database.ts'
import type { ListingFacts } from '../notifications/listing-texts.ts'
import type { NotificationText } from '../notifications/notification-texts.ts'
import { queueNotification } from '../notifications/queue-notification.ts'
import { findSeller } from './listing-read-store.ts'

/** Queues a message to the seller in the transaction of the change, once for each event. */
export async function notifySeller(
  tx: Db,
  listingId: string,
  text: (facts: ListingFacts) => NotificationText,
  event: string,
  now: Date,
): Promise<void> {
  const { accountId, name, email, carName, expiresAt } = await findSeller(tx, listingId)
  const notification = text({ name, carName, expiresAt })
  await queueNotification(
    tx,
    { ...notification, accountId, recipient: email, dedupeKey: `listing ${listingId} ${event}` },
    now,
  )
}
