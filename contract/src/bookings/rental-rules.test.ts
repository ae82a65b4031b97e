import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BOOKING_HORIZON_DAYS,
  HOURLY_TIMES,
  LONGEST_RENTAL_DAYS,
  TURNAROUND_HOURS,
} from '../business-constants.ts'
import { addDays, nairobiInstant } from '../calendar-day.ts'
import {
  earliestReturn,
  firstPickupDay,
  fromNextHour,
  isRentable,
  occupiedSpan,
  pickupHours,
  type RentalPeriod,
  rentalDays,
  spansOverlap,
} from './rental-period.ts'
import { rentalPrice } from './rental-price.ts'

/** In Nairobi the day has just begun. */
const NOW = new Date('2026-04-09T21:00:00Z')
const TODAY = '2026-04-10'
const stay = (startDate: string, endDate: string, pickupTime = '10:00', dropoffTime = '10:00') => ({
  startDate,
  endDate,
  pickupTime,
  dropoffTime,
})

const anyTime = fc.constantFrom(...HOURLY_TIMES)
const anyPeriod = fc
  .record({
    ahead: fc.integer({ min: 0, max: BOOKING_HORIZON_DAYS }),
    days: fc.integer({ min: 1, max: LONGEST_RENTAL_DAYS }),
    pickupTime: anyTime,
    dropoffTime: anyTime,
  })
  .map(({ ahead, days, ...times }): RentalPeriod => {
    const startDate = addDays(TODAY, ahead)
    return { startDate, endDate: addDays(startDate, days), ...times }
  })

describe('the days charged', () => {
  test.each([
    ['2026-04-10', '2026-04-11', 1],
    ['2026-04-10', '2026-04-12', 2],
    ['2026-04-10', '2026-04-10', 1],
    ['2026-04-12', '2026-04-10', 1],
    ['2026-02-27', '2026-03-01', 2],
    ['2028-02-27', '2028-03-01', 3],
    ['2026-12-31', '2027-01-01', 1],
  ])('from %s to %s are %i', (from, to, days) => expect(rentalDays(from, to)).toBe(days))

  test('never depend on the times of day', () => {
    fc.assert(
      fc.property(anyPeriod, anyTime, anyTime, (period, pickupTime, dropoffTime) => {
        const moved = { ...period, pickupTime, dropoffTime }
        expect(rentalDays(moved.startDate, moved.endDate)).toBe(rentalDays(period.startDate, period.endDate))
      }),
    )
  })
})

describe('the price', () => {
  test('is the days times the price a day, with nothing added or taken off', () => {
    fc.assert(
      fc.property(anyPeriod, fc.integer({ min: 1, max: 100_000 }), ({ startDate, endDate }, pricePerDay) => {
        const price = rentalPrice(pricePerDay, startDate, endDate)
        expect(price.finalAmount).toBe(rentalDays(startDate, endDate) * pricePerDay)
        expect(price).toMatchObject({ insuranceCost: 0, discount: 0, totalAmount: price.finalAmount })
        expect(Number.isInteger(price.finalAmount)).toBe(true)
      }),
    )
  })

  test('never falls when a day is added', () => {
    fc.assert(
      fc.property(anyPeriod, fc.integer({ min: 1, max: 100_000 }), ({ startDate, endDate }, pricePerDay) => {
        const shorter = rentalPrice(pricePerDay, startDate, endDate).finalAmount
        const longer = rentalPrice(pricePerDay, startDate, addDays(endDate, 1)).finalAmount
        expect(longer).toBe(shorter + pricePerDay)
      }),
    )
  })
})

describe('a period', () => {
  test('from today on, for a day or more and within the horizon, can be asked for', () => {
    fc.assert(
      fc.property(anyPeriod, (period) => {
        expect(isRentable(period, NOW)).toBe(true)
      }),
    )
  })

  test.each([
    ['yesterday', stay('2026-04-09', '2026-04-12')],
    ['the same day', stay(TODAY, TODAY, '08:00', '20:00')],
    ['backwards', stay('2026-04-12', '2026-04-11')],
    ['too long', stay(TODAY, addDays(TODAY, LONGEST_RENTAL_DAYS + 1))],
    ['too far ahead', stay(addDays(TODAY, 366), addDays(TODAY, 368))],
  ])('%s is refused', (_, period) => expect(isRentable(period, NOW)).toBe(false))

  test('may start today while it is still yesterday in London', () => {
    expect(NOW.toISOString().slice(0, 10)).toBe('2026-04-09')
    expect(isRentable(stay(TODAY, '2026-04-11'), NOW)).toBe(true)
  })

  test('begins at an hour that is not over', () => {
    const at = (time: string) => nairobiInstant(TODAY, time)
    const afternoon = new Date(at('17:00').getTime() + 8 * 60_000)
    expect(pickupHours(TODAY, afternoon)[0]).toBe('18:00')
    expect(pickupHours(TODAY, at('17:00'))[0]).toBe('17:00')
    expect(pickupHours('2026-04-11', afternoon)).toEqual(HOURLY_TIMES)
    expect(isRentable(stay(TODAY, '2026-04-11', '17:00'), afternoon)).toBe(false)
    expect(isRentable(stay(TODAY, '2026-04-11', '18:00'), afternoon)).toBe(true)
    expect(fromNextHour(stay(TODAY, '2026-04-11'), afternoon).pickupTime).toBe('18:00')
    expect(fromNextHour(stay(TODAY, '2026-04-11', '20:00'), afternoon).pickupTime).toBe('20:00')
    expect(fromNextHour(stay('2026-04-11', '2026-04-12'), afternoon).pickupTime).toBe('10:00')
    expect(firstPickupDay(afternoon)).toBe(TODAY)
    const night = new Date(at('23:00').getTime() + 60_000)
    expect(firstPickupDay(night)).toBe('2026-04-11')
    expect(fromNextHour(stay(TODAY, '2026-04-11'), night).pickupTime).toBe('10:00')
  })

  test('offers the day after pickup as the first day of return', () => {
    expect(earliestReturn('2026-04-30', TODAY)).toBe('2026-05-01')
    expect(earliestReturn(undefined, TODAY)).toBe(TODAY)
  })
})

describe('two rentals of one car', () => {
  test('overlap when, and only when, the clocks say so', () => {
    fc.assert(
      fc.property(anyPeriod, anyPeriod, (a, b) => {
        const hour = 3_600_000
        const starts = (period: RentalPeriod) => nairobiInstant(period.startDate, period.pickupTime).getTime()
        const freed = (period: RentalPeriod) =>
          nairobiInstant(period.endDate, period.dropoffTime).getTime() + TURNAROUND_HOURS * hour
        const apart = freed(a) <= starts(b) || freed(b) <= starts(a)
        expect(spansOverlap(occupiedSpan(a), occupiedSpan(b))).toBe(!apart)
        expect(spansOverlap(occupiedSpan(b), occupiedSpan(a))).toBe(!apart)
      }),
    )
  })

  test('may follow each other after the turnaround, not before', () => {
    const first = occupiedSpan(stay('2026-04-10', '2026-04-12', '10:00', '10:00'))
    expect(spansOverlap(first, occupiedSpan(stay('2026-04-12', '2026-04-13', '12:00')))).toBe(false)
    expect(spansOverlap(first, occupiedSpan(stay('2026-04-12', '2026-04-13', '11:00')))).toBe(true)
  })
})
