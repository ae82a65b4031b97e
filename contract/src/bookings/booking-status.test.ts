import { expect, test } from 'vitest'
import {
  awaitsReturn,
  BOOKING_STATUSES,
  bookingMoves,
  LIVE_BOOKING_STATUSES,
  mayMove,
} from './booking-status.ts'

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

test('a completed booking is final but for its return and a mistake, and a cancelled one but for a late payment and a mistake', () => {
  const leaving = (status: string) =>
    Object.entries(bookingMoves)
      .filter(([, { from }]) => from.some((start: string) => start === status))
      .map(([name]) => name)
  expect(leaving('completed')).toEqual([
    'takeBackLate',
    'undoComplete',
    'undoReturn',
    'undoLateReturn',
    'withdrawLoss',
  ])
  expect(leaving('cancelled')).toEqual(['revive', 'undoCancel'])
})

test('a rental under way ends by its return or its loss, and never by the clock', () => {
  const ends = Object.entries(bookingMoves).filter(([, { from }]) =>
    from.some((start: string) => start === 'active'),
  )
  expect(ends.map(([name, { by }]) => [name, by])).toEqual([
    ['takeBack', ['staff']],
    ['markLost', ['staff']],
  ])
})

test('the return of a completed rental is recorded where it has none', () => {
  const completed = { status: 'completed', handover: {}, handoverReturn: null } as const
  expect(awaitsReturn(completed)).toBe(true)
  expect(awaitsReturn({ ...completed, handoverReturn: {} })).toBe(false)
  expect(awaitsReturn({ ...completed, handover: null })).toBe(false)
  expect(awaitsReturn({ ...completed, status: 'confirmed' })).toBe(false)
  expect(awaitsReturn({ ...completed, status: 'active' })).toBe(true)
})

test('the live bookings are those that are neither over nor cancelled', () => {
  expect(LIVE_BOOKING_STATUSES).toEqual(
    BOOKING_STATUSES.filter((status) => status !== 'completed' && status !== 'cancelled'),
  )
})
