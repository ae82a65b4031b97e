import { describe, expect, test } from 'vitest'
import { SeenAt } from './text.ts'

describe('when something was seen', () => {
  test.each(['2026-04-01T06:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'is an instant that we could have written: %s',
    (text) => {
      expect(SeenAt.safeParse(text).success).toBe(true)
    },
  )

  test.each([
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    '2026-04-01',
    '2026-04-01T06:00:00Z',
    '2026-02-30T06:00:00.000Z',
    'now',
    '',
  ])('is nothing else: %s', (text) => {
    expect(SeenAt.safeParse(text).success).toBe(false)
  })
})
