import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { searchText } from '../payments/mpesa-code-input.ts'

export const FOUND_KINDS = [
  'booking',
  'order',
  'listing',
  'payment',
  'car',
  'product',
  'account',
  'refund',
  'transaction',
] as const
export const LONGEST_ADMIN_SEARCH = 80

/** Something that staff can open. */
export const FoundItem = z.object({
  kind: z.enum(FOUND_KINDS),
  /** Of the item; of a refund and of money that matches nothing their code. */
  id: z.string(),
  /** Reference, receipt, or name. */
  title: z.string(),
  /** Whose it is, or which car. */
  detail: z.string(),
  /** A code of the noun's own statuses; empty for cars, products and accounts. */
  status: z.string(),
})
export type FoundItem = z.output<typeof FoundItem>

export const adminSearchRoutes = defineRoutes({
  'GET /api/admin/search': {
    summary:
      'Bookings, orders, listings, payments, refunds, unmatched money, cars, products and accounts that a text names, a few of each kind',
    access: 'staff',
    personalData: true,
    query: z.object({ query: z.optional(searchText(LONGEST_ADMIN_SEARCH)) }),
    reply: z.object({ success: z.literal(true), data: z.array(FoundItem) }),
    errors: [],
  },
})
