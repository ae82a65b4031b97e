import { changesOf, requestLabel, subjectLabels, valueWords } from '@twende/contract/audit/audit-words.ts'
import { CATALOG_LISTS } from '@twende/contract/content/catalog-choices.ts'
import { routes } from '@twende/contract/routes.ts'
import { expect, test } from 'vitest'
import { links } from '../links.ts'
import { subjectHref } from './audit-links.ts'

test('a change is told field by field, in words', () => {
  const before = { status: 'pending', cancelled_at: null, paid: false }
  const after = { status: 'cancelled', cancelled_at: '2026-12-01T09:00:00+00:00', paid: false }
  expect(changesOf({ subject: 'bookings', before, after })).toEqual([
    { field: 'Status', before: 'Pending', after: 'Cancelled' },
    { field: 'Cancelled at', before: 'nothing', after: '1 Dec 2026, 12:00' },
  ])
})

test('of a new thing only what it says is told', () => {
  expect(changesOf({ before: null, after: { id: 'x', reason: 'Service', note: '', price: 4500 } })).toEqual([
    { field: 'Reason', before: 'nothing', after: 'Service' },
    { field: 'Price', before: 'nothing', after: '4,500' },
  ])
})

test('ids are told by what they are called, and codes in words', () => {
  const car = '01a21bf5-0764-7324-874a-261de927d680'
  const file = '01a21bf5-0764-7324-874a-261de927d681'
  const before = { car_id: null, status: 'confirmed', scan: null, reason: 'a' }
  const after = { car_id: car, status: 'active', scan: file, reason: 'typed_wrongly' }
  expect(changesOf({ subject: 'bookings', before, after }, { [car]: 'Toyota Vitz KDA 123A' })).toEqual([
    { field: 'Car', before: 'nothing', after: 'Toyota Vitz KDA 123A' },
    { field: 'Status', before: 'Confirmed', after: 'Active' },
    { field: 'Reason', before: 'a', after: 'typed wrongly' },
  ])
})

test('lists and nested facts are read out', () => {
  expect(valueWords(['Air conditioning', 'Bluetooth'])).toBe('Air conditioning, Bluetooth')
  expect(valueWords({ km: 50_000, fuel_level: 'full' })).toBe('Km: 50,000; Fuel level: full')
  expect(valueWords([])).toBe('nothing')
  expect(valueWords({ version: 1, km: 5 })).toBe('Km: 5')
})

test('codes within lists and documents are told in words', () => {
  const before = { warnings: [], handover_return: null }
  const charges = [{ kind: 'late', amount: 500 }]
  const after = { warnings: ['asks_for_money'], handover_return: { chargesPaidBy: 'none', charges } }
  expect(changesOf({ subject: 'listings', before, after })).toEqual([
    { field: 'Warnings', before: 'nothing', after: 'The seller’s words speak of money to be sent.' },
    {
      field: 'Return',
      before: 'nothing',
      after: 'How the charges were paid: Not paid yet; Charges: Kind: Late return; Amount: 500',
    },
  ])
})

test('rights are told in words, and in the words of nobody who has none', () => {
  const before = { rights: ['payments', 'people'] }
  expect(changesOf({ before, after: { rights: [] } })).toEqual([
    { field: 'Rights', before: 'Payments, People', after: 'No further rights' },
  ])
})

test('of settings only those that differ are told', () => {
  const settings = {
    businessName: 'Twende',
    listingPlans: [
      { months: 1, price: 2_000 },
      { months: 12, price: 10_000 },
    ],
    cancellation: { freeHoursBefore: 24, shortDays: 2 },
  }
  const changed = {
    ...settings,
    listingPlans: [{ months: 1, price: 2_500 }, ...settings.listingPlans.slice(1)],
    cancellation: { freeHoursBefore: 48, shortDays: 2 },
  }
  expect(changesOf({ before: { chosen: settings }, after: { chosen: changed } })).toEqual([
    {
      field: 'Listing plans',
      before: '1 month Ksh 2,000, 1 year Ksh 10,000',
      after: '1 month Ksh 2,500, 1 year Ksh 10,000',
    },
    { field: 'Cancellation: free hours before', before: '24', after: '48' },
  ])
  const first = changesOf({ before: null, after: { chosen: { businessName: 'Twende' } } })
  expect(first).toEqual([{ field: 'Business name', before: 'nothing', after: 'Twende' }])
})

test('the version of a stored document is not told', () => {
  const before = { policy: { version: 1, freeHoursBefore: 24 } }
  const after = { policy: { version: 2, freeHoursBefore: 48 } }
  expect(changesOf({ before, after })).toEqual([
    { field: 'Policy: free hours before', before: '24', after: '48' },
  ])
})

const changed = { subjectId: '1', before: { name: 'Old' }, after: { name: 'New' } }

test('things with a page lead to it', () => {
  expect(subjectHref({ ...changed, subject: 'accounts', subjectId: 'a b' })).toBe('/admin/people/a%20b')
  expect(subjectHref({ ...changed, subject: 'listings' })).toBe('/admin/listings/1?queue=all')
  expect(subjectHref({ ...changed, subject: 'notifications' })).toBeUndefined()
})

test('whatever stands on a shelf leads to that shelf', () => {
  const addresses = [...subjectLabels.keys()].flatMap((subject) =>
    [{ name: 'New' }, { kind: 'vehicle' }, { kind: 'product' }].map((after) =>
      subjectHref({ ...changed, subject, after }),
    ),
  )
  const onShelves = addresses.filter((address) => address?.startsWith('/admin/catalogue/list/'))
  expect(new Set(onShelves)).toEqual(new Set(CATALOG_LISTS.map((shelf) => links.catalogItem(shelf, '1'))))
})

test('every request by which staff changes something has a label of its own', () => {
  const changes = Object.entries(routes).filter(([name]) => /^(POST|PUT) \/api\/admin\//.test(name))
  expect(changes.length).toBeGreaterThan(40)
  const unnamed = changes.filter(([action, { summary }]) => requestLabel({ action, summary }) === summary)
  expect(unnamed.map(([action]) => action)).toEqual([])
})
