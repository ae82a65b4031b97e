import { showKsh } from '@twende/contract/money.ts'
import type { DayFigures } from '@twende/contract/today/today-routes.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
const longWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** `Mon` */
export const dayWord = (day: string): string => weekday.format(new Date(`${day}T00:00:00Z`))
const longDayWord = (day: string): string => longWeekday.format(new Date(`${day}T00:00:00Z`))

/** `950`, `12k`, `1.2M`: what fits over a bar. */
export function shortNumber(n: number): string {
  if (n < 1_000) return String(n)
  if (n < 10_000) return `${trimmed(n / 1_000)}k`
  if (n < 999_500) return `${Math.round(n / 1_000)}k`
  return `${trimmed(n / 1_000_000)}M`
}

function trimmed(n: number): string {
  return n.toFixed(1).replace(/\.0$/, '')
}

const sumOf = ({ money }: DayFigures): number => money.booking + money.listing_period + money.order

/** What the week's money says, in a sentence. */
export function moneySentence(days: readonly DayFigures[]): string {
  const total = days.reduce((sum, day) => sum + sumOf(day), 0)
  const best = bestOf(days, sumOf)
  if (total === 0 || !best) return 'No money came in during the last seven days.'
  return `${showKsh(total)} came in, most of it on ${longDayWord(best.day)} (${showKsh(sumOf(best))}).`
}

/** What the week's bookings say, in a sentence. */
export function bookingsSentence(days: readonly DayFigures[]): string {
  const total = days.reduce((sum, { bookings }) => sum + bookings, 0)
  const best = bestOf(days, ({ bookings }) => bookings)
  if (total === 0 || !best) return 'No booking was made during the last seven days.'
  const made = total === 1 ? '1 booking was made' : `${total} bookings were made`
  return `${made}, most of them on ${longDayWord(best.day)} (${best.bookings}).`.replace(
    /^(1 booking was made), most of them on (\w+) \(1\)\.$/,
    '$1, on $2.',
  )
}

function bestOf(days: readonly DayFigures[], measure: (day: DayFigures) => number): DayFigures | undefined {
  return days.toSorted((one, other) => measure(other) - measure(one))[0]
}
