import { expect, test } from 'vitest'
import { keepAmounts } from './keep-amounts.ts'
import { readShillings, showKsh } from './money.ts'

test.each([
  ['3500000', 3_500_000],
  ['3,500,000', 3_500_000],
  ['3 500 000', 3_500_000],
  ['3\u00a0500\u00a0000', 3_500_000],
  ['3\u202f500\u202f000', 3_500_000],
  ['3.500.000', 3_500_000],
  ["3'500'000", 3_500_000],
  ['3,500,000.00', 3_500_000],
  ['3 500 000.00', 3_500_000],
  ['Ksh 3,500,000', 3_500_000],
  ['Kshs 3,500,000', 3_500_000],
  ['KSHS. 3,500,000/=', 3_500_000],
  ['Ksh.3,500,000/-', 3_500_000],
  ['KES 3,500,000', 3_500_000],
  ['kes3500000', 3_500_000],
  ['Shs 3,500,000', 3_500_000],
  ['Sh. 3,500,000', 3_500_000],
  ['3,500,000 Ksh', 3_500_000],
  ['3,500,000 bob', 3_500_000],
  ['3500000 shillings', 3_500_000],
  ['3.5M', 3_500_000],
  ['3.5 m', 3_500_000],
  ['3,5M', 3_500_000],
  ['Ksh 3.5 million', 3_500_000],
  ['milioni 3', undefined],
  ['3.25m', 3_250_000],
  ['950k', 950_000],
  ['950 K', 950_000],
  ['950 thousand', 950_000],
  ['1,200k', 1_200_000],
  ['2000', 2_000],
  ['2,000', 2_000],
  ['Ksh 2,000.00', 2_000],
  ['2000/=', 2_000],
  ['500.', 500],
  ['１２，０００', 12_000],
  ['\u200b2,000\u202c', 2_000],
  ['0', 0],
  ['', undefined],
  ['3.5', undefined],
  ['3.500', undefined],
  ['3,50', undefined],
  ['3,5000', undefined],
  ['35,00,000', undefined],
  ['-500', undefined],
  ['$500', undefined],
  ['500 USD', undefined],
  ['1.23456789m', undefined],
  ['0.0001k', undefined],
  ['2000 or 3000', undefined],
  ['free', undefined],
  ['9'.repeat(20), undefined],
])('%j is %s shillings', (typed, shillings) => {
  expect(readShillings(typed)).toBe(shillings)
})

test('an amount as every page shows it is read as the same', () => {
  for (const shillings of [0, 1, 999, 1_000, 12_500, 3_500_000]) {
    expect(readShillings(showKsh(shillings))).toBe(shillings)
  }
})

test('no amount of a text is broken into two lines', () => {
  expect(keepAmounts('From Ksh 1,500, or Ksh 2,000 a month. Prices in Ksh are whole.')).toBe(
    'From Ksh\u00a01,500, or Ksh\u00a02,000 a month. Prices in Ksh are whole.',
  )
})
