import type { Random } from '../basic-deps.ts'

/** Draws `BK` and four digits; a digit more after every ten draws that were taken. */
export function drawReference(random: Random): (tried: number) => string {
  return (tried) => {
    const smallest = 10 ** (3 + Math.floor(tried / 10))
    return `BK${smallest + Math.floor(random() * 9 * smallest)}`
  }
}
