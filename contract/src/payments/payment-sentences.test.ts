import { m } from '@twende/messages'
import { describe, expect, test } from 'vitest'
import { PAYABLE_TYPES, type PayableType, type PaymentStatus } from './payment.ts'
import type { RefundWay } from './payment-choices.ts'
import { paymentSentence } from './payment-failures.ts'

const GOES_BACK = ['paid_twice', 'given_back', 'paid_too_late', 'sold_out']

const SUM = { amount: 4_500, amount_received: 4_500, failure: null }
const say = (outcome: string, status: PaymentStatus, refundWay: RefundWay) =>
  paymentSentence({ payable_type: 'booking', status, outcome, refundWay, ...SUM })

describe('what a payment whose money goes back says', () => {
  test('names M-Pesa only where the money came from an M-Pesa number', () => {
    for (const outcome of GOES_BACK) {
      expect(say(outcome, 'refunding', 'to_payer')).toContain(m.payment_goes_back_to_payer())
      expect(say(outcome, 'refunding', 'as_agreed')).toContain(m.payment_goes_back_as_agreed())
      expect(say(outcome, 'refunding', 'as_agreed')).not.toContain('M-Pesa number that paid')
    }
  })

  test('promises nothing any more once the money went back', () => {
    for (const outcome of GOES_BACK)
      for (const way of ['to_payer', 'as_agreed'] as const) {
        const sentence = say(outcome, 'refunded', way)
        expect(sentence).toContain(m.payment_went_back())
        expect(sentence).not.toMatch(/we will/i)
      }
  })

  test('says why it goes back', () => {
    const reasons = GOES_BACK.map((outcome) => say(outcome, 'refunding', 'to_payer'))
    expect(new Set(reasons).size).toBe(GOES_BACK.length)
    expect(reasons[0]).toContain(m.payment_paid_twice())
  })
})

test('what a payment that counts says names no way back', () => {
  for (const outcome of ['paid', 'accepted', 'taken_by_staff']) {
    const sentence = say(outcome, 'paid', 'to_payer')
    expect(sentence).not.toContain(m.payment_goes_back_to_payer())
    expect(sentence).not.toBe('')
  }
})

test('a request whose answer was lost says to paste the message only where it can be pasted', () => {
  const lost = (payable_type: PayableType) =>
    paymentSentence({
      payable_type,
      status: 'expired',
      outcome: 'answer_lost',
      refundWay: 'to_payer',
      ...SUM,
    })
  for (const type of PAYABLE_TYPES) {
    expect(lost(type)).toContain('do not pay again')
    expect(lost(type).includes('Paste')).toBe(type === 'listing_period')
    expect(lost(type).includes('WhatsApp or call us')).toBe(type !== 'listing_period')
  }
})
