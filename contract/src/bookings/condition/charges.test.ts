import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RENTAL_TERMS } from '../../business-constants.ts'
import { lateDays, MOST_CHARGED, type ReturnFacts, suggestCharges } from './charges.ts'

const dueAt = new Date('2026-04-13T10:00:00+03:00')
const minutesLate = (minutes: number) => new Date(dueAt.getTime() + minutes * 60_000)

const facts: ReturnFacts = {
  terms: { ...RENTAL_TERMS, kmPerDay: 200, extraKm: 0 },
  pricePerDay: 4_500,
  totalDays: 3,
  dueAt,
  returnedAt: dueAt,
  handover: { km: 42_000, fuel: 8 },
  returned: { km: 42_500, fuel: 8 },
  needsCleaning: false,
  newMarks: [],
}

describe('charges suggested at a return', () => {
  test('are none for a car that comes back as agreed', () => {
    expect(suggestCharges(facts)).toEqual([])
  })

  test('are 120 kilometres at 25, two eighths at 1,200, a day, the cleaning and a mark without amount', () => {
    const returned = { km: 42_720, fuel: 6 }
    const worst = { returned, returnedAt: minutesLate(61), needsCleaning: true, newMarks: [{ id: 'a' }] }
    expect(suggestCharges({ ...facts, ...worst })).toEqual([
      { kind: 'kilometres', quantity: 120, amount: 3_000, markId: null },
      { kind: 'fuel', quantity: 2, amount: 2_400, markId: null },
      { kind: 'late', quantity: 1, amount: 4_500, markId: null },
      { kind: 'cleaning', quantity: null, amount: 1_500, markId: null },
      { kind: 'damage', quantity: null, amount: null, markId: 'a' },
    ])
  })

  test.each([
    [-600, 0],
    [60, 0],
    [61, 1],
    [24 * 60, 1],
    [25 * 60, 1],
    [25 * 60 + 1, 2],
    [49 * 60 + 1, 3],
  ])('%i minutes late are %i further days', (minutes, days) => {
    expect(lateDays({ ...facts, returnedAt: minutesLate(minutes) })).toBe(days)
  })

  test('leave out what was not written down at the handover', () => {
    const unknown = { ...facts, returned: { km: 99_000, fuel: 0 } }
    expect(suggestCharges({ ...unknown, handover: null })).toEqual([])
    expect(suggestCharges({ ...unknown, handover: { km: 99_000, fuel: null } })).toEqual([])
  })

  const anyFacts = fc.record({
    terms: fc.record({
      extraKmRate: fc.integer({ min: 0, max: 1_000 }),
      fuelPerEighth: fc.integer({ min: 0, max: 20_000 }),
      lateMinutes: fc.integer({ min: 0, max: 1_440 }),
      cleaningFee: fc.integer({ min: 0, max: 50_000 }),
      depositDays: fc.constant(2),
      kmPerDay: fc.integer({ min: 1, max: 5_000 }),
      extraKm: fc.integer({ min: 0, max: 10_000 }),
    }),
    pricePerDay: fc.integer({ min: 1, max: 100_000 }),
    totalDays: fc.integer({ min: 1, max: 60 }),
    dueAt: fc.constant(dueAt),
    returnedAt: fc.integer({ min: -5_000, max: 50_000 }).map(minutesLate),
    handover: fc.record({ km: fc.integer({ min: 0, max: 500_000 }), fuel: fc.integer({ min: 0, max: 8 }) }),
    returned: fc.record({ km: fc.integer({ min: 0, max: 600_000 }), fuel: fc.integer({ min: 0, max: 8 }) }),
    needsCleaning: fc.boolean(),
    newMarks: fc.array(fc.record({ id: fc.uuid() }), { maxLength: 4 }),
  })

  test('are whole shillings, one line of each kind, and one for each new mark', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const lines = suggestCharges(given)
        const counted = lines.filter(({ kind }) => kind !== 'damage')
        expect(new Set(counted.map(({ kind }) => kind)).size).toBe(counted.length)
        expect(lines.length - counted.length).toBe(given.newMarks.length)
        for (const { amount } of counted) {
          expect(Number.isInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(MOST_CHARGED)
        }
      }),
    )
  })

  test('never fall when the car comes back later, farther driven or with less fuel', () => {
    const sum = (given: ReturnFacts) =>
      suggestCharges(given).reduce((total, { amount }) => total + (amount ?? 0), 0)
    const more = fc.record({ minutes: fc.nat(5_000), km: fc.nat(5_000), eighths: fc.nat(8) })
    fc.assert(
      fc.property(anyFacts, more, (given, { minutes, km, eighths }) => {
        const { returned, returnedAt } = given
        const worse = {
          ...given,
          returnedAt: new Date(returnedAt.getTime() + minutes * 60_000),
          returned: { km: returned.km + km, fuel: Math.max(0, returned.fuel - eighths) },
        }
        expect(sum(worse)).toBeGreaterThanOrEqual(sum(given))
      }),
    )
  })
})
