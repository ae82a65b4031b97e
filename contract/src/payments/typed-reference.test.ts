import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReference } from './typed-reference.ts'

test.each([
  ['BK1234', 'BK1234'],
  [' bk - 1234', 'BK1234'],
  ['b k 1 2 3 4', 'BK1234'],
  ['BK.1234.', 'BK1234'],
  ['\u202aBK1234\u202c', 'BK1234'],
  ['ＢＫ１２３４', 'BK1234'],
  ['BK123456', 'BK123456'],
  ['ord 12', 'ORD12'],
  ['dep-7', 'DEP7'],
  ['#CAR33', 'CAR33'],
  ['Acc BK1234', 'BK1234'],
  ['acc. no: bk1234', 'BK1234'],
  ['booking BK1234', 'BK1234'],
  ['Booking no. BK 1234', 'BK1234'],
  ['BK1234 Wanjiku', 'BK1234'],
  ['BK1234, John 0712345678', 'BK1234'],
  ['deposit DEP7', 'DEP7'],
  ['Order no. ORD-12', 'ORD12'],
  ['nafasi (BK1234)', 'BK1234'],
  ['BK1234 / BK1234', 'BK1234'],
])('%j names %s', (typed, reference) => {
  expect(readReference(typed)).toBe(reference)
})

test.each([
  '',
  'rent',
  'BK',
  'BK123',
  'BK1234567',
  '1234',
  'Acc 1234',
  // Two stand there.
  'BK1234 BK5678',
  'DEP7 for BK1234',
  'DEP7+BK1234',
  'BK1234 and BK 56 78',
  // The digits may be a part of more digits.
  'Acc BK12345678',
  'Acc BK1234 56',
  'BK1234 2 days',
  'BK1234-2 paid',
  'BK 12 34 Wanjiku',
  // The letters may be the end of a word, or a word.
  'ACCBK1234',
  'ÉBK1234',
  'SCAR12',
  'BK1234A',
  'BK1234É',
  'car 2 days',
  'for car 2',
  'dep 5000 John',
  'ord 12 pieces',
  'Order no. OR-12',
  'order 12',
])('%j names nothing', (typed) => {
  expect(readReference(typed)).toBeUndefined()
})

test('what is read stands in the text by itself, and is read as itself', () => {
  const piece = fc.constantFrom(
    'BK',
    'ORD',
    'CAR',
    'DEP',
    '1234',
    '5',
    ' ',
    '-',
    '.',
    'acc',
    'É',
    'bk9876',
    'no',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const text = pieces.join('')
      const reference = readReference(text)
      if (reference === undefined) return
      expect(readReference(reference)).toBe(reference)
      expect(text.toUpperCase().replace(/[^A-Z0-9]/g, '')).toContain(reference)
      expect(text.replace(/\D/g, '')).toContain(reference.replace(/\D/g, ''))
    }),
    { numRuns: 2_000 },
  )
})
