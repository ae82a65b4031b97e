import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { links } from '../links.ts'

export const moneyTones: Readonly<Record<PaymentListItem['status'], BadgeTone>> = {
  paid: 'acacia',
  pending: 'sunrise',
  processing: 'sunrise',
  partial: 'sunrise',
  review: 'sunrise',
  unmatched: 'sunrise',
  refunding: 'clay',
  refunded: 'neutral',
  failed: 'neutral',
  expired: 'neutral',
}

export function statusWord(status: PaymentListItem['status']): string {
  if (status === 'review') return 'To decide'
  return status.charAt(0).toUpperCase() + status.slice(1)
}

/** Where the thing that was paid for is looked at. */
export function purchaseHref(purpose: PayableType, purchaseId: string): string {
  const id = encodeURIComponent(purchaseId)
  if (purpose === 'booking') return links.booking(id)
  if (purpose === 'order') return links.order(id)
  return links.listing(id, { queue: 'all' })
}

type DecisionKind = {
  label: string
  key: string
  title: string
  explains: string
  yes: string
  danger?: boolean
  told: boolean
  usual: readonly string[]
}

/** How each decision on a payment is asked for. */
export const moneyDecisions: Readonly<Record<PaymentDecision, DecisionKind>> = {
  accept: {
    label: 'Accept',
    key: 'a',
    title: 'Accept this payment?',
    explains: 'It counts as paid, and what it is for is confirmed if it can still be had.',
    yes: 'Accept',
    told: false,
    usual: ['Found in our M-Pesa account', 'The customer paid the rest in cash'],
  },
  giveBack: {
    label: 'Give back',
    key: 'g',
    title: 'Give this money back?',
    explains: 'It is owed to the customer, who is told. Somebody then sends it from Refunds.',
    yes: 'Give back',
    danger: true,
    told: true,
    usual: ['The amount is not the one we asked for', 'The car is no longer free on those days'],
  },
  dismiss: {
    label: 'No such money',
    key: 'n',
    title: 'No money came?',
    explains: 'The payment counts as failed, and the customer may pay again.',
    yes: 'Dismiss',
    danger: true,
    told: false,
    usual: ['Not in our M-Pesa account'],
  },
}
