import type { ListingPlans } from '../listings/listing-plan.ts'

/** What a listing period costs until an admin changes it; specification, section 9. Apart from the other constants, which every page loads. */
export const LISTING_PLANS = [
  { months: 1, price: 2_000 },
  { months: 3, price: 4_500 },
  { months: 6, price: 8_000 },
  { months: 12, price: 10_000 },
] as const satisfies ListingPlans
