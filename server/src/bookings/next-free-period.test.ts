import { isRentable, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { addDays, daysBetween, nairobiInstant } from '@twende/contract/calendar-day.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFree, nextFreePeriod } from './quote-booking.ts'

const TODAY = '2026-04-01'
const NOW = nairobiInstant(TODAY, '09:00')
const time = fc.constantFrom(...HOURLY_TIMES)
const anyPeriod = fc
  .record({
    ahead: fc.nat({ max: 40 }),
    days: fc.integer({ min: 1, max: 6 }),
    pickupTime: time,
    dropoffTime: time,
  })
  .map(({ ahead, days, ...times }): RentalPeriod => {
    const startDate = addDays(TODAY, ahead)
    return { startDate, endDate: addDays(startDate, days), ...times }
  })
const anySpans = fc.array(
  fc
    .record({ start: fc.nat({ max: 1_200 }), hours: fc.integer({ min: 1, max: 200 }) })
    .map(({ start, hours }) => {
      const from = NOW.getTime() + start * 3_600_000
      return { from: new Date(from), until: new Date(from + hours * 3_600_000) }
    }),
  { maxLength: 12 },
)

test('the next free stay is free, later, as long, and no earlier day would do', () => {
  fc.assert(
    fc.property(anyPeriod, anySpans, (period, taken) => {
      const next = nextFreePeriod(period, { taken, rules: [], now: NOW })
      if (next === null) throw new Error('all spans end within a year, so something is free')
      expect(isFree({ ...period, ...next }, taken)).toBe(true)
      expect(isRentable({ ...period, ...next }, NOW)).toBe(true)
      expect(daysBetween(next.startDate, next.endDate)).toBe(daysBetween(period.startDate, period.endDate))
      for (let later = 1; addDays(period.startDate, later) < next.startDate; later += 1) {
        const earlier = {
          startDate: addDays(period.startDate, later),
          endDate: addDays(period.endDate, later),
        }
        expect(isFree({ ...period, ...earlier }, taken)).toBe(false)
      }
    }),
  )
})

test('a car that is taken for longer than one may book ahead has no next free stay', () => {
  const always = [{ from: NOW, until: nairobiInstant('2028-01-01', '00:00') }]
  const period = { startDate: '2026-04-10', endDate: '2026-04-12', pickupTime: '10:00', dropoffTime: '10:00' }
  expect(nextFreePeriod(period, { taken: always, rules: [], now: NOW })).toBeNull()
})
