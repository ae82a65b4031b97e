import { routes } from '@twende/contract/routes.ts'
import { expect, test } from 'vitest'
import {
  accessSubject,
  actionLabel,
  codesOfFilter,
  filterWords,
  isExport,
  rowWords,
} from './access-labels.ts'

const record = {
  _id: 1,
  at: '2026-04-01T09:00:00.000Z',
  by: { _id: 'a', name: 'Mercy', email: 'm@example.com' },
  requestId: 'r',
  action: 'GET /api/admin/person/:accountId',
  summary: 'A person',
  subjectId: '0198c0de-0000-7000-8000-000000000001',
  filter: {},
  rowCount: 1,
}

test('a look at one person leads to that person, and a list to nothing', () => {
  expect(accessSubject(record)).toEqual({ label: 'Person', to: `/admin/people/${record.subjectId}` })
  expect(accessSubject({ ...record, action: 'GET /api/admin/people', subjectId: '' })).toBeUndefined()
})

test('what was opened of a booking leads to the booking', () => {
  const action = 'GET /api/booking/:bookingId/agreements'
  expect(accessSubject({ ...record, action })?.to).toBe(`/admin/bookings/${record.subjectId}`)
})

test('every route of personal data has a name', () => {
  const named = ['GET /api/admin/search']
  const unnamed = Object.entries(routes)
    .filter(([action, route]) => 'personalData' in route && route.personalData && !named.includes(action))
    .filter(([action, { summary }]) => actionLabel({ action, summary }) === summary)
  expect(unnamed.map(([action]) => action)).toEqual([])
})

test('what was opened is named, and a route without a name says what it is for', () => {
  expect(actionLabel(record)).toBe('A person')
  expect(actionLabel({ action: 'GET /api/admin/new', summary: 'Something new' })).toBe('Something new')
})

test('a filter reads as words', () => {
  const action = 'GET /api/admin/bookings'
  expect(filterWords({ action, filter: { search: 'Wa…', fromDay: '2026-04-01', page: 2 } })).toBe(
    'Search: Wa…, From day: 1 Apr 2026, Page: 2',
  )
  expect(filterWords({ action, filter: {} })).toBe('')
  expect(filterWords({ action, filter: { queue: 'toConfirm' } })).toBe('Queue: To confirm')
  expect(filterWords({ action: 'GET /api/admin/refusal-list', filter: { state: 'in_force' } })).toBe(
    'State: In force',
  )
})

test('every code by which a list of people’s data is narrowed has words', () => {
  const missing = codesOfFilters().filter(({ action, name, code }) => !codesOfFilter(action, name)?.[code])
  expect(missing).toEqual([])
  expect(codesOfFilters().length).toBeGreaterThan(80)
})

/** Each code that a filter of such a list may have. The sizes of a private file are no filter. */
function codesOfFilters() {
  return Object.entries(routes).flatMap(([action, route]) => {
    if (!('personalData' in route && route.personalData && 'query' in route && route.query)) return []
    return Object.entries(route.query.shape as Record<string, unknown>)
      .filter(([name]) => name !== 'variant')
      .flatMap(([name, schema]) => codesOf(schema).map((code) => ({ action, name, code })))
  })
}

type Wrapped = { _zod: { def: { type: string; innerType?: unknown; entries?: Record<string, string> } } }

function codesOf(schema: unknown): string[] {
  const { type, innerType, entries } = (schema as Wrapped)._zod.def
  if (innerType) return codesOf(innerType)
  return type === 'enum' ? Object.values(entries ?? {}) : []
}

test('files are told from looks, and rows are counted', () => {
  expect(isExport({ ...record, action: 'GET /api/admin/people.csv' })).toBe(true)
  expect(isExport(record)).toBe(false)
  expect([rowWords(1), rowWords(1200)]).toEqual(['1 row', '1,200 rows'])
})
