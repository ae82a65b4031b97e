import { expect, test } from 'vitest'
import { changesOf, subjectHref, valueWords } from './audit-words.ts'

test('a change is told field by field, in words', () => {
  const before = { status: 'pending', cancelled_at: null, paid: false }
  const after = { status: 'cancelled', cancelled_at: '2026-12-01T09:00:00+00:00', paid: false }
  expect(changesOf({ before, after })).toEqual([
    { field: 'Status', before: 'pending', after: 'cancelled' },
    { field: 'Cancelled at', before: 'nothing', after: '1 Dec 2026, 12:00' },
  ])
})

test('of a new thing only what it says is told', () => {
  expect(changesOf({ before: null, after: { id: 'x', reason: 'Service', note: '', price: 4500 } })).toEqual([
    { field: 'Reason', before: 'nothing', after: 'Service' },
    { field: 'Price', before: 'nothing', after: '4,500' },
  ])
})

test('lists and nested facts are read out', () => {
  expect(valueWords(['Air conditioning', 'Bluetooth'])).toBe('Air conditioning, Bluetooth')
  expect(valueWords({ km: 50_000, fuel_level: 'full' })).toBe('Km: 50,000; Fuel level: full')
  expect(valueWords([])).toBe('nothing')
})

test('things with a page lead to it', () => {
  expect(subjectHref('accounts', 'a b')).toBe('/admin/people/a%20b')
  expect(subjectHref('listings', '1')).toBe('/admin/listings/1?queue=all')
  expect(subjectHref('banners', '1')).toBeUndefined()
})
