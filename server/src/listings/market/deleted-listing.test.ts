import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCategory, addLocation } from '../../testing/fleet.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import {
  createListing,
  drawCode,
  moveListingOn,
  mpesaMessage,
  postForm,
  sellFields,
} from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())

const list = async (fields: Awaited<ReturnType<typeof sellFields>>, person: Person) =>
  (await postForm(market, '/api/sell/add', fields, person)).json()
const remove = (id: string, person: Person) => market.call('POST /api/sell/remove', { body: { id } }, person)
const leave = (person: Person) =>
  market.call('POST /api/user/delete', { body: { password: PASSWORD, confirmation: 'DELETE' } }, person)

test('a message for a listing that was deleted before anybody looked at it can pay for another', async () => {
  const now = market.clock.now()
  const seller = await market.signUp()
  const sent = mpesaMessage({ code: drawCode(now), amount: 2_000, now })
  const fields = await sellFields(now, { mpesaMessage: sent })
  const first = await list(fields, seller)
  await remove(first.data._id, seller)
  const second = await list({ ...fields, color: 'Blue' }, seller)
  expect(second).toMatchObject({ success: true, data: { payment: { status: 'processing' } } })
  await remove(second.data._id, seller)
  // Nobody could decide on the message any more, so it keeps nobody from leaving.
  expect(await leave(seller)).toMatchObject({ success: true })
})

test('nobody leaves while we hold a part of a price that buys nothing yet', async () => {
  const now = market.clock.now()
  const [seller, staff] = [await market.signUp(), await market.signUp({ role: 'staff' })]
  const sent = mpesaMessage({ code: drawCode(now), amount: 500, now })
  const { data } = await list(await sellFields(now, { mpesaMessage: sent, amount: '500' }), seller)
  const params = { listingId: data._id }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
  await expect(leave(seller)).rejects.toMatchObject({ code: 'account_in_use' })
  await remove(data._id, seller)
  await expect(leave(seller)).rejects.toMatchObject({ code: 'account_in_use' })
})

test('nobody leaves with a listing that was paid for and never shown; its money goes back when it is deleted', async () => {
  const seller = await market.signUp()
  const { _id } = await createListing(market, seller)
  await moveListingOn(market, _id, 'paid')
  await expect(leave(seller)).rejects.toThrow('Delete the listing in My Listings first')
  await remove(_id, seller)
  await expect(leave(seller)).rejects.toMatchObject({ code: 'account_in_use' })
  const refunds = await market.db
    .selectFrom('refunds')
    .select('amount')
    .where('payable_id', '=', _id)
    .execute()
  expect(refunds).toEqual([{ amount: 2_000 }])
})

test('a suspended listing leaves the queue of staff with the account of its seller', async () => {
  const [seller, staff] = [await market.signUp(), await market.signUp({ role: 'staff' })]
  const { _id } = await createListing(market, seller)
  await moveListingOn(market, _id, 'suspended')
  const suspended = async () => {
    const { data, counts } = await market.call(
      'GET /api/admin/listings',
      { query: { queue: 'suspended' } },
      staff,
    )
    return { ids: data.map((listing) => listing._id), count: counts.suspended }
  }
  const before = await suspended()
  expect(before.ids).toContain(_id)
  await leave(seller)
  const after = await suspended()
  expect(after.ids).not.toContain(_id)
  expect(after.count).toBe(before.count - 1)
})
