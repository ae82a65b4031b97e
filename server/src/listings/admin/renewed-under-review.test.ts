import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { drawCode, listLiveCar, moveListingOn, mpesaMessage } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { expireListings } from '../sell/listing-tasks.ts'

const DAY_MS = 86_400_000
let market: TestMarket
let seller: Person

beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp()
})
afterAll(() => market.close())

const verify = 'POST /api/admin/listing/:listingId/verify'
async function renew(id: string) {
  const now = market.clock.now()
  const body = {
    id,
    paymentMethod: 'message' as const,
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: mpesaMessage({ code: drawCode(now), amount: 2_000, now }),
    amount: 2_000,
  }
  await market.call('POST /api/sell/renew', { body }, seller)
  await moveListingOn(market, id, 'paid')
}

test('an expired car that was sent back, edited and renewed loses no paid day while it waits for us', async () => {
  const { _id: id } = await listLiveCar(market, seller)
  const params = { listingId: id }
  const reject = 'POST /api/admin/listing/:listingId/reject'
  const body = { reason: 'The photos show another car' }
  await market.call(reject, { params, body }, await market.signUp({ role: 'staff' }))
  market.clock.advance(40 * DAY_MS)
  await expireListings(market.deps)
  await market.call('POST /api/sell/update', { body: { id, name: 'Toyota Vitz RS' } }, seller)
  await renew(id)
  market.clock.advance(10 * DAY_MS)
  const staff = await market.signUp({ role: 'staff' })
  const { data } = await market.call(verify, { params, body: {} }, staff)
  expect(data).toMatchObject({ listingStatus: 'active', verified: true })
  const days = (Date.parse(data.listingExpiresAt ?? '') - market.clock.now().getTime()) / DAY_MS
  expect(days).toBeGreaterThan(27)
})

test('the money of a time that has not begun goes back, and that of the time before it does not', async () => {
  const { _id: id } = await listLiveCar(market, seller)
  const params = { listingId: id }
  const staff = await market.signUp({ role: 'staff' })
  const giveBack = () =>
    market.call(
      'POST /api/admin/listing/:listingId/give-money-back',
      { params, body: { reason: 'It is not his car' } },
      staff,
    )
  await expect(giveBack()).rejects.toThrow('The paid time of this listing has begun')
  const body = { reason: 'The photos show another car' }
  await market.call('POST /api/admin/listing/:listingId/reject', { params, body }, staff)
  market.clock.advance(40 * DAY_MS)
  await market.call('POST /api/sell/update', { body: { id, name: 'Toyota Vitz RS' } }, seller)
  // Its time waited for the check, and is over only where it ran out.
  await market.db
    .updateTable('listings')
    .set({ expires_at: market.clock.now(), paused_at: market.clock.now() })
    .where('id', '=', id)
    .execute()
  await renew(id)
  const { data } = await giveBack()
  expect(data).toMatchObject({ listingStatus: 'draft', listingMonths: 1, refundable: 0 })
  const refunds = await market.db
    .selectFrom('refunds')
    .select('amount')
    .where('payable_id', '=', id)
    .execute()
  expect(refunds).toEqual([{ amount: 2_000 }])
  const statuses = async () => {
    const query = { queue: 'matched' as const, accountId: seller.accountId }
    return (await market.call('GET /api/admin/payments', { query }, staff)).data
      .filter(({ purchaseId }) => purchaseId === id)
      .map(({ status }) => status)
  }
  expect(await statuses()).toEqual(['refunding', 'paid'])
  await renew(id)
  expect(await statuses()).toEqual(['paid', 'refunding', 'paid'])
  const verified = await market.call(verify, { params, body: {} }, staff)
  expect(verified.data).toMatchObject({ listingStatus: 'active', listingMonths: 2 })
})

test('an expired verified car that is edited and renewed is public at once, as it was verified', async () => {
  const { _id: id } = await listLiveCar(market, seller)
  market.clock.advance(40 * DAY_MS)
  await expireListings(market.deps)
  await market.call('POST /api/sell/update', { body: { id, name: 'Toyota Vitz RS' } }, seller)
  await renew(id)
  const { data } = await market.call('GET /api/sell/get/:carId', { params: { carId: id } })
  expect(data).toMatchObject({ name: 'Toyota Vitz F 1.3', listingStatus: 'active', verified: true })
})
