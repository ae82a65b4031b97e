import { showKsh } from '@twende/contract/money.ts'
import type { DayFigures } from '@twende/contract/today/today-routes.ts'
import { m } from '@twende/messages'
import { weekdayName } from '../frame/format-time.ts'

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

/** A day of somebody who may see money. */
export type MoneyOfDay = { day: string; money: NonNullable<DayFigures['money']> }

const sumOf = ({ money }: MoneyOfDay): number => Object.values(money).reduce((sum, part) => sum + part, 0)

/** What the week's money says, in a sentence. */
export function moneySentence(days: readonly MoneyOfDay[]): string {
  const total = days.reduce((sum, day) => sum + sumOf(day), 0)
  const best = bestOf(days, sumOf)
  if (total === 0 || !best) return m.admin_today_no_money()
  return m.admin_today_money_sentence({
    total: showKsh(total),
    weekday: weekdayName(best.day, 'long'),
    best: showKsh(sumOf(best)),
  })
}

/** What the week's bookings say, in a sentence. */
export function bookingsSentence(days: readonly DayFigures[]): string {
  const total = days.reduce((sum, { bookings }) => sum + bookings, 0)
  const best = bestOf(days, ({ bookings }) => bookings)
  if (total === 0 || !best) return m.admin_today_no_bookings()
  return m.admin_today_bookings_sentence({
    count: total,
    weekday: weekdayName(best.day, 'long'),
    best: best.bookings,
  })
}

function bestOf<Day>(days: readonly Day[], measure: (day: Day) => number): Day | undefined {
  return days.toSorted((one, other) => measure(other) - measure(one))[0]
}
