import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { drawCode, listLiveCar, mpesaMessage } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let seller: Person

beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp()
})
afterAll(() => market.close())

const TWINS = 8

for (const way of ['message', 'stk'] as const) {
  trial(
    `a renewal by ${way} that is sent eight times at once is one`,
    { full: 5, few: 2 },
    async ({ rounds }) => {
      for (let round = 0; round < rounds; round += 1) {
        const listing = await listLiveCar(market, seller)
        const body = renewal(listing._id, way)
        const answers = await Promise.all(
          Array.from({ length: TWINS }, () => renew(body, `renewal-${way}-${round}`)),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(TWINS).fill(200))
        expect(new Set(answers.map(({ answer }) => answer.payment?._id ?? null)).size).toBe(1)
        expect(await countOf(listing._id, way)).toBe(1)
        const late = await renew(body, `renewal-${way}-${round}`)
        expect(late.answer.payment?._id ?? null).toBe(answers[0]?.answer.payment?._id ?? null)
      }
    },
  )
}

test('the key of one renewal is not taken for another', async () => {
  const listing = await listLiveCar(market, seller)
  const key = 'renewal-of-mine'
  expect((await renew(renewal(listing._id, 'message'), key)).status).toBe(200)
  const other = await renew(renewal(listing._id, 'message'), key)
  expect(other).toMatchObject({ status: 409, answer: { code: 'idempotency_conflict' } })
  const somebody = await market.signUp()
  const theirs = await listLiveCar(market, somebody)
  expect((await renew(renewal(theirs._id, 'message'), key, somebody)).status).toBe(200)
})

test('a renewal that was refused may be sent again under its key', async () => {
  const listing = await listLiveCar(market, seller)
  const body = { ...renewal(listing._id, 'stk'), amount: 777 }
  expect((await renew(body, 'renewal-refused')).answer.code).toBe('listing_plan_unknown')
  expect((await renew({ ...body, amount: 2_000 }, 'renewal-refused')).status).toBe(200)
})

function renewal(id: string, paymentMethod: 'message' | 'stk') {
  const now = market.clock.now()
  const amount = 4_500
  const asked = { id, amount, mpesaPhoneNumber: '0712345678', paymentMethod }
  if (paymentMethod === 'stk') return asked
  const mpesaMessageText = mpesaMessage({ code: drawCode(now), amount, now })
  return { ...asked, mpesaName: 'Brian Otieno', mpesaMessage: mpesaMessageText }
}

async function renew(body: Record<string, unknown>, key: string, { token }: { token: string } = seller) {
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/sell/renew',
    headers: { token, 'idempotency-key': key },
    payload: body,
  })
  type Answer = { code?: string; payment?: { _id: string } | null }
  return { status: response.statusCode, answer: response.json<Answer>() }
}

/** Claims or requests beyond the one the listing began with. */
async function countOf(listingId: string, way: 'message' | 'stk'): Promise<number> {
  if (way === 'message') {
    const proofs = await market.db
      .selectFrom('payment_proofs')
      .select('id')
      .where('listing_id', '=', listingId)
      .execute()
    return proofs.length - 1
  }
  const requests = await market.db
    .selectFrom('payments')
    .select('id')
    .where('listing_id', '=', listingId)
    .where('method', '=', 'stk')
    .execute()
  return requests.length
}
