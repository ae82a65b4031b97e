import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberPlateInput, readNumberPlate } from './number-plate.ts'

test.each([
  ['KDA 123A', 'KDA 123A'],
  ['kda123a', 'KDA 123A'],
  [' k d a-1 2 3.a ', 'KDA 123A'],
  ['KAB 123', 'KAB 123'],
  ['gk b123c', 'GK B123C'],
  ['47CG012A', '47 CG 012A'],
  ['123cd4k', '123 CD 4K'],
])('%j is the plate %s', (typed, plate) => {
  expect(readNumberPlate(typed)).toBe(plate)
})

test.each([
  '',
  'KDA',
  '123A',
  'KDA 12A',
  'KDA 1234',
  'ADA 123A',
  'KDA 123AB',
  'KDA 123A; x',
  'ＫＤＡ 123A',
  'KDA 1２3A',
])('%j is no plate', (typed) => {
  expect(readNumberPlate(typed)).toBeUndefined()
})

test('a plate that was read is read as the same again, however it is spaced', () => {
  const typed = fc.stringMatching(/^[Kk] ?[A-Za-z]{2}[ -]?\d{3} ?[A-Za-z]?$/)
  fc.assert(
    fc.property(typed, (text) => {
      const plate = readNumberPlate(text)
      expect(plate).toMatch(/^K[A-Z]{2} \d{3}[A-Z]?$/)
      expect(readNumberPlate(plate ?? '')).toBe(plate)
      expect(readNumberPlate((plate ?? '').replace(' ', '').toLowerCase())).toBe(plate)
    }),
  )
})

test('a form may leave it empty, and is told how a plate is written', () => {
  expect(NumberPlateInput.parse('  ')).toBe('')
  expect(NumberPlateInput.safeParse('hello').error?.issues[0]?.message).toBe(
    'Please write the plate as it is on the car, for example KDA\u00a0123A',
  )
})
