import * as z from 'zod/mini'

/** How we reach the customer of a purchase by ourselves, and how staff does. */
export const CustomerReach = z.object({
  /** Where our messages go; null for a visitor, a customer at the counter who gave no address, and a deleted account. */
  email: z.nullable(z.string()),
  /** The customer has switched off messages about such purchases that are not about money or something lost. */
  isMuted: z.boolean(),
  /** May be empty. */
  phone: z.string(),
})
export type CustomerReach = z.output<typeof CustomerReach>
