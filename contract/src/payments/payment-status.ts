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
