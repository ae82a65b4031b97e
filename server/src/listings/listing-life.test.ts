import { periodEnd } from '@twende/contract/listings/listing-plan.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCategory, addLocation } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { addSession, type Person } from '../testing/people.ts'
import {
  createListing,
  drawCode,
  drawPhoto,
  listLiveCar,
  moveListingOn,
  mpesaMessage,
  postForm,
  sellFields,
  sendUntilTaken,
} from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { expireListings, remindSellers, returnUnpaidToDraft } from './sell/listing-tasks.ts'

const MONTH_END = new Date('2026-01-31T10:00:00+03:00')
const DAY_MS = 86_400_000

let market: TestMarket
let seller: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: MONTH_END, env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
  seller = await market.signUp({ name: 'Brian Otieno' })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const publicIds = async () => (await market.call('GET /api/sell/list', {})).data.map(({ _id }) => _id)
const own = async (id: string) => {
  const params = { userId: seller.accountId }
  const { data } = await market.call('GET /api/sell/user/:userId', { params }, await fresh(seller))
  const found = data.find(({ _id }) => _id === id)
  if (!found) throw new Error('not among the seller’s own')
  return found
}
/** Signed in again: the clock of these tests runs on for longer than a sign-in lasts. */
async function fresh(person: Person): Promise<Person> {
  const role = person === staff ? 'staff' : 'user'
  return { ...person, ...(await addSession(market.deps, { ...person, role })) }
}
const notificationsOf = (kind: string) => readMails(market.db, { kind })

test('a car that is listed waits for its payment, then for staff, then everybody sees it', async () => {
  market.clock.set(MONTH_END)
  const listing = await createListing(market, seller, { paid: 4_500 })
  expect(listing).toMatchObject({
    listingStatus: 'pending_payment',
    verified: false,
    views: 0,
    make: 'Toyota',
    model: 'Vitz',
    payment: { status: 'processing', paymentMethod: 'message', amount: 4_500, reason: '' },
  })
  await moveListingOn(market, listing._id, 'paid')
  expect(await own(listing._id)).toMatchObject({
    listingStatus: 'active',
    listingMonths: 3,
    listingExpiresAt: null,
    payment: { status: 'paid' },
  })
  expect(await publicIds()).not.toContain(listing._id)
  market.clock.advance(5 * DAY_MS)
  const params = { listingId: listing._id }
  const { data } = await market.call('POST /api/admin/listing/:listingId/verify', { params, body: {} }, staff)
  expect(await publicIds()).toContain(listing._id)
  expect(data.verified).toBe(true)
  // The days it waited for us are not the seller's loss.
  const days = (Date.parse(data.listingExpiresAt ?? '') - market.clock.now().getTime()) / DAY_MS
  expect(days).toBeGreaterThan(88)
})

test('a month from the last of January ends on the last of February, at the same hour', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller, { paid: 2_000 })
  const end = (await own(_id)).listingExpiresAt ?? ''
  expect(end.slice(0, 13)).toBe('2026-02-28T07')
})

test('without any job, a listing is over at its hour', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  const end = new Date((await own(_id)).listingExpiresAt ?? '')
  market.clock.set(new Date(end.getTime() - 60_000))
  expect(await publicIds()).toContain(_id)
  market.clock.set(end)
  expect(
    (await market.call('GET /api/sell/list', { query: { limit: 100 } })).data.map((car) => car._id),
  ).not.toContain(_id)
  expect((await own(_id)).listingStatus).toBe('expired')
  await expect(market.call('GET /api/sell/get/:carId', { params: { carId: _id } })).rejects.toThrow(
    'Vehicle not found',
  )
  await expireListings(market.deps)
  await expireListings(market.deps)
  const story = await market.db
    .selectFrom('listing_history')
    .select('code')
    .where('listing_id', '=', _id)
    .execute()
  expect(story.filter(({ code }) => code === 'expired')).toHaveLength(1)
  expect(
    (await notificationsOf('listing_expired')).filter(({ dedupeKey }) => dedupeKey.includes(_id)),
  ).toHaveLength(1)
})

test('renewing adds to the end of a running period, and to today once it is over', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  const first = new Date((await own(_id)).listingExpiresAt ?? '')
  market.clock.advance(10 * DAY_MS)
  await renew(_id, 2_000)
  const second = new Date((await own(_id)).listingExpiresAt ?? '')
  expect(second).toEqual(periodEnd(first, 1))
  market.clock.set(new Date(second.getTime() + 5 * DAY_MS))
  expect((await own(_id)).listingStatus).toBe('expired')
  const now = market.clock.now()
  await renew(_id, 8_000)
  const third = Date.parse((await own(_id)).listingExpiresAt ?? '')
  expect(Math.abs(third - periodEnd(now, 6).getTime())).toBeLessThan(60_000)
  expect(await own(_id)).toMatchObject({ listingStatus: 'active', listingMonths: 8 })
})

async function renew(id: string, amount: number) {
  const now = market.clock.now()
  const body = {
    id,
    paymentMethod: 'message' as const,
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: mpesaMessage({ code: drawCode(now), amount, now }),
    amount,
  }
  await market.call('POST /api/sell/renew', { body }, await fresh(seller))
  const params = { listingId: id }
  await market.call(
    'POST /api/admin/listing/:listingId/approve-payment',
    { params, body: {} },
    await fresh(staff),
  )
}

test('sellers are reminded 7, 3 and 1 days before the end, once each', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  const end = new Date((await own(_id)).listingExpiresAt ?? '').getTime()
  const sent = async () =>
    (await notificationsOf('listing_ending')).filter(({ dedupeKey }) => dedupeKey.includes(_id)).length
  const counts: number[] = []
  for (const days of [8, 6.5, 6, 3, 2, 1, 0.5, 0.1]) {
    market.clock.set(new Date(end - days * DAY_MS))
    await remindSellers(market.deps)
    await remindSellers(market.deps)
    counts.push(await sent())
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 3])
})

test('less than a plan stays unpaid with the reason, and the rest completes it', async () => {
  market.clock.set(MONTH_END)
  const listing = await createListing(market, seller, { paid: 500 })
  expect(listing.payment).toMatchObject({ status: 'processing', amount: 500 })
  expect(listing.payment.reason).toContain('Ksh 1,500')
  const params = { listingId: listing._id }
  await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body: {} }, staff)
  expect(await own(listing._id)).toMatchObject({
    listingStatus: 'pending_payment',
    payment: { status: 'partial' },
  })
  await renew(listing._id, 1_500)
  expect(await own(listing._id)).toMatchObject({
    listingStatus: 'active',
    listingMonths: 1,
    payment: { status: 'paid', amount: 1_500, counted: 2_000 },
  })
  const payments = await market.db
    .selectFrom('payments')
    .select('status')
    .where('listing_id', '=', listing._id)
    .execute()
  expect(payments).toEqual([{ status: 'paid' }, { status: 'paid' }])
})

test('a refused payment tells why, and its code is free for whoever really paid', async () => {
  market.clock.set(MONTH_END)
  const code = drawCode(market.clock.now())
  const listing = await createListing(market, seller, { code })
  const params = { listingId: listing._id }
  const body = { reason: 'This money never reached us' }
  await market.call('POST /api/admin/listing/:listingId/reject-payment', { params, body }, staff)
  const { payment, listingStatus } = await own(listing._id)
  expect(payment).toMatchObject({ status: 'failed', reason: 'This money never reached us' })
  expect(listingStatus).toBe('pending_payment')
  const other = await market.signUp()
  await expect(createListing(market, other, { code })).resolves.toMatchObject({
    listingStatus: 'pending_payment',
  })
})

test('what nobody paid for in two weeks is a draft again, and can still be paid for', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await createListing(market, seller)
  const params = { listingId: _id }
  await market.call(
    'POST /api/admin/listing/:listingId/reject-payment',
    { params, body: { reason: 'No' } },
    staff,
  )
  market.clock.advance(15 * DAY_MS)
  await returnUnpaidToDraft(market.deps)
  expect((await own(_id)).listingStatus).toBe('draft')
  await renew(_id, 10_000)
  expect(await own(_id)).toMatchObject({ listingStatus: 'active', listingMonths: 12 })
})

test('a sold car stays a week with its badge, then goes', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  const toggled = await market.call('POST /api/sell/toggle-availability', { body: { id: _id } }, seller)
  expect(toggled).toMatchObject({
    message: 'Car marked as sold',
    data: { available: false, listingStatus: 'sold' },
  })
  expect((await market.call('GET /api/sell/get/:carId', { params: { carId: _id } })).data.available).toBe(
    false,
  )
  market.clock.advance(6.9 * DAY_MS)
  expect(
    (await market.call('GET /api/sell/list', { query: { page: 1 } })).data.map((car) => car._id),
  ).toContain(_id)
  market.clock.advance(0.2 * DAY_MS)
  expect(
    (await market.call('GET /api/sell/list', { query: { limit: 99 } })).data.map((car) => car._id),
  ).not.toContain(_id)
})

test('a hundred taps at once leave a car as it was', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  await Promise.all(
    Array.from({ length: 100 }, () =>
      market.call('POST /api/sell/toggle-availability', { body: { id: _id } }, seller),
    ),
  )
  expect(await own(_id)).toMatchObject({ available: true, listingStatus: 'active' })
})

test('small changes are public at once; new words, a photo or another price wait for staff, and the car stays public', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller, { price: '1000000' })
  const edit = async (fields: Record<string, string | Blob>) =>
    (await postForm(market, '/api/sell/update', { id: _id, ...fields }, seller)).json()
  const shown = async () => (await market.call('GET /api/sell/get/:carId', { params: { carId: _id } })).data
  const params = { listingId: _id }
  const approve = async () => {
    const body = { editId: (await own(_id)).edit?.id ?? '' }
    await market.call('POST /api/admin/listing/:listingId/approve-edit', { params, body }, staff)
  }
  for (const fields of [{ color: 'silver' }, { rating: '4.8' }, { price: '1100000' }, { price: '1190000' }]) {
    const { updatedListing, reviewed } = await edit(fields)
    expect([reviewed, updatedListing.verified, updatedListing.edit]).toEqual([[], true, null])
  }
  const moved = await edit({ price: '1250000' })
  expect([moved.reviewed, moved.updatedListing.verified]).toEqual([['price'], true])
  expect(await shown()).toMatchObject({ price: 1_190_000, rating: 4.8, color: 'silver' })
  const queue = await market.call('GET /api/admin/listings', { query: { queue: 'verification' } }, staff)
  expect(queue.data.find((listing) => listing._id === _id)?.edit?.fields).toEqual(['price'])
  await approve()
  expect(await shown()).toMatchObject({ price: 1_250_000 })
  const photo = await edit({ image2: await drawPhoto() })
  expect(photo.reviewed).toEqual(['photos'])
  expect([photo.updatedListing.pictures.length, (await shown()).pictures.length]).toEqual([2, 1])
  for (const [field, words] of [
    ['description', 'One owner. Send a deposit to 0700000000 first'],
    ['serviceHistory', 'Send a deposit to 0700000000 first'],
    ['features', '["Send a deposit to 0700000000 first"]'],
    ['specs', '{"engine":"1.3 L","power":"98 hp","acceleration":"Send a deposit first"}'],
    ['color', 'Send a deposit to 0700000000 first'],
  ] as const) {
    await approve()
    expect((await edit({ [field]: words })).reviewed).toEqual([field])
    expect(JSON.stringify((await shown())[field])).not.toContain('deposit')
    expect(await publicIds()).toContain(_id)
  }
})

test('the specification’s own way to edit, plain JSON, works as well', async () => {
  market.clock.set(MONTH_END)
  const { _id, updatedAt } = await listLiveCar(market, seller)
  const contactInfo = { phone: '0712345678', email: 'new@example.com' }
  const body = { id: _id, features: ['Sunroof', ' ', 'sunroof'], contactInfo, available: false, updatedAt }
  await expect(market.call('POST /api/sell/update', { body }, seller)).rejects.toMatchObject({
    code: 'listing_wrong_state',
  })
  const fresh = { ...body, updatedAt: (await own(_id)).updatedAt }
  const { updatedListing } = await market.call('POST /api/sell/update', { body: fresh }, seller)
  expect(updatedListing).toMatchObject({
    features: ['Sunroof'],
    available: false,
    listingStatus: 'sold',
    contactInfo: { email: 'new@example.com' },
  })
})

test('a suspended listing is gone, and comes back as it was', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  const params = { listingId: _id }
  await market.call(
    'POST /api/admin/listing/:listingId/suspend',
    { params, body: { reason: 'Reports' } },
    staff,
  )
  expect(await publicIds()).not.toContain(_id)
  expect(await own(_id)).toMatchObject({ listingStatus: 'suspended', reviewReason: 'Reports' })
  await market.call('POST /api/admin/listing/:listingId/restore', { params, body: {} }, staff)
  expect(await publicIds()).toContain(_id)
})

test('a deleted listing is gone for its seller too, and what was paid stays on record', async () => {
  market.clock.set(MONTH_END)
  const { _id } = await listLiveCar(market, seller)
  await market.call('POST /api/sell/remove', { body: { id: _id } }, seller)
  await expect(market.call('POST /api/sell/remove', { body: { id: _id } }, seller)).rejects.toMatchObject({
    status: 404,
  })
  await expect(own(_id)).rejects.toThrow()
  expect(await publicIds()).not.toContain(_id)
  expect(
    await market.db.selectFrom('payments').select('receipt').where('listing_id', '=', _id).execute(),
  ).toHaveLength(1)
})

test('the same form sent twice is one listing', async () => {
  market.clock.set(MONTH_END)
  const fields = await sellFields(market.clock.now())
  const pressed = { token: seller.token, idempotencyKey: 'one-press-1' }
  const send = () => sendUntilTaken(() => postForm(market, '/api/sell/add', fields, pressed))
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(answers.map((answer) => answer.json().data._id)).size).toBe(1)
  const changed = { ...fields, color: 'Red' }
  const conflict = await postForm(market, '/api/sell/add', changed, pressed)
  expect(conflict.json().code).toBe('idempotency_conflict')
})
