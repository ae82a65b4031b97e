import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { createListing, drawCode, listLiveCar, moveListingOn, mpesaMessage } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let seller: Person
let staff: Person

beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp()
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const AT_ONCE = 6
const inTime = ['ok', ...Array<string>(AT_ONCE - 1).fill('listing_wrong_state')].toSorted()

trial(
  'of several who decide on one payment at once, one does and the others are told',
  { full: 5, few: 2 },
  async ({ rounds }) => {
    for (let round = 0; round < rounds; round += 1) {
      const { _id: listingId } = await createListing(market, seller)
      const params = { listingId }
      const answers = await atOnce((turn) =>
        turn % 2 === 0
          ? market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
          : market.call(
              'POST /api/admin/listing/:listingId/reject-payment',
              { params, body: { reason: 'Not in the account' } },
              staff,
            ),
      )
      expect(answers).toEqual(inTime)
    }
  },
)

test('of several who verify one car at once, one does, and its seller hears it once', async () => {
  const { _id: listingId } = await createListing(market, seller)
  await moveListingOn(market, listingId, 'paid')
  const answers = await atOnce(() =>
    market.call('POST /api/admin/listing/:listingId/verify', { params: { listingId }, body: {} }, staff),
  )
  expect(answers).toEqual(inTime)
  const notifications = await market.db
    .selectFrom('notifications')
    .select('dedupe_key')
    .where('dedupe_key', 'like', `%${listingId}%verified%`)
    .execute()
  expect(notifications).toHaveLength(1)
})

test('staff reads in the history which of them did what, and nothing of them where its seller did it', async () => {
  const clerk = await market.signUp({ role: 'staff', name: 'Mercy Atieno' })
  const { _id: listingId } = await createListing(market, seller)
  const params = { listingId }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, clerk)
  const verified = await market.call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  const [listed, paid, checked] = verified.data.events
  expect(listed).toMatchObject({ by: 'owner', who: '' })
  expect(paid).toMatchObject({ by: 'staff', who: 'Mercy Atieno' })
  expect(checked).toMatchObject({ by: 'staff', who: 'Wanjiku Kamau' })
})

test('a car that was sent back is sent back once, until its seller has changed it', async () => {
  const { _id: listingId } = await listLiveCar(market, seller)
  const answers = await atOnce(() =>
    market.call(
      'POST /api/admin/listing/:listingId/reject',
      { params: { listingId }, body: { reason: 'The photos show another car' } },
      staff,
    ),
  )
  expect(answers).toEqual(inTime)
})

test('staff decides on the message that was looked at, and sees the oldest that waits', async () => {
  const [first, second] = [drawCode(market.clock.now()), drawCode(market.clock.now())]
  const { _id: listingId } = await createListing(market, seller, { code: first })
  const now = market.clock.now()
  const body = {
    id: listingId,
    paymentMethod: 'message' as const,
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: mpesaMessage({ code: second, amount: 2_000, now }),
    amount: 2_000,
  }
  await market.call('POST /api/sell/renew', { body }, seller)
  const params = { listingId }
  const proof = async () =>
    (await market.call('GET /api/admin/listing/:listingId', { params }, staff)).data.paymentProof
  expect(await proof()).toMatchObject({ code: first, waiting: true })
  const approve = (code: string) =>
    market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: { code } }, staff)
  await approve(first)
  await expect(approve(first)).rejects.toMatchObject({ code: 'listing_wrong_state' })
  expect(await proof()).toMatchObject({ code: second, waiting: true })
  await approve(second)
  expect(await proof()).toMatchObject({ code: second, waiting: false })
})

test('staff sees what else a seller sells', async () => {
  const owner = await market.signUp()
  const one = await createListing(market, owner, { name: 'Mazda Demio 1.3' })
  const two = await listLiveCar(market, owner, { name: 'Nissan Note 1.2' })
  const params = { listingId: one._id }
  const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
  expect(data.others).toMatchObject([{ _id: two._id, name: 'Nissan Note 1.2', listingStatus: 'active' }])
  const nowhere = { listingId: '01900000-0000-7000-8000-000000000000' }
  await expect(
    market.call('GET /api/admin/listing/:listingId', { params: nowhere }, staff),
  ).rejects.toMatchObject({ code: 'listing_not_found' })
})

/** What came of it, in order: `ok` or the code of the refusal. */
async function atOnce(ask: (turn: number) => Promise<unknown>): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, turn) =>
      ask(turn).then(
        () => 'ok',
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      ),
    ),
  )
  return answers.toSorted()
}
