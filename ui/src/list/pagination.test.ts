import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownPages } from './pagination.tsx'

test('a long list shows its ends and the neighbours of the page in view', () => {
  expect(shownPages(6, 12)).toEqual([1, 5, 6, 7, 12])
  expect(shownPages(1, 12)).toEqual([1, 2, 12])
  expect(shownPages(2, 2)).toEqual([1, 2])
})

test('pages are shown once, in order, and exist', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (page, pages) => {
      const shown = shownPages(page, pages)
      expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b))
      expect(shown.every((n) => n >= 1 && n <= pages)).toBe(true)
      expect(shown).toContain(1)
      expect(shown).toContain(pages)
    }),
  )
})
