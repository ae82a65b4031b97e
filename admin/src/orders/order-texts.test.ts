import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { order } from '@twende/ui/testing/order.ts'
import { expect, test } from 'vitest'
import { customerMessage } from './order-texts.ts'

const write = (facts: Partial<StaffOrder>) =>
  customerMessage(
    { ...order, timeline: [], customer: null, reach: { email: null, isMuted: false, phone: '' }, ...facts },
    'Twende',
  )

test.each([
  [
    'money that goes back',
    { status: 'returned', refundDue: 1_500 },
    'Your order ORD1007 is back with us. Ksh 1,500 goes back to you.',
  ],
  [
    'money that went back',
    { status: 'returned', paymentStatus: 'refunded' },
    'Your order ORD1007 is back with us. We have sent your money back.',
  ],
  ['nothing that was paid', { status: 'returned' }, 'Your order ORD1007 is back with us.'],
  [
    'the whole price that is here',
    { status: 'paid', paymentStatus: 'paid', paid: 1_500 },
    'Thank you, your payment for order ORD1007 has arrived. We pack it next.',
  ],
  [
    'nothing that came yet',
    { status: 'pending' },
    'We have your order ORD1007. Can we help you with the payment?',
  ],
  [
    'a part that came before the rest',
    { status: 'pending', paymentStatus: 'partial', paid: 1_000 },
    'Of order ORD1007, Ksh 500 is still to be paid.',
  ],
  [
    'money that we look at',
    { status: 'pending', paymentStatus: 'review', inReview: 1_700 },
    'We are looking at your payment for order ORD1007, and write to you.',
  ],
  [
    'a price of which a part is missing',
    { status: 'paid', paymentStatus: 'partial', paid: 1_000 },
    'Of order ORD1007, Ksh 500 is still to be paid.',
  ],
  [
    'whom it was cancelled by',
    { status: 'cancelled', cancellationReason: 'Cancelled by customer', cancellationCode: 'customer' },
    'Your order ORD1007 was cancelled. You cancelled it',
  ],
] as const)('what staff writes about an order is true at that moment: %s', (_, facts, words) => {
  expect(write(facts)).toBe(`Hello, this is Twende. ${words}`)
})
