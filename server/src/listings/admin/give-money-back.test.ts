import { m } from '@twende/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { createListing, drawCode, mpesaMessage } from '../../testing/selling.ts'
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
  // Paid for again, it is checked again.
  expect(data).toMatchObject({ listingStatus: 'draft', refundable: 0, verified: false })
})

/** The seller pastes a message of this amount, and staff approves it; what staff was shown of it before. */
async function payByMessage(id: string, seller: Person, amount: number) {
  const now = market.clock.now()
  const mpesaMessageOf = mpesaMessage({ code: drawCode(now), amount, now })
  const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678', mpesaMessage: mpesaMessageOf }
  const body = { id, paymentMethod: 'message' as const, amount, ...payer }
  await market.call('POST /api/sell/renew', { body }, seller)
  const params = { listingId: id }
  const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
  market.clock.advance(60_000)
  return data.paymentProof
}
const ownListing = async (seller: Person) =>
  (await market.call('GET /api/sell/user/:userId', { params: { userId: seller.accountId } }, seller)).data[0]

test('the seller sees that the money goes back and why, then that it went back', async () => {
  const { params, seller } = await paidListing()
  await giveBack(params)
  const shown = await ownListing(seller)
  expect(shown).toMatchObject({
    listingStatus: 'draft',
    listingMonths: 0,
    reviewReason: 'We could not verify the car',
    payment: { status: 'refunding', amount: 2_000 },
  })
  // Nobody but one person has seen this money, so a second one does before it goes.
  const [payment] = await market.db
    .selectFrom('payments')
    .select('id')
    .where('listing_id', '=', params.listingId)
    .execute()
  const approved = { params: { paymentId: payment?.id ?? '' }, body: {} }
  const colleague = await market.signUp({ role: 'staff' })
  await market.call('POST /api/admin/payment/:paymentId/approve', approved, colleague)
  const { id: refundId } = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('listing_id', '=', params.listingId)
    .executeTakeFirstOrThrow()
  await market.call(
    'POST /api/admin/refund/:refundId/sent',
    { params: { refundId }, body: paidWith() },
    staff,
  )
  expect((await ownListing(seller))?.payment.status).toBe('refunded')
})

test('a part that went back counts no more, and one that is here counts with what is paid next', async () => {
  const { params, seller } = await paidListing()
  const { listingId } = params
  await payByMessage(listingId, seller, 500)
  await giveBack(params)
  await payByMessage(listingId, seller, 1_500)
  expect(await ownListing(seller)).toMatchObject({
    listingMonths: 0,
    payment: { status: 'partial', reason: expect.stringContaining('Ksh 500') },
  })
  // Staff and seller are shown what the next 500 pay for together with the part.
  const proof = await payByMessage(listingId, seller, 500)
  expect(proof).toMatchObject({ months: 1 })
  expect(await ownListing(seller)).toMatchObject({
    listingMonths: 1,
    payment: { status: 'paid', reason: '' },
  })
})

test('the money of a listing that was live is not given back', async () => {
  const { params } = await paidListing()
  await market.call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  await expect(giveBack(params)).rejects.toMatchObject({
    code: 'listing_wrong_state',
    message: m.error_listing_was_on_sale(),
  })
})

test('its refund names who paid as M-Pesa reported it, and no number that somebody typed', async () => {
  const refundOf = async ({ listingId }: { listingId: string }) => {
    const { data } = await market.call(
      'GET /api/admin/refunds',
      { query: { queue: 'due', limit: 100 } },
      staff,
    )
    return data.find(({ purchaseId }) => purchaseId === listingId)
  }
  const { params } = await paidListing()
  await giveBack(params)
  const unknown = await refundOf(params)
  expect(unknown).toMatchObject({ payers: [{ phone: '', name: '' }] })
  const code = unknown?.payers[0]?.code ?? ''
  await sendC2bPayment(market, {
    amount: unknown?.amount ?? 0,
    code,
    phone: '2547 ***** 126',
    name: 'OTIENO',
  })
  expect(await refundOf(params)).toMatchObject({
    payers: [{ phone: '2547 ***** 126', name: 'OTIENO', code }],
  })
})
