import { isOver, type MarketState, marketState } from '@twende/contract/listings/listing-status.ts'
import type { Db } from '../db/database.ts'
import type { Notification } from '../notifications/notification-kinds.ts'
import {
  type ListingParams,
  MISSING_FOR_MARKET,
  type MissingForMarket,
} from '../notifications/notification-params.ts'
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
  const state = marketState(listing, now)
  const asked = seller.asked ?? undefined
  const missing = missingFor({ ...listing, available: seller.available, asked }, state, now)
  const notification = make({ name, carName, expiresAt, state, missing, asked }, { renewalWaits })
  await queueNotification(
    tx,
    { ...notification, accountId, email: to || email, dedupeKey: `listing ${listingId} ${event}` },
    now,
  )
}

type Facts = Parameters<typeof marketState>[0] & { available: boolean; asked: string | undefined }

/** All that keeps buyers from a listing and can be done; of a suspension only staff can decide. */
function missingFor(
  { available, verified, listingExpiresAt, asked }: Facts,
  state: MarketState,
  now: Date,
): MissingForMarket[] {
  if (state === 'suspended') return []
  const steps: Record<MissingForMarket, boolean> = {
    available: !available,
    paid: state === 'unpaid',
    renewed: state === 'over' || (state === 'sold' && isOver(listingExpiresAt, now)),
    changed: asked !== undefined,
    checked: !verified,
  }
  return MISSING_FOR_MARKET.filter((step) => steps[step])
}
