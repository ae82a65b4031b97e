import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'
import type { ListingPlans } from './listing-plan.ts'

const Plan = z.object({ months: z.int(), price: z.int() })

/** A price list that is or was in force. */
export const PriceList = z.tuple([Plan], Plan)

// Version 1 was a bare array of the plans.
const document = /* @__PURE__ */ storedDocument('price list', z.object({ plans: PriceList }), [
  ({ items }) => ({ plans: items }),
])

/** A price list as settings, payments and payment proofs store it. */
export const priceListDocument = {
  write: ([first, ...others]: ListingPlans) => document.write({ plans: [first, ...others] }),
  read: (stored: unknown): ListingPlans => document.read(stored).plans,
}
