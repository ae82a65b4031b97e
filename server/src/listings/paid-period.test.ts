import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { addCategory, addLocation } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { receivePayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import {
  createListing,
  drawCode,
  listLiveCar,
  moveListingOn,
  mpesaMessage,
  postForm,
} from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { expireListings, remindSellers } from './sell/listing-tasks.ts'

const START = new Date('2026-03-02T10:00:00+03:00')
const DAY_MS = 86_400_000

let market: TestMarket
let seller: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: START, env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())
beforeEach(async () => {
  market.clock.set(START)
  seller = await market.signUp({ name: 'Brian Otieno' })
  staff = await market.signUp({ role: 'staff' })
})

const own = async (id: string) => {
  const params = { userId: seller.accountId }
  const { data } = await market.call('GET /api/sell/user/:userId', { params }, seller)
  const found = data.find(({ _id }) => _id === id)
  if (!found) throw new Error('not among the seller’s own')
  return found
}
const isShown = async (id: string) =>
  (await market.call('GET /api/sell/list', { query: { limit: 99 } })).data.some(({ _id }) => _id === id)
const daysLeft = async (id: string) =>
  (Date.parse((await own(id)).listingExpiresAt ?? '') - market.clock.now().getTime()) / DAY_MS
const act = (name: 'suspend' | 'restore' | 'reject' | 'verify', id: string) => {
  const request = { params: { listingId: id }, body: { reason: `Because of ${name}` } }
  return market.call(`POST /api/admin/listing/:listingId/${name}` as const, request, staff)
}
const edit = (id: string, color: string) => postForm(market, '/api/sell/update', { id, color }, seller)
const toggle = (id: string) => market.call('POST /api/sell/toggle-availability', { body: { id } }, seller)
const extend = (id: string, days: number) =>
  market.call(
    'POST /api/admin/listing/:listingId/extend',
    { params: { listingId: id }, body: { days, reason: 'Lost days' } },
    staff,
  )
async function renew(id: string, amount: number) {
  const now = market.clock.now()
  const mpesa = mpesaMessage({ code: drawCode(now), amount, now })
  const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678' }
  const body = { id, paymentMethod: 'message' as const, ...payer, mpesaMessage: mpesa, amount }
  await market.call('POST /api/sell/renew', { body }, seller)
  const approval = { params: { listingId: id }, body: {} }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', approval, staff)
}
const queue = async (name: 'verification' | 'suspended') =>
  (await market.call('GET /api/admin/listings', { query: { queue: name } }, staff)).data.map(({ _id }) => _id)
const mailsTo = async (kind: string, id: string) =>
  (await readMails(market.db, { kind })).filter(({ dedupeKey }) => dedupeKey.includes(id))

test('no paid day passes while a listing is suspended, and its seller is told that it is back', async () => {
  const { _id } = await listLiveCar(market, seller)
  market.clock.advance(5 * DAY_MS)
  const left = await daysLeft(_id)
  await act('suspend', _id)
  market.clock.advance(40 * DAY_MS)
  await expireListings(market.deps)
  expect(await daysLeft(_id)).toBeCloseTo(left, 3)
  await act('restore', _id)
  expect(await daysLeft(_id)).toBeCloseTo(left, 3)
  await expireListings(market.deps)
  expect(await isShown(_id)).toBe(true)
  expect(await mailsTo('listing_expired', _id)).toEqual([])
  expect(await mailsTo('listing_restored', _id)).toHaveLength(1)
})

test('no paid day passes while a car that was on sale is sent back and checked again', async () => {
  const { _id } = await listLiveCar(market, seller)
  market.clock.advance(5 * DAY_MS)
  const left = await daysLeft(_id)
  await act('reject', _id)
  market.clock.advance(20 * DAY_MS)
  await edit(_id, 'Blue')
  market.clock.advance(20 * DAY_MS)
  await expireListings(market.deps)
  await act('verify', _id)
  expect(await daysLeft(_id)).toBeCloseTo(left, 3)
  expect(await isShown(_id)).toBe(true)
})

test('a renewal during a check is not used up by the check', async () => {
  const { _id } = await listLiveCar(market, seller)
  await act('reject', _id)
  await renew(_id, 2_000)
  const left = await daysLeft(_id)
  expect(left).toBeGreaterThan(55)
  market.clock.advance(90 * DAY_MS)
  await edit(_id, 'Blue')
  await act('verify', _id)
  expect(await daysLeft(_id)).toBeCloseTo(left, 3)
})

test('extended while it is suspended, a listing has those days more when it is back', async () => {
  const { _id } = await listLiveCar(market, seller)
  const left = await daysLeft(_id)
  await act('suspend', _id)
  market.clock.advance(50 * DAY_MS)
  await extend(_id, 10)
  await act('restore', _id)
  expect(await daysLeft(_id)).toBeCloseTo(left + 10, 3)
})

test('a listing whose time was over before it was suspended is over when it comes back', async () => {
  const { _id } = await listLiveCar(market, seller)
  market.clock.advance(40 * DAY_MS)
  await expireListings(market.deps)
  await act('suspend', _id)
  market.clock.advance(DAY_MS)
  await act('restore', _id)
  await expireListings(market.deps)
  expect((await own(_id)).listingStatus).toBe('expired')
  expect(await mailsTo('listing_expired', _id)).toHaveLength(1)
})

test('marked as sold before it was verified and as available after, a car is shown for the whole paid time', async () => {
  const { _id } = await createListing(market, seller)
  await moveListingOn(market, _id, 'paid')
  await toggle(_id)
  await act('verify', _id)
  expect(await isShown(_id)).toBe(false)
  market.clock.advance(10 * DAY_MS)
  await toggle(_id)
  expect(await isShown(_id)).toBe(true)
  expect(await daysLeft(_id)).toBeGreaterThan(27)
})

test.each([
  ['listed as not available', async () => (await createListing(market, seller, { available: 'false' }))._id],
  [
    'marked as sold before it was paid for',
    async () => {
      const { _id } = await createListing(market, seller)
      await toggle(_id)
      return _id
    },
  ],
])('a car that was %s is not on sale until it is available', async (_, list) => {
  const id = await list()
  await moveListingOn(market, id, 'live')
  expect(await own(id)).toMatchObject({ listingStatus: 'sold', available: false })
  expect(await isShown(id)).toBe(false)
  market.clock.advance(60 * DAY_MS)
  await toggle(id)
  expect(await isShown(id)).toBe(true)
  expect(await daysLeft(id)).toBeGreaterThan(27)
})

test('a car that was sold when its time ran out is not on sale because it is extended', async () => {
  const { _id } = await listLiveCar(market, seller)
  market.clock.advance(40 * DAY_MS)
  await expireListings(market.deps)
  await toggle(_id)
  await extend(_id, 30)
  expect(await own(_id)).toMatchObject({ listingStatus: 'sold', available: false })
})

test('sent back, suspended and restored, a listing is sent back still, with the same reason', async () => {
  const { _id } = await listLiveCar(market, seller)
  await act('reject', _id)
  await act('suspend', _id)
  expect((await own(_id)).reviewReason).toBe('Because of suspend')
  await act('restore', _id)
  expect(await own(_id)).toMatchObject({ verified: false, reviewReason: 'Because of reject' })
  await edit(_id, 'Blue')
  expect(await queue('verification')).toContain(_id)
  // Nothing is left for its seller to do while staff checks it.
  expect((await own(_id)).reviewReason).toBe('')
})

describe('what is paid beyond the price of a plan', () => {
  test('is days of the plan: the seller, staff, the mail and the history say so', async () => {
    const listing = await createListing(market, seller, { paid: 4_000, email: 'wallet@example.com' })
    const { _id } = listing
    const params = { listingId: _id }
    const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
    expect(data.paymentProof).toMatchObject({ months: 1, days: 30 })
    await moveListingOn(market, _id, 'live')
    expect(await own(_id)).toMatchObject({ listingMonths: 1, listingDays: 30 })
    expect(await daysLeft(_id)).toBeCloseTo(61, 3)
    // To the address that was given for the payment.
    const [mail] = await readMails(market.db, { kind: 'payment_received', accountId: seller.accountId })
    expect(mail).toMatchObject({ recipient: 'wallet@example.com' })
    expect(mail?.body).toContain('1 month and 30 days')
    const { events } = (await market.call('GET /api/admin/listing/:listingId', { params }, staff)).data
    const paid = events.find(({ what }) => what === 'Paid Ksh 4,000: 1 month and 30 days')
    // A clerk approved it: M-Pesa told us nothing.
    expect(paid?.by).toBe('staff')
  })

  test('is less than a plan at first: the mail of a part says what is missing', async () => {
    const { _id } = await createListing(market, seller, { paid: 500, email: 'part@example.com' })
    await moveListingOn(market, _id, 'paid')
    const [mail] = await readMails(market.db, { recipient: 'part@example.com' })
    expect(mail?.subject).toBe('We received Ksh 500')
    expect(mail?.body).toContain('Ksh 500 is paid so far. Ksh 1,500 is missing for 1 month on the market.')
    expect(mail?.body).toContain('My Listings')
  })

  test('goes back whole where the time has not begun', async () => {
    const { _id } = await createListing(market, seller, { paid: 4_000 })
    await moveListingOn(market, _id, 'paid')
    expect((await own(_id)).refundable).toBe(4_000)
  })

  test('is days also where a part was paid before the phone paid for a plan', async () => {
    const { _id } = await createListing(market, seller, { paid: 500 })
    await moveListingOn(market, _id, 'paid')
    const body = { id: _id, paymentMethod: 'stk' as const, mpesaPhoneNumber: '0712345678', amount: 2_000 }
    const { payment } = await market.call('POST /api/sell/renew', { body }, seller)
    await receivePayment(market, payment?._id ?? '')
    expect(await own(_id)).toMatchObject({ listingMonths: 1, listingDays: 8, refundable: 2_500 })
    expect(await findBalance(market.db, { type: 'listing_period', id: _id })).toMatchObject({
      price: 2_500,
      unapplied: 0,
    })
  })

  test('counts together with what a phone paid of which no code is known', async () => {
    const { _id } = await createListing(market, seller, { paid: 500 })
    await moveListingOn(market, _id, 'paid')
    const body = { id: _id, paymentMethod: 'stk' as const, mpesaPhoneNumber: '0712345678', amount: 2_000 }
    const { payment } = await market.call('POST /api/sell/renew', { body }, seller)
    await settlePayment(market.deps, payment?._id ?? '', {
      kind: 'paid',
      receipt: null,
      amountReceived: 2_000,
    })
    expect(await own(_id)).toMatchObject({
      listingMonths: 1,
      payment: { code: null, amount: 2_000, counted: 2_500 },
    })
  })
})

test('the seller of a sold car that is to be renewed reads what to do first', async () => {
  const { _id } = await listLiveCar(market, seller)
  await toggle(_id)
  await expect(renew(_id, 2_000)).rejects.toThrow('marked as sold')
})

test('nobody is reminded of the end of a time that does not run', async () => {
  const { _id } = await listLiveCar(market, seller)
  market.clock.advance(27 * DAY_MS)
  await act('reject', _id)
  await remindSellers(market.deps)
  expect(await mailsTo('listing_ending', _id)).toEqual([])
})

describe('a mail says what is so when it is sent', () => {
  const bodies = async (kind: string, id: string) => (await mailsTo(kind, id)).map(({ body }) => body)

  test('of a car that nobody saw, suspended and restored after it was sent back', async () => {
    const { _id } = await createListing(market, seller)
    await moveListingOn(market, _id, 'paid')
    await act('reject', _id)
    await act('suspend', _id)
    expect((await bodies('listing_suspended', _id)).join()).toContain('Buyers did not see it at that time.')
    await act('restore', _id)
    const [restored] = await bodies('listing_restored', _id)
    expect(restored).toContain('We had asked: Because of reject')
    expect(restored).not.toContain('as soon as we have checked it')
  })

  test('of a car that is sent back before it is paid for', async () => {
    const { _id } = await createListing(market, seller)
    await act('reject', _id)
    expect((await bodies('listing_rejected', _id)).join()).toContain('We look again once it is paid for.')
  })

  test('of a payment that is refused while the car is suspended, to the address that was given', async () => {
    const { _id } = await createListing(market, seller, { email: 'wallet@example.com' })
    await act('suspend', _id)
    const refusal = { params: { listingId: _id }, body: { reason: 'It never came' } }
    await market.call('POST /api/admin/listing/:listingId/reject-payment', refusal, staff)
    const [mail] = await mailsTo('listing_payment_refused', _id)
    expect(mail?.recipient).toBe('wallet@example.com')
    expect(mail?.body).toContain('This listing is suspended and cannot be paid for now.')
  })

  test('of a time that ends, and is over, while its renewal waits for staff', async () => {
    const { _id } = await listLiveCar(market, seller)
    market.clock.advance(26 * DAY_MS)
    const now = market.clock.now()
    const mpesa = mpesaMessage({ code: drawCode(now), amount: 2_000, now })
    const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678', amount: 2_000 }
    const body = { id: _id, paymentMethod: 'message' as const, ...payer, mpesaMessage: mpesa }
    await market.call('POST /api/sell/renew', { body }, seller)
    await remindSellers(market.deps)
    market.clock.advance(6 * DAY_MS)
    await expireListings(market.deps)
    for (const kind of ['listing_ending', 'listing_expired']) {
      const [mail] = await bodies(kind, _id)
      expect(mail).toContain('you need not pay again')
      expect(mail).not.toContain('Renew it')
    }
  })
})
