import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'

export const FOUND_KINDS = ['booking', 'order', 'listing', 'payment', 'car', 'account'] as const
export const LONGEST_ADMIN_SEARCH = 80

/** Something that staff can open. */
export const FoundItem = z.object({
  kind: z.enum(FOUND_KINDS),
  /** Of the item, or of the booking, order or listing that a payment paid for; of the payment itself if there is none. */
  id: z.string(),
  /** Reference, receipt, or name. */
  title: z.string(),
  /** Whose it is, or which car. */
  detail: z.string(),
  /** A code of the noun's own statuses; empty for cars and accounts. */
  status: z.string(),
})
export type FoundItem = z.output<typeof FoundItem>

export const adminSearchRoutes = defineRoutes({
  'GET /api/admin/search': {
    summary: 'Bookings, orders, listings, payments, cars and accounts that a text names, a few of each kind',
    access: 'staff',
    personalData: true,
    query: z.object({ query: z.optional(z.string().check(z.maxLength(LONGEST_ADMIN_SEARCH))) }),
    reply: z.object({ success: z.literal(true), data: z.array(FoundItem) }),
    errors: [],
  },
})
