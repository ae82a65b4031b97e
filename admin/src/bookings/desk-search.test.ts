import { expect, test } from 'vitest'
import { deskHref, readDeskSearch } from './desk-search.ts'

const read = (href: string) => readDeskSearch(new URL(href, 'http://x').searchParams)

test('the address of a list says which bookings it shows, and reads back as said', () => {
  const search = {
    queue: 'all',
    status: 'confirmed',
    search: 'otieno',
    carId: '018f0000-0000-7000-8000-00000000beef',
    accountId: '018f0000-0000-7000-8000-00000000cafe',
    fromDay: '2026-04-01',
    toDay: '2026-04-10',
    page: 2,
  } as const
  expect(read(deskHref(search))).toEqual(search)
})

test('what makes no sense in an address is left out', () => {
  expect(read('/admin/bookings?queue=x&status=y&carId=1&accountId=me&fromDay=2026-02-30&page=0')).toEqual({
    queue: 'toConfirm',
  })
})
