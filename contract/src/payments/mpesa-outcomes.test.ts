import { expect, test } from 'vitest'
import { MPESA_OUTCOMES, mpesaOutcome } from './mpesa-outcomes.ts'

test.each([
  ['0', 'paid', 'Payment received'],
  ['1', 'no_money', 'Not enough money in M-Pesa. Top up or use another number.'],
  ['1032', 'cancelled', 'You cancelled the request.'],
  [
    '1037',
    'unreachable',
    'We could not reach your phone. Is it on? (eSIM users: dial *234# to update the menu)',
  ],
  ['2001', 'wrong_pin', 'Wrong PIN.'],
  ['1001', 'busy', 'Another M-Pesa request is open. Wait a minute.'],
  ['1019', 'timed_out', 'The request timed out.'],
  ['17', 'busy', 'M-Pesa is busy. Try again in a minute.'],
  ['26', 'busy', 'M-Pesa is busy. Try again in a minute.'],
  ['1025', 'busy', 'M-Pesa is busy. Try again in a minute.'],
  ['9999', 'busy', 'M-Pesa is busy. Try again in a minute.'],
])('result code %s is told as %s: %s', (code, outcome, sentence) => {
  expect(mpesaOutcome(code)).toEqual({ outcome, sentence })
})

test.each(['', '00', '0 ', '77', 'constructor', 'SFC_IC0003'])('the code %j never means paid', (code) => {
  expect(mpesaOutcome(code).outcome).toBe('failed')
})

test('each outcome can happen', () => {
  const codes = ['0', '1', '3', '1001', '1019', '1032', '1037', '2001', '9']
  expect(new Set(codes.map((code) => mpesaOutcome(code).outcome))).toEqual(new Set(MPESA_OUTCOMES))
})
