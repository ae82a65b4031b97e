import { expect, test } from 'vitest'
import { BOOKING_STATUSES, bookingMoves, LIVE_BOOKING_STATUSES, mayMove } from './booking-status.ts'

test('a customer may cancel what is pending or confirmed, and nothing else', () => {
  const cancellable = BOOKING_STATUSES.filter((status) => mayMove('cancel', status, 'customer'))
  expect(cancellable).toEqual(['pending', 'confirmed'])
})

test('a customer can make no move but cancelling', () => {
  const moves = Object.entries(bookingMoves).filter(([, { by }]) =>
    by.some((actor: string) => actor === 'customer'),
  )
  expect(moves.map(([name]) => name)).toEqual(['cancel'])
})

test('a completed booking is final, and a cancelled one moves only when a late payment revives it', () => {
  const leaving = (status: string) =>
    Object.entries(bookingMoves)
      .filter(([, { from }]) => from.some((start: string) => start === status))
      .map(([name]) => name)
  expect(leaving('completed')).toEqual([])
  expect(leaving('cancelled')).toEqual(['revive'])
})

test('the live bookings are those that are neither over nor cancelled', () => {
  expect(LIVE_BOOKING_STATUSES).toEqual(
    BOOKING_STATUSES.filter((status) => status !== 'completed' && status !== 'cancelled'),
  )
})
