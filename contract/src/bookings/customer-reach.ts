import * as z from 'zod/mini'

/** How we reach the customer of a booking by ourselves, and how staff does. */
export const CustomerReach = z.object({
  /** Where our messages go; null for a customer at the counter who gave no address, and where the account was deleted. */
  email: z.nullable(z.string()),
  /** The customer has switched off messages about bookings that are not about money or something lost. */
  isMuted: z.boolean(),
  /** May be empty. */
  phone: z.string(),
})
export type CustomerReach = z.output<typeof CustomerReach>
