import {
  FAILURE_OUTCOMES,
  failureOutcome,
  failureSentence,
} from '@twende/contract/payments/payment-failures.ts'
import { expect, test } from 'vitest'
import { failureOf } from './result-codes.ts'

test.each([
  ['1', 'no_money', 'Not enough money in M-Pesa. Top up or use another number.'],
  ['2', 'limit', 'The amount is below what M-Pesa can send.'],
  ['3', 'limit', 'The amount is more than M-Pesa allows in one payment.'],
  ['4', 'limit', 'This would pass your M-Pesa limit for today. Use another number.'],
  ['8', 'limit', 'M-Pesa could not take this amount now. Try again later.'],
  ['1032', 'cancelled', 'You cancelled the request.'],
  [
    '1037',
    'unreachable',
    'We could not reach your phone. Is it on? (eSIM users: dial *234# to update the menu)',
  ],
  [
    '1036',
    'unreachable',
    'We could not reach your phone. Is it on? (eSIM users: dial *234# to update the menu)',
  ],
  ['2001', 'wrong_pin', 'Wrong PIN.'],
  ['8006', 'failed', 'Your M-Pesa PIN is locked. Call 234 to unlock it.'],
  ['E3008', 'failed', 'M-Pesa refused this number. Use another number.'],
  ['1001', 'busy', 'Another M-Pesa request is open. Wait a minute.'],
  ['1019', 'timed_out', 'The request timed out.'],
  ['17', 'busy', 'M-Pesa is busy. Try again in a minute.'],
  ['26', 'busy', 'M-Pesa is busy. Try again in a minute.'],
  ['1025', 'busy', 'M-Pesa is busy. Try again in a minute.'],
  ['9999', 'busy', 'M-Pesa is busy. Try again in a minute.'],
])('result code %s is the outcome %s: %s', (code, outcome, sentence) => {
  const failure = failureOf(code)
  expect({ outcome: failureOutcome(failure), sentence: failureSentence(failure) }).toEqual({
    outcome,
    sentence,
  })
})

test.each(['', '00', '0 ', '77', 'constructor', 'SFC_IC0003'])('the code %j is a failure', (code) => {
  expect(failureOf(code)).toBe('unknown')
})

test('each outcome can happen', () => {
  const codes = ['1', '3', '1001', '1019', '1032', '1037', '2001', '9']
  expect(new Set(codes.map((code) => failureOutcome(failureOf(code))))).toEqual(new Set(FAILURE_OUTCOMES))
})
