import { expect, test } from 'vitest'
import { watchRest } from './collect-at-rest.ts'

/** A thread that works so many milliseconds before each tick; answers at which ticks it collected. */
function collectedAt(work: readonly number[], releases: readonly number[] = []): number[] {
  const collected: number[] = []
  let total = 0
  let tick = 0
  const watch = watchRest({
    workMs: () => total,
    collect: () => collected.push(tick),
    release: () => releases[tick] ?? 0,
  })
  for (tick = 0; tick < work.length; tick += 1) {
    total += work[tick] ?? 0
    watch()
  }
  return collected
}

test('garbage is collected once when a thread rests after work', () => {
  expect(collectedAt([9_000, 9_000, 0, 0, 0, 0])).toEqual([3])
  expect(collectedAt([9_000, 0, 0, 9_000, 0, 0])).toEqual([2, 5])
})

test('nothing is collected while it works, or after little work', () => {
  expect(collectedAt([9_000, 600, 600, 600, 0, 600, 0])).toEqual([])
  expect(collectedAt([900, 0, 0, 0, 0, 0])).toEqual([])
})

test('little work adds up', () => {
  expect(collectedAt([0, 0, ...Array.from({ length: 12 }, () => 190)])).toEqual([12])
})

test('what is released at rest is collected when it is much', () => {
  const mib = 1024 * 1024
  expect(collectedAt([0, 0, 0, 0, 0], [0, 3 * mib, 3 * mib, 3 * mib, 0])).toEqual([3])
})
