import fc from 'fast-check'
import { expect, test } from 'vitest'
import { additionalDrivers } from './additional-drivers.ts'
import { DRIVER_STATUSES } from './driver.ts'
import { DRIVER_PROBLEMS } from './driver-rules.ts'

const approved = { status: 'approved', problems: [] } as const
const waiting = { status: 'submitted', problems: [] } as const
const refused = { status: 'refused', problems: [] } as const
const tooYoung = { status: 'approved', problems: ['driver_too_young'] } as const

test.each([
  [{ booked: 2 }, [], { approved: 0, missing: 2, unbooked: 0 }],
  [{ booked: 2 }, [approved], { approved: 0, missing: 2, unbooked: 0 }],
  [{ booked: 2 }, [approved, approved, waiting], { approved: 1, missing: 0, unbooked: 0 }],
  [{ booked: 1 }, [approved, refused, tooYoung], { approved: 0, missing: 1, unbooked: 0 }],
  [{ booked: 0 }, [approved, waiting], { approved: 0, missing: 0, unbooked: 0 }],
  [{ booked: 1 }, [approved, approved, approved], { approved: 1, missing: 0, unbooked: 1 }],
  [{ booked: 0, price: 0 }, [approved, approved], { approved: 0, missing: 0, unbooked: 0 }],
  [{ booked: 1, hasChauffeur: true }, [approved], { approved: 1, missing: 0, unbooked: 0 }],
  [{ booked: 0, hasChauffeur: true }, [approved], { approved: 0, missing: 0, unbooked: 0 }],
])('%o with papers of %o: %o', (rental, drivers, expected) => {
  expect(additionalDrivers({ hasChauffeur: false, price: 1_000, ...rental }, drivers)).toMatchObject(expected)
})

const rental = fc.record({
  booked: fc.integer({ min: 0, max: 5 }),
  hasChauffeur: fc.boolean(),
  price: fc.integer({ min: 0, max: 5_000 }),
})
const driver = fc.record({
  status: fc.constantFrom(...DRIVER_STATUSES),
  problems: fc.subarray([...DRIVER_PROBLEMS]),
})

test('nobody is counted as approved and missing, and more papers are never more to send', () => {
  fc.assert(
    fc.property(rental, fc.array(driver, { maxLength: 8 }), driver, (booking, drivers, one) => {
      const before = additionalDrivers(booking, drivers)
      const after = additionalDrivers(booking, [...drivers, one])
      expect(before.approved + before.missing).toBeLessThanOrEqual(booking.booked)
      expect(after.missing).toBeLessThanOrEqual(before.missing)
      expect(after.approved).toBeGreaterThanOrEqual(before.approved)
      expect(after.unbooked).toBeGreaterThanOrEqual(before.unbooked)
      // Who is not booked is told of only when all who are booked may drive, or need not.
      if (before.unbooked > 0) expect(before.missing).toBe(0)
    }),
  )
})
