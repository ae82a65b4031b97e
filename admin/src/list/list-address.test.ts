import { expect, test } from 'vitest'
import { links } from '../links.ts'
import { day, defineList, id, oneOf, text } from './list-address.ts'

const list = defineList({
  path: links.bookings,
  tabs: {
    name: 'queue',
    values: [
      { value: 'toConfirm', label: () => 'To confirm' },
      { value: 'all', label: () => 'All' },
    ],
  },
  fields: { status: oneOf(['pending', 'confirmed']), search: text, carId: id, fromDay: day, toDay: day },
})
const read = (href: string) => list.read(new URL(href, 'http://x').searchParams)

test('the address of a list says which rows it shows, and reads back as said', () => {
  const search = {
    queue: 'all',
    status: 'confirmed',
    search: 'otieno',
    carId: '018f0000-0000-7000-8000-00000000beef',
    fromDay: '2026-04-01',
    toDay: '2026-04-10',
    page: 2,
  } as const
  expect(read(list.href(search))).toEqual(search)
})

test('what makes no sense in an address is left out', () => {
  expect(read('/admin/bookings?queue=x&status=y&carId=1&fromDay=2026-02-30&page=0')).toEqual({
    queue: 'toConfirm',
  })
})

test('an address leaves out the first tab and the first page', () => {
  expect(list.href({ queue: 'toConfirm', page: 1 })).toBe('/admin/bookings')
})

test('another tab begins without the filters of the one before', () => {
  const search = read('/admin/bookings?search=otieno&page=3')
  expect(list.tabHref(search, 'all')).toBe('/admin/bookings?queue=all')
  expect(list.inForce(search)).toEqual(['search'])
})
