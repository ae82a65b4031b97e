import { listingNextStep } from '@twende/contract/listings/listing-next-step.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { createListing, drawCode, listLiveCar, mpesaMessage } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let clerk: Person
let seller: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  clerk = await market.signUp({ role: 'staff' })
  seller = await market.signUp()
})
afterAll(() => market.close())

/** A listing whose pasted message staff refused, and the number under which money pays it. */
async function refusedListing() {
  const { _id } = await createListing(market, seller, { code: drawCode(market.clock.now()) })
  const body = { reason: 'No such money' }
  await market.call(
    'POST /api/admin/listing/:listingId/reject-payment',
    { params: { listingId: _id }, body },
    clerk,
  )
  const row = market.db.selectFrom('listings').select('number').where('id', '=', _id)
  return { id: _id, reference: `CAR${(await row.executeTakeFirstOrThrow()).number}` }
}
async function cardOf(id: string) {
  const params = { userId: seller.accountId }
  const { data } = await market.call('GET /api/sell/user/:userId', { params }, seller)
  const listing = data.find(({ _id }) => _id === id)
  if (!listing) throw new Error('the seller does not see the listing')
  return { ...listing, step: listingNextStep(listing, market.clock.now()) }
}
const detail = async (listingId: string) =>
  (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, clerk)).data

describe('money that came by the number of a listing alone', () => {
  test('stands on the card of its seller and of staff, with its code', async () => {
    const { id, reference } = await refusedListing()
    const code = await sendC2bPayment(market, { amount: 2_000, reference })
    const paid = { status: 'paid', paymentMethod: 'c2b', amount: 2_000, counted: 2_000, code, reason: '' }
    const card = await cardOf(id)
    expect(card.payment).toMatchObject(paid)
    expect(card.step).toMatchObject({ code: 'in_review' })
    expect((await detail(id)).payment).toMatchObject(paid)
  })

  test('in parts says what is left, and then what counted', async () => {
    const { id, reference } = await refusedListing()
    const first = await sendC2bPayment(market, { amount: 600, reference })
    const card = await cardOf(id)
    expect(card.payment).toMatchObject({ status: 'partial', amount: 600, counted: 600 })
    expect(card.step).toMatchObject({ code: 'part_paid', reason: expect.stringContaining('Ksh 1,400') })
    await sendC2bPayment(market, { amount: 500, reference })
    expect((await cardOf(id)).payment).toMatchObject({ status: 'partial', amount: 500, counted: 1_100 })
    await sendC2bPayment(market, { amount: 900, reference })
    expect((await cardOf(id)).payment).toMatchObject({ status: 'paid', amount: 900, counted: 2_000 })
    const history = (await detail(id)).events.map(({ what, note }) => `${what} · ${note}`)
    expect(history.filter((event) => event.startsWith('Money received'))).toEqual([
      `Money received · Ksh 600 · ${first}`,
      expect.stringMatching(/^Money received · Ksh 500 · \w+$/),
    ])
  })
})

test('a part of a plan is not offered for acceptance until the rest is here, and says what is missing', async () => {
  const { id, reference } = await refusedListing()
  await sendC2bPayment(market, { amount: 600, reference })
  const row = market.db.selectFrom('payments').select('id').where('listing_id', '=', id)
  const { id: paymentId } = await row.where('status', '=', 'partial').executeTakeFirstOrThrow()
  const params = { paymentId }
  const { data } = await market.call('GET /api/admin/payment/:paymentId', { params }, clerk)
  expect(data).toMatchObject({ decisions: ['giveBack'], missing: { paid: 600, price: 2_000 } })
  const body = { decision: 'accept', reason: 'Found it' } as const
  await expect(
    market.call('POST /api/admin/payment/:paymentId/decide', { params, body }, clerk),
  ).rejects.toMatchObject({ code: 'amount_too_small', message: expect.stringContaining('Ksh 600') })
})

describe('a part of a listing that its seller deletes', () => {
  const remove = (id: string) => market.call('POST /api/sell/remove', { body: { id } }, seller)
  const refundsOf = (id: string) =>
    market.db.selectFrom('refunds').select(['amount', 'reason']).where('listing_id', '=', id).execute()
  const inReview = async (search: string) =>
    (await market.call('GET /api/admin/payments', { query: { queue: 'review', search } }, clerk)).data

  test('goes back, as the card said, and is told', async () => {
    const { id, reference } = await refusedListing()
    const codes = [
      await sendC2bPayment(market, { amount: 600, reference }),
      await sendC2bPayment(market, { amount: 500, reference }),
    ]
    expect((await cardOf(id)).refundable).toBe(1_100)
    expect((await detail(id)).refundable).toBe(0)
    await remove(id)
    expect(await refundsOf(id)).toEqual([{ amount: 1_100, reason: 'listing_deleted' }])
    for (const code of codes) expect(await inReview(code)).toEqual([])
    const [mail] = await readMails(market.db, { kind: 'refund_owed', accountId: seller.accountId })
    expect(mail?.body).toContain('Ksh 1,100')
  })

  test('goes back also where the car was on the market, and its time does not', async () => {
    const listing = await listLiveCar(market, seller, { code: drawCode(market.clock.now()) })
    const row = market.db.selectFrom('listings').select('number').where('id', '=', listing._id)
    const reference = `CAR${(await row.executeTakeFirstOrThrow()).number}`
    await sendC2bPayment(market, { amount: 700, reference })
    expect((await cardOf(listing._id)).refundable).toBe(700)
    await remove(listing._id)
    expect(await refundsOf(listing._id)).toEqual([{ amount: 700, reason: 'listing_deleted' }])
    const query = { queue: 'all' as const, search: reference }
    const { data } = await market.call('GET /api/admin/payments', { query }, clerk)
    const said = data
      .filter(({ kind }) => kind === 'payment')
      .map(({ received, status }) => [received, status])
    expect(said).toEqual([
      [700, 'refunding'],
      [2_000, 'paid'],
    ])
    await expectBalanced(market)
  })
})

test('two messages that paid for a month together: staff reads that they pay for it', async () => {
  const { _id: id } = await createListing(market, seller, { paid: 500 })
  const approve = () =>
    market.call(
      'POST /api/admin/listing/:listingId/approve-payment',
      { params: { listingId: id }, body: {} },
      clerk,
    )
  await approve()
  const now = market.clock.now()
  const mpesa = mpesaMessage({ code: drawCode(now), amount: 1_500, now })
  const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678', mpesaMessage: mpesa }
  const body = { id, paymentMethod: 'message' as const, ...payer, amount: 1_500 }
  await market.call('POST /api/sell/renew', { body }, seller)
  const oneMonth = { months: 1, days: 0 }
  expect((await detail(id)).paymentProof).toMatchObject(oneMonth)
  await approve()
  const { payment, paymentProof } = await detail(id)
  expect(payment).toMatchObject({ status: 'paid', amount: 1_500, counted: 2_000 })
  expect(paymentProof).toMatchObject(oneMonth)
})

test('a part that a phone sent says what is left', async () => {
  const { id } = await refusedListing()
  const body = { id, paymentMethod: 'stk', amount: 2_000, mpesaPhoneNumber: '0712370001' } as const
  const { payment } = await market.call('POST /api/sell/renew', { body }, seller)
  await receivePayment(market, payment?._id ?? '', 500)
  const card = await cardOf(id)
  expect(card.payment).toMatchObject({ status: 'partial', counted: 500 })
  expect(card.step).toMatchObject({ code: 'part_paid', reason: expect.stringContaining('Ksh 1,500') })
})

test('money that staff matched with a listing stands on its card until it is taken out of the books', async () => {
  const { id, reference } = await refusedListing()
  const receipt = await sendC2bPayment(market, { amount: 2_000 })
  const body = { reference, giveBack: false, reason: 'He called' }
  const { paymentId } = await market.call(
    'POST /api/admin/receipt/:receipt/match',
    { params: { receipt }, body },
    clerk,
  )
  expect((await cardOf(id)).payment).toMatchObject({ status: 'paid', paymentMethod: 'c2b', code: receipt })
  await market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: { decision: 'dismiss', reason: 'Of another car' } },
    clerk,
  )
  expect((await cardOf(id)).payment).toMatchObject({ status: 'failed', reason: 'No such money' })
})
