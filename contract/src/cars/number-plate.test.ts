import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberPlateInput, readNumberPlate } from './number-plate.ts'

const spellings: readonly (readonly [string, string])[] = [
  ['KDA 123A', 'KDA 123A'],
  ['kda123a', 'KDA 123A'],
  ['Kda 123 a', 'KDA 123A'],
  [' k d a-1 2 3.a ', 'KDA 123A'],
  ['KDA-123A', 'KDA 123A'],
  ['KDA\u2011123A', 'KDA 123A'],
  ['KDA\u2013123A', 'KDA 123A'],
  ['KDA\u00a0123A', 'KDA 123A'],
  ['KDA.123.A', 'KDA 123A'],
  ['KDA/123A', 'KDA 123A'],
  ['KDA_123A', 'KDA 123A'],
  ['KDA\t123A\n', 'KDA 123A'],
  ['\u202aKDA 123A\u202c', 'KDA 123A'],
  ['KDA\u200b123A', 'KDA 123A'],
  ['ＫＤＡ 123A', 'KDA 123A'],
  ['KDA １２３A', 'KDA 123A'],
  ['KDA 1O3A', 'KDA 103A'],
  ['KDA 12IA', 'KDA 121A'],
  ['KAB 123', 'KAB 123'],
  ['kab123', 'KAB 123'],
  ['KMCA 123A', 'KMCA 123A'],
  ['kmfz 456x', 'KMFZ 456X'],
  ['KMEL012B', 'KMEL 012B'],
  ['KTWA 123A', 'KTWA 123A'],
  ['ktwb987c', 'KTWB 987C'],
  ['KHMA 123A', 'KHMA 123A'],
  ['khma 0I2b', 'KHMA 012B'],
  ['KTCB 456C', 'KTCB 456C'],
  ['ktcb456', 'KTCB 456'],
  ['ZC 1234', 'ZC 1234'],
  ['zd5678', 'ZD 5678'],
  ['ZF-0123', 'ZF 0123'],
  ['GK A123B', 'GK A123B'],
  ['gk b123c', 'GK B123C'],
  ['47CG012A', '47 CG 012A'],
  ['1 cg 123', '1 CG 123'],
  ['gvn037a', 'GVN 037A'],
  ['12 KA 34', '12 KA 34'],
  ['123cd4k', '123 CD 4K'],
  ['12 CD 34 K', '12 CD 34K'],
  ['29UN123K', '29 UN 123K'],
  ['29 un 45', '29 UN 45'],
  ['UAX 123B', 'UAX 123B'],
  ['ua 001ab', 'UA 001AB'],
  ['T 123 ABC', 'T 123 ABC'],
  ['t123abc', 'T 123 ABC'],
  ['RAB 123C', 'RAB 123C'],
  ['SSD 123A', 'SSD 123A'],
]

test.each(spellings)('%j is the plate %s', (typed, plate) => {
  expect(readNumberPlate(typed)).toBe(plate)
})

test('more than 40 spellings are tried', () => {
  expect(new Set(spellings.map(([typed]) => typed)).size).toBeGreaterThan(40)
})

test.each([
  '',
  'KDA',
  '123A',
  'KDA 12A',
  'KDA 1234',
  'KHXA 123A',
  'KTDB 123A',
  'ADA 123A',
  'KDA 123AB',
  'KDA 123A; x',
  'KIA 123A',
  'KOA 123A',
  'KDA 123O',
  'KD0 123A',
  'KDÄ 123A',
  'hello',
])('%j is no plate', (typed) => {
  expect(readNumberPlate(typed)).toBeUndefined()
})

test('a plate that was read is read as the same again, however it is spaced', () => {
  const typed = fc.stringMatching(/^[Kk] ?[A-HJ-NP-Za-hj-np-z]{2}[ -]?\d{3} ?[A-HJ-NP-Za-hj-np-z]?$/)
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
