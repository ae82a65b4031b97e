import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChassisNumberInput, readChassisNumber } from './chassis-number.ts'

test.each([
  ['JTDBT923771012345', 'JTDBT923771012345'],
  [' jtdbt 9237 7101 2345 ', 'JTDBT923771012345'],
  ['NZE141-6012345', 'NZE1416012345'],
  ['dba-nt31-123456', 'DBANT31123456'],
])('%j is the chassis number %s', (typed, number) => {
  expect(readChassisNumber(typed)).toBe(number)
})

test.each([
  '',
  'ABC',
  'JTDBT92377101234O',
  'JTDBT9237710123456',
  'NOQUESTION',
  'ABCDEFGH',
  '12345; x',
  'JTDBT92377101234I',
])('%j is no chassis number', (typed) => {
  expect(readChassisNumber(typed)).toBeUndefined()
})

test('a chassis number that was read is read as the same again, however it is spaced', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-HJ-NPR-Za-hj-npr-z0-9]{3}[ -]?\d{5} ?[A-HJ-NPR-Z0-9]{0,4}$/),
      (typed) => {
        const number = readChassisNumber(typed)
        expect(number).toMatch(/^[A-HJ-NPR-Z0-9]{8,12}$/)
        expect(readChassisNumber(number ?? '')).toBe(number)
        expect(readChassisNumber((number ?? '').toLowerCase().replace(/^(...)/, '$1-'))).toBe(number)
      },
    ),
  )
})

test('a form may leave it empty, and is told where the number stands', () => {
  expect(ChassisNumberInput.parse('  ')).toBe('')
  expect(ChassisNumberInput.safeParse('hello').error?.issues[0]?.message).toContain('chassis number')
})
