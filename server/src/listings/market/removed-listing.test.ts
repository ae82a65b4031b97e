import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCategory, addLocation } from '../../testing/fleet.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { createListing, drawView, listLiveCar, moveListingOn, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())

const report = async (listingId: string, reason: 'deposit' | 'sold' = 'deposit') =>
  market.call(
    'POST /api/sell/report/:carId',
    { params: { carId: listingId }, body: { reason, details: 'Asked for Ksh 20,000 before I saw it' } },
    await market.signUp(),
  )
const remove = (id: string, seller: Person) => market.call('POST /api/sell/remove', { body: { id } }, seller)
const see = async (listingId: string) =>
  (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, staff)).data
const queue = async (name: 'reported' | 'suspended' | 'all', accountId?: string) => {
  const query = { queue: name, ...(accountId && { accountId }) }
  const { data, counts } = await market.call('GET /api/admin/listings', { query }, staff)
  return { ids: data.map(({ _id }) => _id), counts }
}
const tile = async () => (await market.call('GET /api/admin/today', {}, staff)).data.counts.listingsReported
const person = async ({ accountId }: Person) =>
  (await market.call('GET /api/admin/person/:accountId', { params: { accountId } }, staff)).data
const closeReports = (listingId: string, by = staff) =>
  market.call(
    'POST /api/admin/listing/:listingId/close-reports',
    { params: { listingId }, body: { reason: 'Told the police; OB 12/27/11/2026' } },
    by,
  )

test('a report waits for staff, with its evidence, after the seller removed the listing', async () => {
  const seller = await market.signUp()
  const { _id } = await listLiveCar(market, seller)
  await report(_id)
  const before = await tile()
  await remove(_id, seller)
  expect((await queue('reported')).ids).toContain(_id)
  expect(await tile()).toBe(before)
  expect((await queue('reported')).counts.reported).toBe(before)
  const shown = await see(_id)
  expect(shown).toMatchObject({
    deletedAt: expect.stringMatching(/Z$/),
    reports: [{ reason: 'deposit', details: 'Asked for Ksh 20,000 before I saw it', closed: false }],
  })
  expect(shown.image).not.toBe('')
  expect((await queue('all', seller.accountId)).ids).toEqual([_id])
  expect(await person(seller)).toMatchObject({ listings: 1, latest: { listings: [{ _id, deleted: true }] } })
})

test('a report keeps what its reader saw, however its seller changes the listing after staff sent it back', async () => {
  const seller = await market.signUp()
  const image1 = await drawView()
  const seen = { name: 'Toyota Vitz F 1.3', price: 1_330_000, description: 'Send a deposit to hold it' }
  const { _id, image } = await listLiveCar(market, seller, { image1, description: seen.description })
  await report(_id)
  expect((await see(_id)).reportedPictures).toEqual([])
  const sendBack = { params: { listingId: _id }, body: { reason: 'Better pictures' } }
  await market.call('POST /api/admin/listing/:listingId/reject', sendBack, staff)
  const cleaned = { name: 'Toyota Vitz', description: 'No deposit ever', image1: await drawView() }
  await postForm(market, '/api/sell/update', { id: _id, ...cleaned }, seller)
  const shown = await see(_id)
  expect(shown.description).toBe('No deposit ever')
  expect(shown.reports).toMatchObject([{ seen }])
  expect(shown.reportedPictures).toEqual([image])
  await remove(_id, seller)
  const again = await createListing(market, await market.signUp(), { image1 })
  expect((await see(again._id)).picturesElsewhere).toContainEqual({
    kind: 'reported',
    _id,
    name: 'Toyota Vitz',
  })
})

test('a report is closed as handled, with a note, once', async () => {
  const seller = await market.signUp()
  const { _id } = await listLiveCar(market, seller)
  await report(_id)
  await remove(_id, seller)
  const { data } = await closeReports(_id)
  expect(data.reports).toMatchObject([{ closed: true }])
  expect(data.events.at(-1)).toMatchObject({ by: 'staff', note: 'Told the police; OB 12/27/11/2026' })
  expect((await queue('reported')).ids).not.toContain(_id)
  expect((await see(_id)).reports).toHaveLength(1)
  await expect(closeReports(_id)).rejects.toMatchObject({ code: 'listing_wrong_state' })
})

test('closing the reports of a listing on sale leaves it on sale, and the next report waits again', async () => {
  const seller = await market.signUp()
  const { _id } = await listLiveCar(market, seller)
  await report(_id, 'sold')
  await closeReports(_id)
  expect((await see(_id)).listingStatus).toBe('active')
  await report(_id)
  expect((await queue('reported')).ids).toContain(_id)
})

test('a seller leaves with their listings once their reports are closed', async () => {
  const seller = await market.signUp()
  const { _id } = await listLiveCar(market, seller)
  await report(_id)
  await remove(_id, seller)
  const body = { password: PASSWORD, confirmation: 'DELETE' }
  const leave = () => market.call('POST /api/user/delete', { body }, seller)
  await expect(leave()).rejects.toMatchObject({ code: 'account_in_use' })
  await closeReports(_id)
  await leave()
})

test('a suspended listing stays with its reason after the seller removed it', async () => {
  const seller = await market.signUp()
  const { _id } = await createListing(market, seller)
  await moveListingOn(market, _id, 'suspended')
  await remove(_id, seller)
  expect((await queue('suspended')).ids).toContain(_id)
  expect(await see(_id)).toMatchObject({ listingStatus: 'suspended', reviewReason: 'Reported by readers' })
  const restore = { params: { listingId: _id }, body: {} }
  await expect(
    market.call('POST /api/admin/listing/:listingId/restore', restore, staff),
  ).rejects.toMatchObject({ code: 'listing_not_found' })
})

test('a listing that was removed without a report or a suspension is gone for staff too', async () => {
  const seller = await market.signUp()
  const { _id } = await listLiveCar(market, seller)
  await remove(_id, seller)
  await expect(see(_id)).rejects.toMatchObject({ code: 'listing_not_found' })
  expect((await person(seller)).listings).toBe(0)
})

test('the photo of a reported listing, shown again by anybody, names that listing', async () => {
  const seller = await market.signUp()
  const image1 = await drawView()
  const { _id, name } = await listLiveCar(market, seller, { image1 })
  await report(_id)
  await remove(_id, seller)
  const again = await createListing(market, seller, { image1 })
  expect((await see(again._id)).picturesElsewhere).toEqual([{ kind: 'reported', _id, name }])
  const other = await createListing(market, await market.signUp(), { image1 })
  expect((await see(other._id)).picturesElsewhere).toContainEqual({ kind: 'reported', _id, name })
})
