import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { readMails } from '../../testing/mailbox.ts'
import { sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { createListing, drawCode, listLiveCar, moveListingOn, mpesaMessage } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

const START = new Date('2026-03-02T10:00:00+03:00')
const DAY_MS = 86_400_000
let market: TestMarket
let seller: Person
let clerk: Person
beforeAll(async () => {
  market = await openTestMarket({ now: START, env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())
beforeEach(async () => {
  market.clock.set(START)
  seller = await market.signUp()
  clerk = await market.signUp({ role: 'staff' })
})

const detail = async (listingId: string) =>
  (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, clerk)).data
const daysLeft = async (id: string) =>
  (Date.parse((await detail(id)).listingExpiresAt ?? '') - market.clock.now().getTime()) / DAY_MS
const approve = (listingId: string, amount: number) =>
  market.call(
    'POST /api/admin/listing/:listingId/approve-payment',
    { params: { listingId }, body: { amount } },
    clerk,
  )
const verify = (listingId: string) =>
  market.call('POST /api/admin/listing/:listingId/verify', { params: { listingId }, body: {} }, clerk)
const correct = async (listingId: string, amount: number, by = clerk) => {
  const code = (await detail(listingId)).payment.code ?? ''
  const request = { params: { listingId }, body: { code, amount, reason: 'A nought too many' } }
  return market.call('POST /api/admin/listing/:listingId/correct-payment', request, by)
}
const giveDays = (act: 'extend' | 'take-days-back', listingId: string, days: number) =>
  market.call(
    `POST /api/admin/listing/:listingId/${act}` as const,
    { params: { listingId }, body: { days, reason: 'Too many by a slip' } },
    clerk,
  )
const balance = (id: string) => findBalance(market.db, { type: 'listing_period', id })

describe('a payment that was approved with a wrong amount', () => {
  test('is corrected: a running time ends when it should, the books follow, and the seller is told', async () => {
    const { _id } = await createListing(market, seller)
    await approve(_id, 10_000)
    await verify(_id)
    expect(await daysLeft(_id)).toBeCloseTo(365, 3)
    const { data } = await correct(_id, 2_000)
    expect(await daysLeft(_id)).toBeCloseTo(31, 3)
    expect(data).toMatchObject({ listingMonths: 1, payment: { amount: 2_000 } })
    expect(await balance(_id)).toMatchObject({ money: 2_000, price: 2_000, receivable: 0, unapplied: 0 })
    const [told] = await readMails(market.db, {
      kind: 'listing_payment_corrected',
      accountId: seller.accountId,
    })
    expect(told?.body).toContain('Ksh 2,000 is right, which pays for 1 month')
    expect(data.events.at(-1)?.what).toMatch(/corrected from Ksh 10,000 to Ksh 2,000: 1 month$/)
    // And back again, from what counts since.
    await correct(_id, 4_000)
    expect(await daysLeft(_id)).toBeCloseTo(61, 3)
    expect(await balance(_id)).toMatchObject({ money: 4_000, price: 4_000 })
  })

  test('is corrected before its time has begun, and what goes back is what was paid', async () => {
    const { _id } = await createListing(market, seller)
    await approve(_id, 10_000)
    const { data } = await correct(_id, 2_500)
    expect(data).toMatchObject({ listingMonths: 1, listingDays: 8, refundable: 2_500 })
    await verify(_id)
    expect(await daysLeft(_id)).toBeCloseTo(39, 3)
  })

  test('is not corrected to less than a plan, to the same, beyond the limit by one person alone, or against M-Pesa', async () => {
    const { _id } = await createListing(market, seller)
    await approve(_id, 25_000)
    const colleague = await market.signUp({ role: 'staff' })
    await expect(correct(_id, 500, colleague)).rejects.toThrow('Ksh 500 pays for no plan')
    await expect(correct(_id, 25_000)).rejects.toThrow('counts already')
    await expect(correct(_id, 2_000)).rejects.toMatchObject({ code: 'payment_needs_second_person' })
    await correct(_id, 2_000, colleague)
    const other = await createListing(market, seller)
    const { number } = await market.db
      .selectFrom('listings')
      .select('number')
      .where('id', '=', other._id)
      .executeTakeFirstOrThrow()
    await sendC2bPayment(market, { amount: 2_000, reference: `CAR${number}` })
    const reported = await detail(other._id)
    const code = reported.payment.code ?? ''
    const body = { code, amount: 4_500, reason: 'He says so' }
    const request = { params: { listingId: other._id }, body }
    await expect(
      market.call('POST /api/admin/listing/:listingId/correct-payment', request, clerk),
    ).rejects.toThrow('Only the amount of a payment that staff approved')
  })
})

test('a payment after which a later one bought time is corrected only once the later one is undone', async () => {
  const listing = await listLiveCar(market, seller)
  const code = (await detail(listing._id)).payment.code ?? ''
  const now = market.clock.now()
  const later = drawCode(now)
  const mpesaMessageText = mpesaMessage({ code: later, amount: 4_500, now })
  const renewal = { id: listing._id, amount: 4_500, mpesaPhoneNumber: '0712345678', paymentMethod: 'message' }
  await market.app.inject({
    method: 'POST',
    url: '/api/sell/renew',
    headers: { token: seller.token },
    payload: { ...renewal, mpesaName: 'Brian Otieno', mpesaMessage: mpesaMessageText },
  })
  await approve(listing._id, 4_500)
  const left = await daysLeft(listing._id)
  const params = { listingId: listing._id }
  const body = { code, amount: 10_000, reason: 'A nought too few' }
  const route = 'POST /api/admin/listing/:listingId/correct-payment'
  await expect(market.call(route, { params, body }, clerk)).rejects.toThrow(
    'A later payment bought time after this one. Undo the later one first',
  )
  expect(await daysLeft(listing._id)).toBeCloseTo(left, 3)
  const { id: paymentId } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('receipt', '=', later)
    .executeTakeFirstOrThrow()
  const undo = { params: { paymentId }, body: { decision: 'dismiss' as const, reason: 'Twice' } }
  await market.call('POST /api/admin/payment/:paymentId/decide', undo, clerk)
  await market.call(route, { params, body }, clerk)
  expect(await daysLeft(listing._id)).toBeCloseTo(365, 3)
})

test('a payment whose money was given back is not corrected', async () => {
  const { _id } = await createListing(market, seller)
  await approve(_id, 2_000)
  const giveBack = { params: { listingId: _id }, body: { reason: 'It is not his car' } }
  await market.call('POST /api/admin/listing/:listingId/give-money-back', giveBack, clerk)
  await expect(correct(_id, 4_500)).rejects.toThrow('goes back, or went back')
  expect(await detail(_id)).toMatchObject({ listingMonths: 0, refundable: 0 })
})

describe('a payment that was approved too high and whose money is to go back', () => {
  const refundsOf = (id: string) =>
    market.db
      .selectFrom('refunds')
      .select(['status', 'amount'])
      .where('payable_id', '=', id)
      .orderBy('id')
      .execute()
  async function givenBack() {
    const { _id } = await createListing(market, seller)
    await approve(_id, 10_000)
    const giveBack = { params: { listingId: _id }, body: { reason: 'It is not his car' } }
    await market.call('POST /api/admin/listing/:listingId/give-money-back', giveBack, clerk)
    expect(await refundsOf(_id)).toEqual([{ status: 'due', amount: 10_000 }])
    return _id
  }
  async function expectLowered(id: string) {
    expect(await refundsOf(id)).toEqual([
      { status: 'withdrawn', amount: 10_000 },
      { status: 'due', amount: 2_000 },
    ])
    const nothing = { price: 0, unapplied: 0, suspense: 0, receivable: 0 }
    expect(await balance(id)).toEqual({ ...nothing, money: 2_000, refundsPayable: 2_000 })
    const mails = await readMails(market.db, { kind: 'refund_lowered', accountId: seller.accountId })
    expect(mails.at(-1)?.body).toContain('So Ksh 2,000 goes back to you. Before, it was Ksh 10,000.')
  }

  test('is corrected by staff, and its refund with it', async () => {
    const id = await givenBack()
    await correct(id, 2_000)
    await expectLowered(id)
    expect(await detail(id)).toMatchObject({ listingMonths: 0 })
  })

  test('is corrected by what M-Pesa reports, and its refund with it', async () => {
    const id = await givenBack()
    const code = (await detail(id)).payment.code ?? ''
    await sendC2bPayment(market, { amount: 2_000, code })
    await expectLowered(id)
  })
})

test('days that were given by a slip are taken back, as far as they are left', async () => {
  const { _id } = await listLiveCar(market, seller)
  await expect(giveDays('take-days-back', _id, 1)).rejects.toThrow('No days that staff gave are left')
  await giveDays('extend', _id, 90)
  const { data } = await giveDays('take-days-back', _id, 81)
  expect(data).toMatchObject({ freeDays: 9 })
  expect(await daysLeft(_id)).toBeCloseTo(40, 3)
  await expect(giveDays('take-days-back', _id, 10)).rejects.toThrow('Only 9 of the days')
  market.clock.advance(34.5 * DAY_MS)
  clerk = await market.signUp({ role: 'staff' })
  await expect(giveDays('take-days-back', _id, 6)).rejects.toThrow('Only 5 of the days')
})

test('a listing that waits for its payment has no days to take back', async () => {
  const { _id } = await createListing(market, seller)
  await moveListingOn(market, _id, 'paid')
  await expect(giveDays('take-days-back', _id, 1)).rejects.toThrow('No days that staff gave are left')
})
