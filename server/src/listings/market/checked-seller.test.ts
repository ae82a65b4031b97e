import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { createListing, listLiveCar, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const detail = async (listingId: string) =>
  (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, staff)).data
const toCheck = async () => {
  const { data } = await market.call('GET /api/admin/listings', { query: { queue: 'verification' } }, staff)
  return data.map(({ _id }) => _id)
}
const shown = async (carId: string) =>
  (await market.call('GET /api/sell/get/:carId', { params: { carId } })).data
const warningsOf = async (listingId: string) => {
  const { warnings } = await market.db
    .selectFrom('listings')
    .select('warnings')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  return warnings
}
const rename = (person: Person, name: string) =>
  market.db.updateTable('accounts').set({ name }).where('id', '=', person.accountId).execute()

test('beside a verified car stands the name that staff saw, until staff has checked another one', async () => {
  const seller = await market.signUp({ name: 'Brian Otieno' })
  const [first, second] = [
    await listLiveCar(market, seller),
    await listLiveCar(market, seller, { year: '2015' }),
  ]
  await rename(seller, 'CMC Motors (Official Toyota Dealer)')
  expect((await shown(first._id)).seller.name).toBe('Brian Otieno')
  expect(await toCheck()).toEqual(expect.arrayContaining([first._id, second._id]))
  expect(await detail(first._id)).toMatchObject({
    nameSeen: 'Brian Otieno',
    owner: { name: 'CMC Motors (Official Toyota Dealer)' },
  })
  const verify = { params: { listingId: first._id }, body: {} }
  const { data } = await market.call('POST /api/admin/listing/:listingId/verify', verify, staff)
  expect(data.nameSeen).toBeNull()
  for (const { _id } of [first, second])
    expect((await shown(_id)).seller.name).toBe('CMC Motors (Official Toyota Dealer)')
  expect(await toCheck()).not.toContain(second._id)
  expect(data.events.at(-1)).toMatchObject({
    what: 'Seller’s name checked',
    note: 'CMC Motors (Official Toyota Dealer)',
  })
  await expect(market.call('POST /api/admin/listing/:listingId/verify', verify, staff)).rejects.toMatchObject(
    {
      code: 'listing_wrong_state',
    },
  )
})

test('a dealer’s own cars do not make his great price', async () => {
  const dealer = await market.signUp()
  const name = 'Subaru Forester'
  const own = ['2000000', '2000000', '2000000', '2000000', '1700000']
  const ids: string[] = []
  for (const price of own) ids.push((await listLiveCar(market, dealer, { name, price }))._id)
  const cheapest = ids.at(-1) ?? ''
  expect((await shown(cheapest)).priceBand).toBeNull()
  for (const price of ['1700000', '1700000', '1690000', '1710000', '1720000'])
    await listLiveCar(market, await market.signUp(), { name, price })
  // Other sellers ask as much.
  expect((await shown(cheapest)).priceBand).toBe('fair')
  const { data } = await market.call('GET /api/sell/list', { query: { search: 'forester', limit: 50 } })
  expect(data.find(({ _id }) => _id === cheapest)?.priceBand).toBe('fair')
  const query = { make: 'Subaru', model: 'Forester', year: 2017, listingId: cheapest }
  expect((await market.call('GET /api/sell/guide', { query })).data).toMatchObject({
    listings: 5,
    median: 1_700_000,
  })
  // A car that nobody sees tells nothing of what else its seller has.
  const suspension = { params: { listingId: cheapest }, body: { reason: 'Looked into' } }
  await market.call('POST /api/admin/listing/:listingId/suspend', suspension, staff)
  market.clock.advance(61_000)
  const { listingId: _, ...kind } = query
  const ofAll = await market.call('GET /api/sell/guide', { query: kind })
  expect(ofAll.data?.listings).toBe(9)
  expect(await market.call('GET /api/sell/guide', { query })).toEqual(ofAll)
})

test('the same car listed twice by one seller is noticed, and another one is not', async () => {
  const seller = await market.signUp()
  const car = { name: 'Mazda Demio', year: '2014', mileage: '88000' }
  const first = await createListing(market, seller, car)
  expect(await warningsOf(first._id)).not.toContain('same_car_listed')
  const again = await createListing(market, seller, { ...car, mileage: '88400', color: 'Blue' })
  expect(await warningsOf(again._id)).toContain('same_car_listed')
  const other = await createListing(market, seller, { ...car, mileage: '120000' })
  expect(await warningsOf(other._id)).not.toContain('same_car_listed')
  const stranger = await createListing(market, await market.signUp(), car)
  expect(await warningsOf(stranger._id)).not.toContain('same_car_listed')
})

test('the phone of a banned seller is noticed in a new account', async () => {
  const contactInfo = JSON.stringify({ phone: '0733 444 555', email: 'cars@example.com' })
  const banned = await market.signUp()
  await createListing(market, banned, { contactInfo })
  await market.db
    .updateTable('accounts')
    .set({ banned_at: market.clock.now() })
    .where('id', '=', banned.accountId)
    .execute()
  const fresh = { phone: '254733444555', email: 'new@example.com' }
  const back = await createListing(market, await market.signUp(), { contactInfo: JSON.stringify(fresh) })
  expect(await warningsOf(back._id)).toContain('contact_of_banned_seller')
})

test.each([
  ['name', { name: 'Toyota Vitz lipa kwanza' }],
  ['features', { features: JSON.stringify(['Radio', 'Tuma amana']) }],
  ['colour', { color: 'Send money first' }],
  ['history', { serviceHistory: 'Nitumie pesa ya mafuta' }],
])('words that ask for money are noticed in the %s', async (_, stated) => {
  const seller = await market.signUp()
  const { _id: id } = await createListing(market, seller, stated)
  expect(await warningsOf(id)).toContain('asks_for_money')
  const clean = {
    name: 'Toyota Vitz',
    features: '["Radio"]',
    color: 'Red',
    serviceHistory: 'By Toyota Kenya',
  }
  await postForm(market, '/api/sell/update', { id, ...clean }, seller)
  expect(await warningsOf(id)).not.toContain('asks_for_money')
})
