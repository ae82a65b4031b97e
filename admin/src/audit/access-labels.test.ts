import { routes } from '@twende/contract/routes.ts'
import { expect, test } from 'vitest'
import { accessSubject, actionLabel, filterWords, isExport, rowWords } from './access-labels.ts'

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
  expect(filterWords({ search: 'Wa…', fromDay: '2026-04-01', page: 2 })).toBe(
    'Search: Wa…, From day: 2026-04-01, Page: 2',
  )
  expect(filterWords({})).toBe('')
})

test('files are told from looks, and rows are counted', () => {
  expect(isExport({ ...record, action: 'GET /api/admin/people.csv' })).toBe(true)
  expect(isExport(record)).toBe(false)
  expect([rowWords(1), rowWords(1200)]).toEqual(['1 row', '1,200 rows'])
})
