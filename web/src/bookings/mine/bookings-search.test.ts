import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingsHref, bookingsQuery, readBookingsSearch } from './bookings-search.ts'

const read = (query: string) => readBookingsSearch(new URLSearchParams(query))

test('what the address does not say, or says wrongly, narrows nothing', () => {
  const all = { search: '', status: undefined, range: undefined, page: 1 }
  expect(read('')).toEqual(all)
  expect(read('status=lost&range=toString&page=-3')).toEqual(all)
  expect(read('page=1.5')).toEqual(all)
})

test('a list is asked for by tens', () => {
  expect(bookingsQuery(read('page=2&status=pending&range=thisWeek&search=%20BK48%20'))).toEqual({
    page: 2,
    limit: 10,
    search: 'BK48',
    status: 'pending',
    range: 'thisWeek',
  })
})

test('a new filter starts at the first page; another page keeps the filters', () => {
  const search = read('page=3&status=completed')
  expect(bookingsHref(search, { range: 'past' })).toBe('/mybookings?status=completed&range=past')
  expect(bookingsHref(search, { page: 4 })).toBe('/mybookings?status=completed&page=4')
  expect(bookingsHref(search, { status: undefined })).toBe('/mybookings')
})

test('an address reads back as the search it was written from', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), fc.integer({ min: 1, max: 99 }), (text, page) => {
      const search = { ...read('status=active&range=upcoming'), search: text.toWellFormed(), page }
      const [, query = ''] = bookingsHref(search, { page }).split('?')
      expect(read(query)).toEqual(search)
    }),
  )
})
