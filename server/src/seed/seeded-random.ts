import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Random } from '../basic-deps.ts'

const DAY_SIGNS = '123456789ABCDEFGHIJKLMNOPQRSTUV'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const YEAR_OF_A = 2006

/** The same sequence of numbers every time (Mulberry32), so that every demo market is the same. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `least` to `most`. */
export function randomInteger(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

/** A random M-Pesa receipt in Safaricom's format: year, month and day are its first three characters. */
export function randomReceipt(at: Date, random: Random): string {
  const [year = 0, month = 0, day = 0] = nairobiDay(at).split('-').map(Number)
  const letter = (number: number) => String.fromCharCode('A'.charCodeAt(0) + number)
  const rest = Array.from({ length: 7 }, () => SIGNS[Math.floor(random() * SIGNS.length)])
  return [letter((year - YEAR_OF_A) % 26), letter(month - 1), DAY_SIGNS[day - 1], ...rest].join('')
}
