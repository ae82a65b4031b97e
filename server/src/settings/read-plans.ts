import { bestPlans, type ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { priceListDocument } from '@twende/contract/listings/price-list.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import type { Db } from '../db/database.ts'
import { findPriceListsSince } from './settings-store.ts'

/** What a listing's time costs at `now`. */
export async function plansNow(db: Db, now: Date): Promise<ListingPlans> {
  return (await plansSince(db, now)).at(-1) ?? LISTING_PLANS
}

type PaidByHand = { amount: number; paidAt: Date | null; now: Date }

const DAY_MS = 86_400_000
/** Older payments are doubted anyway. */
const REMEMBERED_MS = 30 * DAY_MS

/** The price list that money counts by which was paid by hand: the best for its payer of those in force since then. */
export async function plansForMoney(db: Db, { amount, paidAt, now }: PaidByHand): Promise<ListingPlans> {
  const earliest = new Date(now.getTime() - REMEMBERED_MS)
  const since = paidAt && paidAt < now ? paidAt : now
  const [first, ...others] = await plansSince(db, since > earliest ? since : earliest)
  return bestPlans(amount, [first ?? LISTING_PLANS, ...others])
}

async function plansSince(db: Db, since: Date): Promise<ListingPlans[]> {
  const lists = await findPriceListsSince(db, since)
  const later = lists.map(({ plans }) => priceListDocument.read(plans))
  const [oldest] = lists
  return oldest && oldest.since <= since ? later : [LISTING_PLANS, ...later]
}
