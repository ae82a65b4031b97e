import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancellationRefund } from './cancellation.ts'

const HOUR = 3_600_000
const pickupAt = new Date('2026-04-10T10:00:00+03:00')
const longAgo = new Date('2026-03-01T10:00:00+03:00')
const trip = (totalDays: number, bookedAt = longAgo) => ({
  paid: totalDays * 4_501,
  pricePerDay: 4_501,
  totalDays,
  pickupAt,
  bookedAt,
})
const hoursBefore = (hours: number) => new Date(pickupAt.getTime() - hours * HOUR)

test('until 24 hours before pickup everything comes back', () => {
  expect(cancellationRefund(trip(5), hoursBefore(24))).toEqual({
    paid: 22_505,
    kept: 0,
    refund: 22_505,
    free: true,
  })
})

test('later a day is kept of a long rental, half a day of a short one', () => {
  const late = new Date(hoursBefore(24).getTime() + 1)
  expect(cancellationRefund(trip(3), late)).toEqual({ paid: 13_503, kept: 4_501, refund: 9_002, free: false })
  expect(cancellationRefund(trip(2), late)).toEqual({ paid: 9_002, kept: 2_251, refund: 6_751, free: false })
})

test('within an hour of booking everything comes back, however near the pickup is', () => {
  const bookedAt = hoursBefore(3)
  expect(cancellationRefund(trip(1, bookedAt), hoursBefore(2))).toMatchObject({ kept: 0, free: true })
  expect(cancellationRefund(trip(1, bookedAt), hoursBefore(1.9))).toMatchObject({ kept: 2_251, free: false })
})

test('what is kept and what comes back are always the whole payment, and neither is below nothing', () => {
  fc.assert(
    fc.property(
      fc.record({
        paid: fc.integer({ min: 0, max: 1_000_000 }),
        pricePerDay: fc.integer({ min: 1, max: 100_000 }),
        totalDays: fc.integer({ min: 1, max: 90 }),
        booked: fc.integer({ min: 0, max: 9_000 }),
        cancelled: fc.integer({ min: -100, max: 9_000 }),
      }),
      ({ booked, cancelled, ...facts }) => {
        const booking = { ...facts, pickupAt, bookedAt: hoursBefore(booked) }
        const { paid, kept, refund } = cancellationRefund(booking, hoursBefore(Math.min(booked, cancelled)))
        expect(kept + refund).toBe(paid)
        expect(Math.min(kept, refund)).toBeGreaterThanOrEqual(0)
        expect(kept).toBeLessThanOrEqual(facts.pricePerDay)
        expect(Number.isInteger(refund)).toBe(true)
      },
    ),
  )
})
