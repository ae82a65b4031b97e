import { expect, test } from 'vitest'
import { poolSize } from './database.ts'

test.each([1, 2, 4, 5, 6, 8, 11])('%i processes leave connections over', (workers) => {
  expect(poolSize(workers)).toBeGreaterThanOrEqual(2)
  expect(workers * (poolSize(workers) + 5)).toBeLessThan(97)
})

test('a process alone pools as many as it can use', () => {
  expect(poolSize(1)).toBe(16)
})
