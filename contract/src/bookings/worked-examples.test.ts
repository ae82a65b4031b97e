import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CANCELLATION_POLICY, cancellationRefund } from './cancellation.ts'
import { rentalDays } from './rental-period.ts'
import { rentalPrice } from './rental-price.ts'

// Every figure below was computed by hand from the specification (section 5: days × price a day, at least one day;
// section 9: insurance and discount are 0) and from the terms that customers read. None was copied from a run.

describe('worked examples of the price', () => {
  test.each([
    // start, end, a day, days, total
    ['one night', '2026-04-10', '2026-04-11', 4_500, 1, 4_500],
    ['five days', '2026-04-10', '2026-04-15', 4_500, 5, 22_500],
    ['the same day is charged as one', '2026-04-10', '2026-04-10', 4_500, 1, 4_500],
    ['end of April', '2026-04-29', '2026-05-02', 3_333, 3, 9_999],
    ['end of February', '2026-02-27', '2026-03-01', 5_000, 2, 10_000],
    ['end of February in a leap year', '2028-02-27', '2028-03-01', 5_000, 3, 15_000],
    ['new year', '2026-12-31', '2027-01-03', 6_000, 3, 18_000],
    ['a whole month', '2026-07-01', '2026-07-31', 2_999, 30, 89_970],
  ])('%s: %s to %s at Ksh %i', (_, start, end, perDay, days, total) => {
    expect(rentalPrice(perDay, start, end)).toEqual({
      pricePerDay: perDay,
      totalDays: days,
      totalAmount: total,
      insuranceCost: 0,
      discount: 0,
      finalAmount: total,
      dailyPrices: Array(days).fill({ price: perDay, insurance: 0 }),
      discountPercent: 0,
      dailyRules: Array(days).fill(null),
      discountRule: null,
      fewestDays: 1,
    })
  })
})

/** "Free until 24 hours before pickup, or within an hour of booking; then half a day up to two days, else one day." */
const ours = {
  freeHoursBefore: 24,
  freeMinutesAfter: 60,
  shortDays: 2,
  keptOfShortPercent: 50,
  keptOfLongDays: 1,
}
/** "Free until 48 hours before pickup; then 25% of a day up to three days, else two days." */
const strict = {
  freeHoursBefore: 48,
  freeMinutesAfter: 0,
  shortDays: 3,
  keptOfShortPercent: 25,
  keptOfLongDays: 2,
}

test('the terms in force at first are those of the worked examples', () => {
  expect(CANCELLATION_POLICY).toEqual(ours)
})

// Times are Nairobi's, which is three hours ahead of UTC.
const nairobi = (text: string) => new Date(`${text.replace(' ', 'T')}+03:00`)
const LONG_AGO = '2026-01-05 12:00:00'

type Example = {
  name: string
  days: number
  perDay: number
  pickup: string
  booked?: string
  cancelled: string
  /** What was paid; the whole price where it is not stated. */
  paid?: number
  terms?: typeof ours
  kept: number
  refund: number
}

const pickup = '2026-04-10 10:00:00'
const examples: Example[] = [
  {
    name: 'exactly 24 hours before pickup',
    days: 5,
    perDay: 4_500,
    pickup,
    cancelled: '2026-04-09 10:00:00',
    kept: 0,
    refund: 22_500,
  },
  {
    name: 'a millisecond later',
    days: 5,
    perDay: 4_500,
    pickup,
    cancelled: '2026-04-09 10:00:00.001',
    kept: 4_500,
    refund: 18_000,
  },
  {
    name: 'two days, late: 2,250.50 is rounded up',
    days: 2,
    perDay: 4_501,
    pickup,
    cancelled: '2026-04-10 09:00:00',
    kept: 2_251,
    refund: 6_751,
  },
  {
    name: 'three days, late',
    days: 3,
    perDay: 4_501,
    pickup,
    cancelled: '2026-04-10 09:00:00',
    kept: 4_501,
    refund: 9_002,
  },
  {
    name: 'one day, late',
    days: 1,
    perDay: 3_000,
    pickup,
    cancelled: '2026-04-10 09:59:59',
    kept: 1_500,
    refund: 1_500,
  },
  {
    name: 'pickup just after midnight, 24 hours before, still yesterday in UTC',
    days: 1,
    perDay: 3_000,
    pickup: '2026-04-10 00:30:00',
    cancelled: '2026-04-09 00:30:00',
    kept: 0,
    refund: 3_000,
  },
  {
    name: 'pickup just after midnight, a minute too late',
    days: 1,
    perDay: 3_000,
    pickup: '2026-04-10 00:30:00',
    cancelled: '2026-04-09 00:31:00',
    kept: 1_500,
    refund: 1_500,
  },
  {
    name: 'pickup on the first of a month',
    days: 4,
    perDay: 5_000,
    pickup: '2026-03-01 08:00:00',
    cancelled: '2026-02-28 08:00:00',
    kept: 0,
    refund: 20_000,
  },
  {
    name: 'pickup on the first of a month, late on the last of the month before',
    days: 4,
    perDay: 5_000,
    pickup: '2026-03-01 08:00:00',
    cancelled: '2026-02-28 08:01:00',
    kept: 5_000,
    refund: 15_000,
  },
  {
    name: 'over new year',
    days: 3,
    perDay: 6_000,
    pickup: '2027-01-01 09:00:00',
    cancelled: '2026-12-31 23:59:59',
    kept: 6_000,
    refund: 12_000,
  },
  {
    name: 'exactly an hour after booking, pickup near',
    days: 1,
    perDay: 4_000,
    pickup,
    booked: '2026-04-10 07:00:00',
    cancelled: '2026-04-10 08:00:00',
    kept: 0,
    refund: 4_000,
  },
  {
    name: 'a millisecond more than an hour after booking',
    days: 1,
    perDay: 4_000,
    pickup,
    booked: '2026-04-10 07:00:00',
    cancelled: '2026-04-10 08:00:00.001',
    kept: 2_000,
    refund: 2_000,
  },
  {
    name: 'at the pickup time, half an hour after booking',
    days: 1,
    perDay: 4_000,
    pickup,
    booked: '2026-04-10 09:30:00',
    cancelled: '2026-04-10 10:00:00',
    kept: 0,
    refund: 4_000,
  },
  {
    name: 'after the pickup time, within an hour of booking',
    days: 1,
    perDay: 4_000,
    pickup,
    booked: '2026-04-10 09:30:00',
    cancelled: '2026-04-10 10:00:01',
    kept: 0,
    refund: 4_000,
  },
  {
    name: 'after the pickup time, an hour and a second after booking',
    days: 1,
    perDay: 4_000,
    pickup,
    booked: '2026-04-10 09:30:00',
    cancelled: '2026-04-10 10:30:01',
    kept: 2_000,
    refund: 2_000,
  },
  {
    name: 'hours after pickup',
    days: 3,
    perDay: 4_500,
    pickup,
    cancelled: '2026-04-10 15:00:00',
    kept: 4_500,
    refund: 9_000,
  },
  {
    name: 'part paid, less than what is kept',
    days: 3,
    perDay: 4_500,
    pickup,
    cancelled: '2026-04-10 09:00:00',
    paid: 1_000,
    kept: 1_000,
    refund: 0,
  },
  {
    name: 'part paid, more than what is kept',
    days: 3,
    perDay: 4_500,
    pickup,
    cancelled: '2026-04-10 09:00:00',
    paid: 5_000,
    kept: 4_500,
    refund: 500,
  },
  {
    name: 'nothing paid',
    days: 3,
    perDay: 4_500,
    pickup,
    cancelled: '2026-04-10 09:00:00',
    paid: 0,
    kept: 0,
    refund: 0,
  },
  {
    name: 'strict terms, exactly 48 hours before pickup',
    days: 4,
    perDay: 4_999,
    pickup,
    cancelled: '2026-04-08 10:00:00',
    terms: strict,
    kept: 0,
    refund: 19_996,
  },
  {
    name: 'strict terms, a second later',
    days: 4,
    perDay: 4_999,
    pickup,
    cancelled: '2026-04-08 10:00:01',
    terms: strict,
    kept: 9_998,
    refund: 9_998,
  },
  {
    name: 'strict terms, three days: 1,249.75 is rounded up',
    days: 3,
    perDay: 4_999,
    pickup,
    cancelled: '2026-04-09 10:00:00',
    terms: strict,
    kept: 1_250,
    refund: 13_747,
  },
  {
    name: 'strict terms, a minute after booking',
    days: 3,
    perDay: 4_000,
    pickup,
    booked: '2026-04-09 10:00:00',
    cancelled: '2026-04-09 10:01:00',
    terms: strict,
    kept: 1_000,
    refund: 11_000,
  },
]

/** The same price on each day. */
const flat = (price: number, days: number) => Array.from({ length: days }, () => ({ price }))

test.each(examples)('worked example of a refund: $name', (example) => {
  const { days, perDay, kept, refund, terms = ours } = example
  const booking = {
    paid: example.paid ?? days * perDay,
    totalDays: days,
    dailyPrices: flat(perDay, days),
    pickupAt: nairobi(example.pickup),
    bookedAt: nairobi(example.booked ?? LONG_AGO),
  }
  expect(cancellationRefund(booking, terms, nairobi(example.cancelled))).toMatchObject({ kept, refund })
})

/** The days charged, counted one by one. */
function countDays(start: string, end: string): number {
  const day = new Date(`${start}T12:00:00Z`)
  let count = 0
  while (day.toISOString().slice(0, 10) < end) {
    day.setUTCDate(day.getUTCDate() + 1)
    count += 1
  }
  return count === 0 ? 1 : count
}

type Booked = { paid: number; pricePerDay: number; totalDays: number; pickupAt: Date; bookedAt: Date }

/** A second implementation, written from the sentences that customers read and not from the rule. */
function refundBySecondImplementation(booking: Booked, terms: typeof ours, cancelledAt: Date): number {
  const minutesToPickup = (booking.pickupAt.getTime() - cancelledAt.getTime()) / 60_000
  const minutesSinceBooking = (cancelledAt.getTime() - booking.bookedAt.getTime()) / 60_000
  if (minutesToPickup >= 0 && minutesToPickup >= terms.freeHoursBefore * 60) return booking.paid
  if (minutesSinceBooking <= terms.freeMinutesAfter) return booking.paid
  let fee = 0n
  if (booking.totalDays <= terms.shortDays) {
    // Hundredths of a shilling; a part of a shilling counts as a whole one.
    const hundredths = BigInt(booking.pricePerDay) * BigInt(terms.keptOfShortPercent)
    fee = (hundredths + 99n) / 100n
  } else {
    const keptDays = Math.min(terms.keptOfLongDays, booking.totalDays)
    for (let day = 0; day < keptDays; day += 1) fee += BigInt(booking.pricePerDay)
  }
  return Math.max(0, booking.paid - Number(fee))
}

test('the rule and the second implementation agree about any booking, cancelled at any minute', () => {
  const terms = fc.record({
    freeHoursBefore: fc.nat({ max: 336 }),
    freeMinutesAfter: fc.nat({ max: 1_440 }),
    shortDays: fc.nat({ max: 30 }),
    keptOfShortPercent: fc.nat({ max: 100 }),
    keptOfLongDays: fc.nat({ max: 7 }),
  })
  const facts = fc.record({
    pricePerDay: fc.integer({ min: 1, max: 100_000 }),
    totalDays: fc.integer({ min: 1, max: 90 }),
    paid: fc.nat({ max: 1_000_000 }),
    bookedBefore: fc.integer({ min: -60, max: 30_000 }),
    cancelledBefore: fc.integer({ min: -3_000, max: 30_000 }),
  })
  fc.assert(
    fc.property(terms, facts, (policy, { bookedBefore, cancelledBefore, ...price }) => {
      const at = (minutes: number) => new Date(nairobi(pickup).getTime() - minutes * 60_000)
      const booking = { ...price, pickupAt: nairobi(pickup), bookedAt: at(bookedBefore) }
      const cancelledAt = at(Math.min(bookedBefore, cancelledBefore))
      const dailyPrices = flat(price.pricePerDay, price.totalDays)
      const { refund } = cancellationRefund({ ...booking, dailyPrices }, policy, cancelledAt)
      expect(refund).toBe(refundBySecondImplementation(booking, policy, cancelledAt))
    }),
    { numRuns: 2_000 },
  )
})

test('the days charged are the days counted one by one', () => {
  const day = fc.integer({ min: 0, max: 1_200 }).map((days) => {
    return new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)
  })
  fc.assert(
    fc.property(day, day, (start, end) => {
      expect(rentalDays(start, end)).toBe(countDays(start, end))
    }),
    { numRuns: 500 },
  )
})
