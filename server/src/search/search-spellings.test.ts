import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import { foldText, searchWords } from '@twende/contract/search/search-words.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar } from '../testing/renting.ts'
import { createListing, listLiveCar } from '../testing/selling.ts'
import { addProduct } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let customer: Person
let booking: { _id: string; bookingId: string }
let carId: string
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp({ name: 'Wambui Ng’ang’a' })
  carId = await addCar(market.db, { name: 'Honda CR-V', numberPlate: 'KDR 451C' })
  booking = await bookCar(market, customer, carId, {
    ...BY_MPESA,
    customerInfo: {
      firstName: 'José',
      lastName: 'Ng’ang’a',
      email: customer.email,
      phone: '0712.000.991',
    },
  })
})
afterAll(() => market.close())

/** How a name is stored, and how somebody types it who looks for it. */
const names: readonly (readonly [string, string])[] = [
  ["Ng'ang'a", 'Ng’ang’a'],
  ['Ng’ang’a', "ng'ang'a"],
  ['Ng‘ang‘a', 'nganga'],
  ['Ngʼangʼa', 'Ng`ang`a'],
  ["Ng'ang'a", 'NG´ANG´A'],
  ["O'Brien", 'o’brien'],
  ['O’Brien', 'obrien'],
  ["O'Brien", 'O Brien'],
  ["D'Souza", 'dsouza'],
  ["Murang'a", 'muranga'],
  ["Nyong'o", 'Nyong’o'],
  ["Kang'ethe", 'kangethe'],
  ['José', 'jose'],
  ['Jose\u0301', 'josé'],
  ['jose', 'José'],
  ['Muñoz', 'munoz'],
  ['Munoz', 'muñoz'],
  ['Müller', 'muller'],
  ['François', 'francois'],
  ['Zoë', 'zoe'],
  ['Chloé Mũthoni', 'chloe muthoni'],
  ['Mũthoni', 'muthoni'],
  ['Wanjirũ', 'WANJIRU'],
  ['Gĩthĩnji', 'githinji'],
  ['Kĩmani Wa Njerĩ', 'kimani njeri'],
  ['Łukasz', 'lukasz'],
  ['Søren', 'soren'],
  ['Strauß', 'strauss'],
  ['Ægir', 'aegir'],
  ['Đorđe', 'dorde'],
  ['Anne-Marie', 'anne marie'],
  ['Anne‑Marie', 'Anne-Marie'],
  ['Anne Marie', 'anne-marie'],
  ['Al-Amin', 'alamin'],
  ['Al Amin', 'al-amin'],
  ['Abdi\u200b Hassan', 'abdi hassan'],
  ['\u202aFatuma\u202c', 'fatuma'],
  ['Jane\u00a0Wanjiru', 'jane wanjiru'],
  ['Ｊａｎｅ', 'jane'],
  ['Wanjiru, Jane', 'jane wanjiru'],
  ['Dr. J. Otieno', 'otieno'],
  ['Njoki', 'NJOKI'],
]

test.each(names)('the name %j is found by %j', async (stored, typed) => {
  const { rows } = await sql<{ text: string }>`select searchable_text(${stored}) as text`.execute(market.db)
  for (const word of searchWords(typed)) expect(rows[0]?.text).toContain(word)
  expect(rows[0]?.text).toContain(foldText(stored))
})

test('more than 40 names are tried', () => {
  expect(new Set(names.map(([stored, typed]) => `${stored} ${typed}`)).size).toBeGreaterThan(40)
})

const phones = [
  '0712000991',
  '0712 000 991',
  '+254712000991',
  '00254 712 000 991',
  '\u202a+254 712\u2011000\u2011991\u202c',
]
const searches = [...phones, 'jose', 'JOSÉ', "ng'ang'a", 'Ng’ang’a', 'nganga', 'crv', 'CR-V', 'cr v']
const plates = ['KDR 451C', 'kdr451c', 'KDR-451C', 'kdr 451']

test.each([...searches, ...plates])('the booking is found in its list by %j', async (search) => {
  const query = { queue: 'all' as const, search }
  const { data } = await market.call('GET /api/admin/bookings', { query }, staff)
  expect(data.map(({ _id }) => _id)).toEqual([booking._id])
})

/** What the reader of telephone numbers takes is kept as it was typed, and is found by any other spelling. */
test.each([
  '0712,345,678',
  '0712;345;678',
  '0712_345_678',
  '0712~345~678',
  '[0712] 345678',
  '0712\u2022345\u2022678',
  '0712\uff5e345\uff5e678',
  '0712\u058a345\u058a678',
  '0712\u1806345\u1806678',
  '0712\u301c345\u301c678',
  '0712\ufe63345\ufe63678',
  '+254 (0) 712 345678',
  '+254 (0712) 345-678',
])('a phone that is kept as %j is found', async (kept) => {
  expect(normaliseKenyanPhone(kept)).toBe('254712345678')
  const { rows } = await sql<{ text: string }>`select searchable_text(${kept}) as text`.execute(market.db)
  for (const word of [...searchWords('0712 345 678'), ...searchWords('+254712345678')])
    expect(rows[0]?.text).toContain(word)
})

test('a phone of another country is found with the zero of home and without', async () => {
  const kept = '+44 (0)7911 12 34 56'
  const { rows } = await sql<{ text: string }>`select searchable_text(${kept}) as text`.execute(market.db)
  for (const typed of [kept, '+44 7911 123456', '0044 7911123456', '447911123456'])
    for (const word of searchWords(typed)) expect(rows[0]?.text, typed).toContain(word)
})

test.each(phones)('the booking is found from everywhere by the phone %j', async (query) => {
  const { data } = await market.call('GET /api/admin/search', { query: { query } }, staff)
  expect(data).toContainEqual(expect.objectContaining({ kind: 'booking', id: booking._id }))
})

test.each([...plates, 'crv', 'CR-V'])('the car is found in fleet and calendar by %j', async (search) => {
  const { data: fleet } = await market.call('GET /api/admin/cars', { query: { search } }, staff)
  expect(fleet.map(({ _id }) => _id)).toEqual([carId])
  const { data: calendar } = await market.call(
    'GET /api/admin/calendar',
    { query: { fromDay: '2026-04-01', days: 14, search } },
    staff,
  )
  expect(calendar.map(({ _id }) => _id)).toEqual([carId])
})

test.each(["Wambui Ng'ang'a", 'wambui nganga', 'NGANGA'])('an account is found by %j', async (search) => {
  const { data } = await market.call('GET /api/admin/people', { query: { search, state: 'all' } }, staff)
  expect(data.map(({ _id }) => _id)).toEqual([customer.accountId])
})

test('a customer finds a booking by car and reference, however they are written', async () => {
  const { bookingId: reference } = booking
  for (const search of [
    'crv',
    'CR-V',
    reference.toLowerCase(),
    `${reference.slice(0, 2)}-${reference.slice(2)}`,
  ]) {
    const { bookings } = await market.call('GET /api/booking/user', { query: { search } }, customer)
    expect(
      bookings.map(({ _id }) => _id),
      search,
    ).toEqual([booking._id])
  }
})

test('a car for sale is found by the phone that buyers call, however it is written', async () => {
  const seller = await market.signUp()
  const listing = await createListing(market, seller, {
    contactInfo: JSON.stringify({ phone: '0733 500 600', email: 'a@b.ke' }),
  })
  for (const search of [
    '0733500600',
    '0733 500 600',
    '+254733500600',
    '00254 733.500.600',
    '\u202a0733\u2011500\u2011600\u202c',
    '500600',
  ]) {
    const { data } = await market.call('GET /api/admin/listings', { query: { queue: 'all', search } }, staff)
    expect(
      data.map(({ _id }) => _id),
      search,
    ).toEqual([listing._id])
    const everywhere = await market.call('GET /api/admin/search', { query: { query: search } }, staff)
    expect(everywhere.data, search).toContainEqual(
      expect.objectContaining({ kind: 'listing', id: listing._id }),
    )
  }
})

test('models with a dash are found as people write them, and a CR-V is no Land Cruiser', async () => {
  for (const name of ['Mazda CX-5', 'Toyota C-HR', 'Toyota Land Cruiser V8', 'Nissan X Trail'])
    await addCar(market.db, { name })
  const found = async (search: string) =>
    (await market.call('GET /api/car/list', { query: { search } })).data.map(({ name }) => name)
  for (const typed of ['cx5', 'CX-5', 'cx 5', 'CX5'])
    expect(await found(typed), typed).toEqual(['Mazda CX-5'])
  for (const typed of ['chr', 'C-HR', 'c hr']) expect(await found(typed), typed).toEqual(['Toyota C-HR'])
  for (const typed of ['crv', 'CR-V', 'cr v']) expect(await found(typed), typed).toEqual(['Honda CR-V'])
  for (const typed of ['xtrail', 'x-trail', 'X Trail'])
    expect(await found(typed), typed).toEqual(['Nissan X Trail'])
})

test.each(['%', '_', '% _', '\\', '🚗'])(
  'signs alone (%s) find nothing, instead of everything',
  async (search) => {
    await addProduct(market)
    await listLiveCar(market, customer)
    const query = { search }
    const found = await Promise.all([
      market.call('GET /api/car/list', { query }),
      market.call('GET /api/sell/list', { query }),
      market.call('GET /api/product/list', { query }),
      market.call('GET /api/admin/bookings', { query }, staff),
      market.call('GET /api/admin/cars', { query }, staff),
      market.call('GET /api/admin/people', { query }, staff),
      market.call('GET /api/admin/listings', { query }, staff),
      market.call('GET /api/admin/payments', { query }, staff),
      market.call('GET /api/admin/refunds', { query }, staff),
      market.call('GET /api/admin/orders', { query }, staff),
      market.call('GET /api/admin/products', { query }, staff),
      market.call('GET /api/admin/deposits', { query }, staff),
      market.call('GET /api/admin/fines', { query }, staff),
      market.call('GET /api/admin/drivers', { query }, staff),
    ])
    for (const { data } of found) expect(data).toEqual([])
  },
)
