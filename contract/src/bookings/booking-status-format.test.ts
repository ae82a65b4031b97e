import { expect, test } from 'vitest'
import { purchasePaymentLabel } from './booking-status-format.ts'

test.each([
  ['pending', 'pending', 'Pending'],
  ['pending', undefined, 'Pending'],
  ['confirmed', 'paid', 'Paid'],
  ['cancelled', 'pending', 'Not paid'],
  ['cancelled', 'processing', 'Not paid'],
  ['cancelled', 'failed', 'Failed'],
  ['cancelled', 'refunded', 'Refunded'],
  ['cancelled', 'partial', 'Partial'],
] as const)('the payment of what is %s and %s is called %s', (status, paymentStatus, label) => {
  expect(purchasePaymentLabel({ status, paymentStatus })).toBe(label)
})
