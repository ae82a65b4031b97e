import type { ListingPlans } from '../listings/listing-plan.ts'

/** What holds until the back office sets something else; specification, section 9. Every page fetches it: figures only. */

/** What a listing period costs. */
export const LISTING_PLANS = [
  { months: 1, price: 2_000 },
  { months: 3, price: 4_500 },
  { months: 6, price: 8_000 },
  { months: 12, price: 10_000 },
] as const satisfies ListingPlans
