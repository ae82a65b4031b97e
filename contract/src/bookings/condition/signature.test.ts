import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned, Signature, signatureDocument, signaturePath } from './signature.ts'

const NAME = [
  [40, 120, 90, 40, 140, 180, 200, 60, 260, 170],
  [300, 60, 420, 150],
]

test('a name is a signature, and is stored as it was drawn', () => {
  expect(isSigned({ strokes: NAME })).toBe(true)
  expect(signatureDocument.read(JSON.parse(signatureDocument.write({ strokes: NAME })))).toEqual({
    strokes: NAME,
  })
  expect(signaturePath({ strokes: [[1, 2, 3, 4]] })).toBe('M1 2L3 4')
})

test.each([
  ['nothing', []],
  ['one dot', [[300, 120]]],
  [
    'a few dots',
    [
      [100, 120],
      [200, 120],
      [300, 120],
      [400, 120],
    ],
  ],
  ['a single short stroke', [[300, 120, 340, 130]]],
  ['one straight line', [[40, 120, 560, 120]]],
])('%s is none', (_, strokes) => {
  expect(isSigned({ strokes })).toBe(false)
  expect(Signature.safeParse({ strokes }).success).toBe(false)
})

test('strokes within a corner are none, however many there are', () => {
  const point = fc.tuple(fc.nat(50), fc.nat(50))
  const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 9 }), { maxLength: 20 })
  fc.assert(
    fc.property(strokes, (drawn) => {
      expect(isSigned({ strokes: drawn.map((stroke) => stroke.flat()) })).toBe(false)
    }),
  )
})

test('every path begins each stroke anew', () => {
  const strokes = fc.array(fc.array(fc.tuple(fc.nat(600), fc.nat(240)), { minLength: 1 }), { minLength: 1 })
  fc.assert(
    fc.property(strokes, (drawn) => {
      const path = signaturePath({ strokes: drawn.map((stroke) => stroke.flat()) })
      expect(path.split('M').length - 1).toBe(drawn.length)
      expect(path).toMatch(/^(M\d+ \d+(L\d+ \d+)+)+$/)
    }),
  )
})
