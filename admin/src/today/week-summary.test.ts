import { expect, test } from 'vitest'
import { bookingsSentence, moneySentence, shortNumber } from './week-summary.ts'

const day = (date: string, came: number, bookings: number) => ({
  day: date,
  money: {
    booking: Math.max(came - 500, 0),
    deposit: Math.min(came, 500),
    listing_period: 0,
    order: 0,
    unmatched: 0,
  },
  bookings,
})

test('a week is told in a sentence, with its best day', () => {
  const days = [day('2026-12-07', 4_500, 1), day('2026-12-08', 13_000, 3)]
  expect(moneySentence(days)).toBe('Ksh 17,500 came in, most of it on Tuesday (Ksh 13,000).')
  expect(bookingsSentence(days)).toBe('4 bookings were made, most of them on Tuesday (3).')
  expect(bookingsSentence([day('2026-12-07', 0, 1)])).toBe('1 booking was made, on Monday.')
  expect(moneySentence([day('2026-12-07', 0, 0)])).toContain('No money')
  expect(bookingsSentence([day('2026-12-07', 0, 0)])).toContain('No booking')
})

test('numbers over bars are short', () => {
  const written = [0, 950, 1_000, 4_500, 12_400, 999_600, 1_250_000].map(shortNumber)
  expect(written).toEqual(['0', '950', '1k', '4.5k', '12k', '1M', '1.3M'])
})
