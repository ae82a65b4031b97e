import { m } from '@twende/messages'
import { expect, test } from 'vitest'
import { nextStepText } from './listing-labels.ts'
import { listingNextStep } from './listing-next-step.ts'

const NOW = new Date('2026-07-09T12:00:00Z')
const live = {
  listingStatus: 'active',
  listingExpiresAt: '2026-09-01T00:00:00Z',
  verified: true,
  reviewReason: '',
  payment: {
    status: 'paid',
    paymentMethod: 'message',
    reason: '',
    amount: 2_000,
    submittedAt: '2026-07-08T12:00:00Z',
  },
} as const satisfies Parameters<typeof listingNextStep>[0]
type Payment = Parameters<typeof listingNextStep>[0]['payment']

const stepOf = (listing: Partial<Parameters<typeof listingNextStep>[0]>, payment: Partial<Payment>) =>
  listingNextStep({ ...live, ...listing, payment: { ...live.payment, ...payment } }, NOW)
const expired = { listingStatus: 'expired', listingExpiresAt: '2026-07-01T00:00:00Z' } as const

test.each([
  ['a message that we look at', { status: 'processing' }],
  ['a phone that is asked', { status: 'processing', paymentMethod: 'stk' }],
  ['money that staff decides on', { status: 'review' }],
] as const)('whoever renews reads that it is under way, and is not asked to pay again: %s', (_, payment) => {
  expect(stepOf(expired, payment)).toEqual({ code: 'payment_in_review', action: 'wait' })
  expect(stepOf({}, payment)).toEqual({ code: 'payment_in_review', action: 'wait' })
})

test('a car that was sold while its renewal is under way says that we look at the money', () => {
  const sold = { listingStatus: 'sold' } as const
  expect(stepOf(sold, { status: 'processing' })).toEqual({ code: 'payment_in_review', action: 'wait' })
  expect(stepOf(sold, {})).toBeUndefined()
})

test('a renewal that we refused says why, also while the car is on sale', () => {
  const refused = { status: 'failed', reason: 'We could not find this payment.' } as const
  const step = { code: 'payment_refused', reason: refused.reason, action: 'renew' }
  expect(stepOf(expired, refused)).toEqual(step)
  expect(stepOf({}, refused)).toEqual(step)
  // Weeks later, and for a request that the phone declined, nothing is left to say.
  expect(stepOf({}, { ...refused, submittedAt: '2026-06-01T00:00:00Z' })).toBeUndefined()
  expect(stepOf({}, { ...refused, paymentMethod: 'stk' })).toBeUndefined()
})

test('a part of a price is neither refused nor a renewal under way: it says what is missing', () => {
  const part = { status: 'partial', reason: 'Ksh 1,500 more pays for 1 month.' } as const
  expect(stepOf({ listingStatus: 'pending_payment', listingExpiresAt: null }, part)).toEqual({
    code: 'part_paid',
    reason: part.reason,
    action: 'pay',
  })
  expect(stepOf(expired, part)).toMatchObject({ code: 'part_paid', action: 'renew' })
  expect(stepOf({}, part)).toMatchObject({ code: 'part_paid', action: 'renew' })
})

test.each(['processing', 'review'] as const)(
  'too little that we have not looked at is not refused: it says that we look at it, and what is missing (%s)',
  (status) => {
    const reason = 'Please pay the remaining Ksh 1,500 and send us that message too.'
    const unpaid = { listingStatus: 'pending_payment', listingExpiresAt: null } as const
    const first = stepOf(unpaid, { status, reason })
    expect(first).toEqual({ code: 'part_in_review', reason, action: 'pay' })
    expect(first && nextStepText(first)).toBe(`We are checking your payment. ${reason}`)
    expect(stepOf({}, { status, reason })).toEqual({ code: 'part_in_review', reason, action: 'renew' })
    expect(stepOf(expired, { status, reason })).toEqual({ code: 'part_in_review', reason, action: 'renew' })
  },
)

test('a listing whose money goes back says so and why, and can be paid for again', () => {
  const draft = { listingStatus: 'draft', listingExpiresAt: null, reviewReason: 'Two cars' } as const
  const back = stepOf(draft, { status: 'refunding' })
  expect(back).toEqual({ code: 'money_goes_back', amount: 2_000, reason: 'Two cars', action: 'pay' })
  expect(back && nextStepText(back)).toBe(
    m.listing_step_money_goes_back({ amount: 'Ksh 2,000', reason: 'Two cars' }),
  )
  expect(stepOf(draft, { status: 'refunded' })).toMatchObject({ code: 'money_went_back', action: 'pay' })
  expect(stepOf(draft, { status: 'pending' })).toEqual({ code: 'not_paid', action: 'pay' })
})

test.each([
  ['is suspended', { listingStatus: 'suspended', verified: false }, 'suspended'],
  ['was sent back', { verified: false, reviewReason: 'The plate does not fit.' }, 'not_verified'],
  ['waits for our check', { verified: false }, 'in_review'],
] as const)('a renewal under way is not forgotten while the car %s', (_, listing, code) => {
  const payment = { code: 'payment_in_review', action: 'wait' }
  expect(stepOf(listing, { status: 'processing' })).toMatchObject({ code, payment })
  expect(stepOf(listing, { status: 'paid' })).not.toHaveProperty('payment')
  expect(stepOf(listing, { status: 'failed', reason: 'No such code.' })).toMatchObject({
    code,
    payment: { code: 'payment_refused', reason: 'No such code.' },
  })
})
