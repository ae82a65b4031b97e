import * as z from 'zod/mini'

export const PAYMENT_STATUSES = [
  'pending',
  'processing',
  'paid',
  'failed',
  'expired',
  'partial',
  'review',
  'refunding',
  'refunded',
] as const
export const PaymentStatus = /* @__PURE__ */ z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.output<typeof PaymentStatus>

export const PAYABLE_TYPES = ['booking', 'listing_period', 'order', 'deposit', 'unmatched'] as const
export type PayableType = (typeof PAYABLE_TYPES)[number]

/** One attempt to collect money. `message` is for the customer, in plain words. `phone` is masked. */
export const Payment = z.object({
  _id: z.string(),
  purpose: z.enum(PAYABLE_TYPES),
  purchaseId: z.string(),
  amount: z.int(),
  phone: z.string(),
  status: PaymentStatus,
  /** Why a payment did not go through; `waiting` while the phone asks, `paid` when it did. */
  outcome: z.string(),
  message: z.string(),
  receipt: z.nullable(z.string()),
  startedAt: z.string(),
  /** What is left to pay of the amount, where only a part of it came. */
  left: z.optional(z.int()),
  /** From when another request may be sent. */
  resendAt: z.string(),
  /** Where its payer goes on to pay; only while it waits, and only where the provider has a page for it. */
  payUrl: z.optional(z.string()),
})
export type Payment = z.output<typeof Payment>
