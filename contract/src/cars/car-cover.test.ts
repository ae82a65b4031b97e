import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../calendar-day.ts'
import { type DocumentDays, documentStage, findCoverGaps, REQUIRED_DOCUMENTS } from './car-cover.ts'

const START = '2026-03-01'
const day = (offset: number): Day => addDays(START, offset)
const insurance = (from: number, until: number): DocumentDays => ({
  kind: 'insurance',
  validFrom: day(from),
  validUntil: day(until),
})
const inspection = (from: number, until: number): DocumentDays => ({
  ...insurance(from, until),
  kind: 'inspection',
})
const period = { from: day(0), until: day(10) }

test('a car whose documents hold to the last day has no gap, and one that ends a day earlier has that day', () => {
  const covered = [insurance(-5, 10), inspection(0, 20)]
  expect(findCoverGaps(covered, period, { onlyRecorded: true })).toEqual([])
  expect(findCoverGaps([insurance(-5, 9), inspection(0, 20)], period, { onlyRecorded: true })).toEqual([
    { kind: 'insurance', from: day(10), until: day(10) },
  ])
})

test('a renewal that begins the day after leaves no gap, one that begins later leaves the days between', () => {
  expect(findCoverGaps([insurance(5, 30), insurance(-9, 4)], period, { onlyRecorded: false })).toEqual([])
  expect(findCoverGaps([insurance(7, 30), insurance(-9, 4)], period, { onlyRecorded: false })).toEqual([
    { kind: 'insurance', from: day(5), until: day(6) },
  ])
})

test('what is not recorded counts as missing only where the business says so; what is recorded always counts', () => {
  expect(findCoverGaps([], period, { onlyRecorded: false })).toEqual([])
  expect(findCoverGaps([], period, { onlyRecorded: true })).toEqual([
    { kind: 'insurance', ...period },
    { kind: 'inspection', ...period },
  ])
  expect(findCoverGaps([insurance(-9, -1)], period, { onlyRecorded: false })).toEqual([
    { kind: 'insurance', ...period },
  ])
  const withdrawn = { ...insurance(-9, 20), isWithdrawn: true }
  expect(findCoverGaps([withdrawn], period, { onlyRecorded: false })).toEqual([
    { kind: 'insurance', ...period },
  ])
})

test('a day is in a gap exactly when no document of the kind holds on it', () => {
  const document = fc.record({
    kind: fc.constantFrom('insurance' as const, 'inspection' as const, 'road' as const),
    from: fc.integer({ min: -20, max: 25 }),
    length: fc.integer({ min: 0, max: 15 }),
    isWithdrawn: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(document, { maxLength: 8 }), fc.boolean(), (drawn, onlyRecorded) => {
      const documents = drawn.map(({ kind, from, length, isWithdrawn }) => ({
        kind,
        isWithdrawn,
        validFrom: day(from),
        validUntil: day(from + length),
      }))
      const gaps = findCoverGaps(documents, period, { onlyRecorded })
      for (const kind of REQUIRED_DOCUMENTS) {
        const ofKind = documents.filter((each) => each.kind === kind)
        for (let offset = 0; offset <= 10; offset += 1) {
          const at = day(offset)
          const held = ofKind.some(
            (each) => !each.isWithdrawn && each.validFrom <= at && at <= each.validUntil,
          )
          const missing = ofKind.length === 0 ? onlyRecorded : !held
          expect(gaps.some((gap) => gap.kind === kind && gap.from <= at && at <= gap.until)).toBe(missing)
        }
      }
    }),
  )
})

test.each([
  [31, undefined],
  [30, 30],
  [15, 30],
  [14, 14],
  [4, 14],
  [3, 3],
  [0, 3],
  [-1, 0],
] as const)('a document with %i days left is at stage %s', (daysLeft, stage) => {
  expect(documentStage(daysLeft)).toBe(stage)
})
