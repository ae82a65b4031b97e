import { expect, test } from 'vitest'
import { transfersOf } from './refund-transfers.ts'

const from = (phone: string, amount: number, name = '') => ({ phone, amount, name, code: null })

test.each([
  [
    'one number that paid twice gets one transfer',
    [from('254712000001', 4_000), from('254712000001', 6_000)],
    [10_000],
  ],
  [
    'each of two numbers gets its own',
    [from('254712000001', 4_000), from('254712000002', 6_000)],
    [4_000, 6_000],
  ],
  [
    'hidden digits are told apart by the name',
    [from('2547 ***** 126', 1, 'OTIENO'), from('2547 ***** 126', 2, 'ACHIENG')],
    [1, 2],
  ],
  [
    'what nobody knows the number of goes with the first',
    [from('', 500), from('254712000001', 4_000)],
    [4_500],
  ],
  ['nobody is known', [from('', 500), from('', 700)], [1_200]],
  ['nobody paid', [], []],
])('%s', (_, payers, amounts) => {
  expect(transfersOf(payers).map(({ amount }) => amount)).toEqual(amounts)
})
