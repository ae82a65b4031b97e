import { expect, test } from 'vitest'
import { CANCELLATION_POLICY } from './cancellation.ts'
import { termsOfRenting } from './terms-of-renting.ts'

test.each([
  [60, 'more than an hour late'],
  [90, 'more than 90 minutes late'],
  [120, 'more than 2 hours late'],
])('the terms say after how many minutes (%s) a late car costs another day', (lateMinutes, words) => {
  const texts = termsOfRenting(CANCELLATION_POLICY, { depositDays: 2, lateMinutes }).flatMap(
    ({ body }) => body,
  )
  expect(texts.flat().join(' ')).toContain(words)
})
