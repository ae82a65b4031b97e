import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { expect, test } from 'vitest'
import { cellsOf, freeStretch, inOrder } from './day-cells.ts'

function span(startsAt: string, endsAt: string, occupiedUntil = endsAt): CalendarSpan {
  const [start, end, until] = [startsAt, endsAt, occupiedUntil].map((wall) => `${wall}:00.000+03:00`)
  return {
    kind: 'booking',
    _id: startsAt,
    startsAt: start ?? '',
    endsAt: end ?? '',
    occupiedUntil: until ?? '',
    status: 'confirmed',
    carIsLost: false,
    reference: 'BK1234',
    label: 'Otieno Okello',
    imported: false,
  }
}

const early = new Date('2026-03-01T09:00:00+03:00')

test('a span lies from the hour it begins to the hour it ends', () => {
  const cells = cellsOf([span('2026-04-02T12:00', '2026-04-04T12:00')], '2026-04-01', 14)
  expect(cells[1]?.starts).toMatchObject([{ left: 0.5, width: 2 }])
  expect(cells.map(({ touching }) => touching.length).slice(0, 5)).toEqual([0, 1, 1, 1, 0])
})

test('a span that reaches beyond the days shown is cut at their ends', () => {
  const cells = cellsOf([span('2026-03-20T12:00', '2026-05-04T12:00')], '2026-04-01', 14)
  expect(cells[0]?.starts).toMatchObject([{ left: 0, width: 14 }])
  expect(cellsOf([span('2026-03-20T12:00', '2026-04-01T00:00')], '2026-04-01', 14)[0]?.starts).toEqual([])
})

test('chosen days begin after what ends on the first and end before what begins on the last', () => {
  const spans = [
    span('2026-04-01T10:00', '2026-04-03T10:00', '2026-04-03T12:00'),
    span('2026-04-06T14:00', '2026-04-08T10:00'),
  ]
  expect(freeStretch(spans, { first: '2026-04-03', last: '2026-04-06' }, early)).toEqual({
    startDate: '2026-04-03',
    startTime: '12:00',
    endDate: '2026-04-06',
    endTime: '12:00',
  })
})

test('one day means until the next, and today begins at the next full hour', () => {
  const now = new Date('2026-04-03T13:20:00+03:00')
  expect(freeStretch([], { first: '2026-04-03', last: '2026-04-03' }, now)).toEqual({
    startDate: '2026-04-03',
    startTime: '14:00',
    endDate: '2026-04-04',
    endTime: '18:00',
  })
})

test('days may be chosen backwards', () => {
  expect(inOrder('2026-04-06', '2026-04-03')).toEqual({ first: '2026-04-03', last: '2026-04-06' })
})
