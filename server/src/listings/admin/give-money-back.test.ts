import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { createListing } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

async function paidListing() {
  const seller = await market.signUp()
  const { _id: listingId } = await createListing(market, seller)
  const params = { listingId }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
  return { seller, params }
}
const giveBack = (params: { listingId: string }) =>
  market.call(
    'POST /api/admin/listing/:listingId/give-money-back',
    { params, body: { reason: 'We could not verify the car' } },
    staff,
  )

test('the money of a car that cannot be verified goes back once, and the listing can be paid for again', async () => {
  const { params, seller } = await paidListing()
  await market.call(
    'POST /api/admin/listing/:listingId/reject',
    { params, body: { reason: 'Two cars' } },
    staff,
  )
  const before = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
  expect(before.data.refundable).toBe(2_000)
  await giveBack(params)
  const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
  expect(data).toMatchObject({ listingStatus: 'draft', refundable: 0, listingMonths: 0 })
  const refunds = market.db.selectFrom('refunds').select(['amount', 'status', 'reason_note'])
  expect(await refunds.where('listing_id', '=', params.listingId).execute()).toEqual([
    { amount: 2_000, status: 'due', reason_note: 'We could not verify the car' },
  ])
  await expect(giveBack(params)).rejects.toMatchObject({ code: 'listing_wrong_state' })
  const told = market.db.selectFrom('notifications').select('kind').where('account_id', '=', seller.accountId)
  expect((await told.execute()).map(({ kind }) => kind)).toContain('refund_owed')
})

test('a seller who deletes a paid listing that nobody saw is owed the money, and of one that was live nothing', async () => {
  const [unseen, live] = [await paidListing(), await paidListing()]
  await market.call('POST /api/admin/listing/:listingId/verify', { params: live.params, body: {} }, staff)
  for (const { seller, params } of [unseen, live]) {
    await market.call('POST /api/sell/remove', { body: { id: params.listingId } }, seller)
  }
  const refundsOf = ({ listingId }: { listingId: string }) =>
    market.db
      .selectFrom('refunds')
      .select(['amount', 'status', 'reason'])
      .where('listing_id', '=', listingId)
      .execute()
  expect(await refundsOf(unseen.params)).toEqual([
    { amount: 2_000, status: 'due', reason: 'listing_deleted' },
  ])
  expect(await refundsOf(live.params)).toEqual([])
  const told = market.db.selectFrom('notifications').select(['kind', 'params'])
  expect(await told.where('account_id', '=', unseen.seller.accountId).execute()).toContainEqual({
    kind: 'refund_owed',
    params: expect.objectContaining({ amount: 2_000, why: 'listing_deleted' }),
  })
})

test('the money of a car that was sold before it was shown goes back too', async () => {
  const { seller, params } = await paidListing()
  await market.call('POST /api/sell/toggle-availability', { body: { id: params.listingId } }, seller)
  await market.call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  await giveBack(params)
  const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
  expect(data).toMatchObject({ listingStatus: 'draft', refundable: 0 })
})

test('the money of a listing that was live is not given back', async () => {
  const { params } = await paidListing()
  await market.call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  await expect(giveBack(params)).rejects.toMatchObject({ code: 'listing_wrong_state' })
})
