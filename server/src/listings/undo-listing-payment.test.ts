import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { receivePayment, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { createListing, drawCode, listLiveCar } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const START = new Date('2026-03-02T10:00:00+03:00')
const DAY_MS = 86_400_000
let market: TestMarket
let seller: Person
let clerk: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: START, env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())
beforeEach(async () => {
  market.clock.set(START)
  seller = await market.signUp()
  clerk = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})

const detail = async (listingId: string) =>
  (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, clerk)).data
const daysLeft = async (id: string) =>
  (Date.parse((await detail(id)).listingExpiresAt ?? '') - market.clock.now().getTime()) / DAY_MS
const verify = (listingId: string) =>
  market.call('POST /api/admin/listing/:listingId/verify', { params: { listingId }, body: {} }, clerk)
const balance = (id: string) => findBalance(market.db, { type: 'listing_period', id })
const nothing = { money: 0, price: 0, unapplied: 0, suspense: 0, receivable: 0, refundsPayable: 0 }
async function referenceOf(id: string): Promise<string> {
  const row = market.db.selectFrom('listings').select('number').where('id', '=', id)
  return `CAR${(await row.executeTakeFirstOrThrow()).number}`
}
/** Money without a reference came to the till, and staff says which listing it is for. */
async function match(id: string, amount: number): Promise<{ paymentId: string; receipt: string }> {
  const receipt = await sendC2bPayment(market, { amount, code: drawCode(market.clock.now()) })
  const body = { reference: await referenceOf(id), giveBack: false, reason: 'He called' }
  const request = { params: { receipt }, body }
  const { paymentId } = await market.call('POST /api/admin/receipt/:receipt/match', request, clerk)
  return { paymentId, receipt }
}
/** The phone of the seller sends a part of the Ksh 2,000 that it was asked for. */
async function payPart(id: string, amount: number) {
  const phone = `07123${String(70_000 + ++phones)}`
  const body = { id, paymentMethod: 'stk', amount: 2_000, mpesaPhoneNumber: phone } as const
  const { payment } = await market.call('POST /api/sell/renew', { body }, seller)
  await receivePayment(market, payment?._id ?? '', amount)
}
let phones = 0
const undo = (paymentId: string, who = clerk) =>
  market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: { decision: 'dismiss', reason: 'It is of another car' } },
    who,
  )
const unmatched = async (search: string) =>
  (await market.call('GET /api/admin/payments', { query: { queue: 'unmatched', search } }, clerk)).data

describe('money that staff matched with the wrong listing', () => {
  test('is undone: the only one takes the car off the market, and can be matched with the right car', async () => {
    const wrong = await createListing(market, seller)
    const { paymentId, receipt } = await match(wrong._id, 2_000)
    await verify(wrong._id)
    const open = () => market.call('GET /api/sell/get/:carId', { params: { carId: wrong._id } })
    await open()
    const shown = await market.call('GET /api/admin/payment/:paymentId', { params: { paymentId } }, clerk)
    expect(shown.data.decisions).toEqual(['dismiss'])
    await undo(paymentId)
    await expectBalanced(market)
    expect(await balance(wrong._id)).toEqual(nothing)
    expect(await detail(wrong._id)).toMatchObject({ listingStatus: 'draft', listingMonths: 0 })
    await expect(open()).rejects.toMatchObject({ code: 'listing_not_found' })
    const [mail] = await readMails(market.db, { kind: 'payment_voided', accountId: seller.accountId })
    expect(mail?.body).toContain('Your listing loses the time')
    expect((await detail(wrong._id)).events.map(({ what }) => what).join()).toContain(receipt)
    expect(await unmatched(receipt)).toHaveLength(1)

    const right = await createListing(market, seller)
    const body = { reference: await referenceOf(right._id), giveBack: false, reason: 'The right car' }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, clerk)
    expect(await balance(right._id)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
    expect(await detail(right._id)).toMatchObject({ listingMonths: 1 })
  })

  test('is undone: a renewal of a running time takes its days with it', async () => {
    const { _id } = await listLiveCar(market, seller)
    const before = await daysLeft(_id)
    const { paymentId } = await match(_id, 4_500)
    expect(await daysLeft(_id)).toBeGreaterThan(before + 80)
    await undo(paymentId)
    expect(await daysLeft(_id)).toBeCloseTo(before, 3)
    expect(await detail(_id)).toMatchObject({ listingStatus: 'active', listingMonths: 1 })
    await expectBalanced(market)
    await expect(undo(paymentId)).rejects.toMatchObject({ code: 'payment_wrong_state' })
  })

  test('is undone also where its code came to the listing a second time', async () => {
    const { _id } = await createListing(market, seller)
    const first = await match(_id, 2_000)
    await undo(first.paymentId)
    const second = await match(_id, 2_000)
    const body = { reference: await referenceOf(_id), giveBack: false, reason: 'It was of this car' }
    const request = { params: { receipt: first.receipt }, body }
    const again = await market.call('POST /api/admin/receipt/:receipt/match', request, clerk)
    expect(await detail(_id)).toMatchObject({ listingMonths: 2 })
    await expect(undo(second.paymentId)).rejects.toMatchObject({ code: 'payment_wrong_state' })
    await undo(again.paymentId)
    await undo(second.paymentId)
    expect(await balance(_id)).toEqual(nothing)
    await expectBalanced(market)
  })

  test('is undone by somebody else above the limit', async () => {
    const { _id } = await createListing(market, seller)
    const { paymentId } = await match(_id, 25_000)
    await expect(undo(paymentId)).rejects.toMatchObject({ code: 'payment_needs_second_person' })
    const voided = { status: 'failed', outcome: 'voided', voided_by: clerk.accountId, voided_at: START }
    await expect(
      market.db.updateTable('payments').set(voided).where('id', '=', paymentId).execute(),
    ).rejects.toThrow(/large_payment_is_voided_by_another/)
    await undo(paymentId, colleague)
    expect(await balance(_id)).toEqual(nothing)
  })

  test('leaves a part that was paid before as a part', async () => {
    const { _id } = await createListing(market, seller)
    await payPart(_id, 500)
    const { paymentId } = await match(_id, 1_500)
    expect(await detail(_id)).toMatchObject({ listingMonths: 1 })
    await undo(paymentId)
    await expectBalanced(market)
    expect(await balance(_id)).toEqual({ ...nothing, money: 500, unapplied: 500 })
    await match(_id, 1_500)
    expect(await detail(_id)).toMatchObject({ listingMonths: 1 })
    expect(await balance(_id)).toEqual({ ...nothing, money: 2_000, price: 2_000 })
  })
})

test('a part payment of a listing that its seller removed goes back without a decision', async () => {
  const { _id } = await createListing(market, seller)
  const reference = await referenceOf(_id)
  await payPart(_id, 500)
  await market.call('POST /api/sell/remove', { body: { id: _id } }, seller)
  const query = { queue: 'review' as const, search: reference }
  expect(await balance(_id)).toEqual({ ...nothing, money: 500, refundsPayable: 500 })
  expect((await market.call('GET /api/admin/payments', { query }, clerk)).data).toEqual([])
  const refunds = await market.call(
    'GET /api/admin/refunds',
    { query: { queue: 'due', search: reference } },
    clerk,
  )
  expect(refunds.data).toMatchObject([{ amount: 500 }])
})
