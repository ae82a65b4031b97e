import type { PaymentStatus } from './payment-status.ts'

/** What staff looks at: what needs a decision, M-Pesa money that nobody claims, what counts, everything. */
export const PAYMENT_QUEUES = ['review', 'unmatched', 'matched', 'all'] as const
export type PaymentQueue = (typeof PAYMENT_QUEUES)[number]

/** `payment`: ours. `claim`: a pasted message that is no payment yet. `inbox`: money of which M-Pesa alone told us. */
export const PAYMENT_ITEM_KINDS = ['payment', 'claim', 'inbox'] as const
export type PaymentItemKind = (typeof PAYMENT_ITEM_KINDS)[number]

export const MONEY_METHODS = ['stk', 'c2b', 'message', 'cash'] as const
export type MoneyMethod = (typeof MONEY_METHODS)[number]

export const paymentMethodLabels: Record<MoneyMethod, string> = {
  stk: 'M-Pesa request',
  c2b: 'M-Pesa by hand',
  message: 'Pasted message',
  cash: 'At the desk',
}

export const payableTypeLabels = {
  booking: 'Booking',
  listing_period: 'Car for sale',
  order: 'Order',
} as const

/** Due to be sent, waiting for a second person to agree, sent. */
export const REFUND_QUEUES = ['due', 'waiting', 'sent'] as const
export type RefundQueue = (typeof REFUND_QUEUES)[number]

/** What staff may decide on a payment that is looked at. */
export const PAYMENT_DECISIONS = ['accept', 'giveBack', 'dismiss'] as const
export type PaymentDecision = (typeof PAYMENT_DECISIONS)[number]

/** What may be done with a payment in this state; `received` is what M-Pesa says came in, null when it says nothing. */
export function decisionsOnPayment(payment: {
  status: PaymentStatus
  received: number | null
  refundOwed: boolean
}): readonly PaymentDecision[] {
  const looked = payment.status === 'review' || payment.status === 'partial'
  if (!looked || payment.refundOwed) return []
  return payment.received === null ? ['accept', 'dismiss'] : ['accept', 'giveBack']
}
