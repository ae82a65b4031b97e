import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Random } from '../basic-deps.ts'

const DAY_SIGNS = '123456789ABCDEFGHIJKLMNOPQRSTUV'
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const YEAR_OF_A = 2006

/** An M-Pesa receipt of the shape that Safaricom gives: year, month and day in its first three signs. */
export function drawReceipt(at: Date, random: Random): string {
  const [year = 0, month = 0, day = 0] = nairobiDay(at).split('-').map(Number)
  const letter = (number: number) => String.fromCharCode('A'.charCodeAt(0) + number)
  const rest = Array.from({ length: 7 }, () => SIGNS[Math.floor(random() * SIGNS.length)])
  return [letter((year - YEAR_OF_A) % 26), letter(month - 1), DAY_SIGNS[day - 1], ...rest].join('')
}
