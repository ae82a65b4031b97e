import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { createListing, listLiveCar, moveListingOn } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let seller: Person

beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp()
})
afterAll(() => market.close())

const PATH = 'POST /api/sell/toggle-availability'

test('a car marked as sold in two tabs, or by a request sent again, is sold', async () => {
  const { _id: id } = await listLiveCar(market, seller)
  const sell = () => market.call(PATH, { body: { id, available: false } }, seller)
  await Promise.all([sell(), sell(), sell()])
  expect(await sell()).toMatchObject({
    message: 'Car marked as sold',
    data: { available: false, listingStatus: 'sold' },
  })
})

test('which of the two it is turns over where the wish is not said', async () => {
  const { _id: id } = await listLiveCar(market, seller)
  const turn = () => market.call(PATH, { body: { id } }, seller)
  expect((await turn()).data.available).toBe(false)
  expect((await turn()).data.available).toBe(true)
})

test('staff verifies the car that was looked at, not what its seller made of it since', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const { _id: id } = await createListing(market, seller)
  await moveListingOn(market, id, 'paid')
  const params = { listingId: id }
  const look = () => market.call('GET /api/admin/listing/:listingId', { params }, staff)
  const seen = (await look()).data
  market.clock.advance(60_000)
  await market.call('POST /api/sell/update', { body: { id, description: 'Send a deposit first' } }, seller)
  const verify = (updatedAt: string) =>
    market.call('POST /api/admin/listing/:listingId/verify', { params, body: { updatedAt } }, staff)
  await expect(verify(seen.updatedAt)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect((await verify((await look()).data.updatedAt)).data.verified).toBe(true)
})

trial(
  'a listing that is read while its payment is settled is as before or as after, never half',
  { full: 15, few: 4 },
  async ({ rounds }) => {
    const staff = await market.signUp({ role: 'staff' })
    for (let round = 0; round < rounds; round += 1) {
      const { _id } = await createListing(market, seller)
      const params = { listingId: _id }
      let isOver = false
      const seen: string[] = []
      const reader = async () => {
        while (!isOver) {
          const { data } = await market.call(
            'GET /api/sell/user/:userId',
            { params: { userId: seller.accountId } },
            seller,
          )
          const listing = data.find((each) => each._id === _id)
          seen.push(`${listing?.listingStatus} ${listing?.payment.status}`)
        }
      }
      const readers = [reader(), reader(), reader(), reader()]
      await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
      isOver = true
      await Promise.all(readers)
      await market.db
        .updateTable('listings')
        .set({ deleted_at: market.clock.now() })
        .where('id', '=', _id)
        .execute()
      expect(['pending_payment processing', 'active paid']).toEqual(
        expect.arrayContaining([...new Set(seen)]),
      )
    }
  },
)
