import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StoredDocumentError, storedDocument } from './stored-document.ts'

const first = storedDocument('terms', z.object({ days: z.int() }))
const third = storedDocument('terms', z.object({ hours: z.int(), currency: z.string() }), [
  ({ days }) => ({ hours: Number(days) * 24 }),
  (stored) => ({ ...stored, currency: 'KES' }),
])

test('what is written carries its version and is read as it was', () => {
  expect(JSON.parse(first.write({ days: 2 }))).toEqual({ version: 1, days: 2 })
  const written = third.write({ hours: 5, currency: 'KES' })
  expect(JSON.parse(written)).toEqual({ version: 3, hours: 5, currency: 'KES' })
  expect(third.read(JSON.parse(written))).toEqual({ hours: 5, currency: 'KES' })
})

test.each([
  ['without a version', { days: 2 }],
  ['of version 1', { version: 1, days: 2 }],
  ['of version 2', { version: 2, hours: 48 }],
])('a document %s is brought to today’s shape', (_, stored) => {
  expect(third.read(stored)).toEqual({ hours: 48, currency: 'KES' })
})

test('an array is version 1 of a document', () => {
  const list = storedDocument('list', z.object({ plans: z.array(z.int()) }), [
    ({ items }) => ({ plans: items }),
  ])
  expect(list.read([1, 2])).toEqual({ plans: [1, 2] })
})

test.each([
  ['a newer version', { version: 4, hours: 48, currency: 'KES' }],
  ['no version', { version: 'two', hours: 48 }],
  ['version 0', { version: 0, days: 2 }],
  ['another shape', { version: 3, hours: 'many', currency: 'KES' }],
  ['nothing', null],
  ['a string', 'terms'],
])('%s is an error, never a default', (_, stored) => {
  expect(() => third.read(stored)).toThrow(StoredDocumentError)
})
