import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CANCELLATION_POLICY, cancellationRefund, freeUntil, lateFee } from './cancellation.ts'
import { bookingTerms, policyPoints, policyWords } from './cancellation-format.ts'
import { CancellationPolicy } from './cancellation-policy.ts'

const HOUR = 3_600_000
const pickupAt = new Date('2026-04-10T10:00:00+03:00')
const longAgo = new Date('2026-03-01T10:00:00+03:00')
const flat = (price: number, days: number) => Array.from({ length: days }, () => ({ price }))
const trip = (totalDays: number, bookedAt = longAgo) => ({
  paid: totalDays * 4_501,
  totalDays,
  dailyPrices: flat(4_501, totalDays),
  pickupAt,
  bookedAt,
})
const hoursBefore = (hours: number) => new Date(pickupAt.getTime() - hours * HOUR)
const ours = CANCELLATION_POLICY

test('until 24 hours before pickup everything comes back', () => {
  expect(cancellationRefund(trip(5), ours, hoursBefore(24))).toEqual({
    paid: 22_505,
    kept: 0,
    refund: 22_505,
    free: true,
  })
})

test('later a day is kept of a long rental, half a day of a short one', () => {
  const late = new Date(hoursBefore(24).getTime() + 1)
  expect(cancellationRefund(trip(3), ours, late)).toEqual({
    paid: 13_503,
    kept: 4_501,
    refund: 9_002,
    free: false,
  })
  expect(cancellationRefund(trip(2), ours, late)).toEqual({
    paid: 9_002,
    kept: 2_251,
    refund: 6_751,
    free: false,
  })
})

test('within an hour of booking everything comes back, however near the pickup is', () => {
  const soon = trip(1, hoursBefore(3))
  expect(cancellationRefund(soon, ours, hoursBefore(2))).toMatchObject({ kept: 0, free: true })
  expect(cancellationRefund(soon, ours, hoursBefore(1.9))).toMatchObject({ kept: 2_251, free: false })
})

test('within an hour of booking everything comes back, also after the pickup', () => {
  const booked = trip(1, hoursBefore(0.5))
  expect(cancellationRefund(booked, ours, pickupAt)).toMatchObject({ kept: 0, free: true })
  expect(cancellationRefund(booked, ours, hoursBefore(-0.5))).toMatchObject({ kept: 0, free: true })
  expect(freeUntil(booked, ours)).toEqual(hoursBefore(-0.5))
  expect(cancellationRefund(booked, ours, hoursBefore(-0.6))).toEqual({
    paid: 4_501,
    kept: 2_251,
    refund: 2_250,
    free: false,
  })
  expect(cancellationRefund(trip(3, hoursBefore(0.5)), ours, hoursBefore(-0.6))).toMatchObject({
    kept: 4_501,
  })
})

const anyPolicy = fc
  .record({
    freeHoursBefore: fc.nat({ max: 336 }),
    freeMinutesAfter: fc.nat({ max: 1_440 }),
    shortDays: fc.nat({ max: 30 }),
    keptOfShortPercent: fc.nat({ max: 100 }),
    keptOfLongDays: fc.nat({ max: 7 }),
  })
  .filter((policy) => CancellationPolicy.safeParse(policy).success)

test('whatever the terms, what is kept and what comes back are the whole payment, and neither is below nothing', () => {
  fc.assert(
    fc.property(
      anyPolicy,
      fc.record({
        paid: fc.integer({ min: 0, max: 1_000_000 }),
        pricePerDay: fc.integer({ min: 1, max: 100_000 }),
        totalDays: fc.integer({ min: 1, max: 90 }),
        booked: fc.oneof(fc.integer({ min: -2, max: 9_000 }), fc.double({ min: -1, max: 1, noNaN: true })),
        cancelled: fc.oneof(
          fc.integer({ min: -100, max: 9_000 }),
          fc.double({ min: -1, max: 1, noNaN: true }),
        ),
      }),
      (policy, { booked, cancelled, ...facts }) => {
        const dailyPrices = flat(facts.pricePerDay, facts.totalDays)
        const booking = { ...facts, dailyPrices, pickupAt, bookedAt: hoursBefore(booked) }
        const now = hoursBefore(Math.min(booked, cancelled))
        const { paid, kept, refund, free } = cancellationRefund(booking, policy, now)
        expect(kept + refund).toBe(paid)
        expect(Math.min(kept, refund)).toBeGreaterThanOrEqual(0)
        expect(kept).toBe(free ? 0 : Math.min(lateFee(booking, policy), paid))
        expect(kept).toBeLessThanOrEqual(facts.pricePerDay * Math.min(facts.totalDays, 7))
        expect(free).toBe(now <= freeUntil(booking, policy))
        const isFirstMinutes =
          now.getTime() - hoursBefore(booked).getTime() <= policy.freeMinutesAfter * 60_000
        if (now > pickupAt) expect(free).toBe(isFirstMinutes)
        if (isFirstMinutes) expect(free).toBe(true)
        expect(Number.isInteger(refund)).toBe(true)
      },
    ),
  )
})

test('a longer rental never keeps more days than it has', () => {
  const keeps = (shortDays: number, keptOfLongDays: number) =>
    CancellationPolicy.safeParse({ ...ours, shortDays, keptOfLongDays }).success
  expect([keeps(0, 1), keeps(0, 2), keeps(2, 3), keeps(2, 4)]).toEqual([true, false, true, false])
})

test('the terms are told in words', () => {
  expect(policyWords(ours)).toBe(
    'Cancelling is free until 24 hours before pickup, or within an hour of booking. After that we keep one day’s price, or half a day’s price for rentals of up to two days.',
  )
  const strict = {
    freeHoursBefore: 1,
    freeMinutesAfter: 0,
    shortDays: 1,
    keptOfShortPercent: 25,
    keptOfLongDays: 2,
  }
  expect(policyPoints(strict)).toEqual([
    'Until an hour before pickup: everything you paid.',
    'Later than that, for a rental of one day: everything but 25% of a day’s price.',
    'Later than that, for a longer rental: everything but two days’ price.',
  ])
  const kind = { ...ours, freeHoursBefore: 0, shortDays: 0, keptOfLongDays: 0 }
  expect(policyWords(kind)).toBe('Cancelling is free until pickup. After that we keep nothing.')
})

test('and for one booking with its own day and sum', () => {
  const booked = {
    startDate: '2026-04-10',
    pickupTime: '10:00',
    createdAt: longAgo.toISOString(),
    totalDays: 5,
    dailyPrices: flat(4_500, 5),
    finalAmount: 22_500,
  }
  expect(bookingTerms({ ...booked, cancellation: ours })).toBe(
    'Cancelling is free until 9 Apr 2026, 10:00. After that we keep Ksh 4,500.',
  )
  const late = { ...booked, createdAt: '2026-04-10T07:30:00.000Z' }
  expect(bookingTerms({ ...late, cancellation: ours })).toBe(
    'Cancelling is free until 10 Apr 2026, 11:30. After that we keep Ksh 4,500.',
  )
  expect(bookingTerms({ ...late, cancellation: { ...ours, freeMinutesAfter: 0 } })).toBe(
    'Cancelling is not free: we keep Ksh 4,500.',
  )
  expect(bookingTerms({ ...booked, cancellation: { ...ours, keptOfLongDays: 0 } })).toBe(
    'Cancelling is free until the car is handed over.',
  )
})
