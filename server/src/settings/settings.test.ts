import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { receivePayment, sendC2bPayment } from '../testing/payments.ts'
import { type Person, proveEmail } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../testing/renting.ts'
import { createListing, drawCode, mpesaMessage } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let admin: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  admin = await market.signUp({ role: 'admin', name: 'Joseph Kariuki' })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const current = async () => (await market.call('GET /api/admin/settings', {}, staff)).data

async function save(person: Person, changes: object, seen?: string | null) {
  const { updatedBy: _, ...settings } = await current()
  const body = { ...settings, ...(seen === undefined ? {} : { updatedAt: seen }), ...changes }
  return market.call('POST /api/admin/settings', { body }, person)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? error.code : 'failed'),
  )

test('what an admin changes holds at once: for pages, for holds, without a restart', async () => {
  expect(await current()).toMatchObject({ businessName: 'Twende', updatedAt: null, updatedBy: null })
  const carId = await addCar(market.db)
  // The share of an address, from which all these customers come, is of the whole fleet.
  for (let cars = 0; cars < 20; cars += 1) await addCar(market.db)
  const holdOf = async (day: number) => {
    const dates = { startDate: `2026-04-${day}`, endDate: `2026-04-${day + 1}` }
    const customer = await market.signUp()
    await proveEmail(market, customer)
    const { holdExpiresAt } = await bookCar(market, customer, carId, dates)
    return Math.round((Date.parse(holdExpiresAt ?? '') - market.clock.now().getTime()) / 60_000)
  }
  expect(await holdOf(10)).toBe(120)
  const answer = await save(admin, {
    businessName: 'Twende Nairobi',
    whatsappNumber: '254733000111',
    bookingHoldMinutes: { mpesa: 20, whatsapp: 240 },
  })
  expect(answer.data).toMatchObject({ businessName: 'Twende Nairobi', updatedBy: 'Joseph Kariuki' })
  expect(await holdOf(20)).toBe(240)
  expect((await market.call('GET /api/settings', {})).data).toMatchObject({
    businessName: 'Twende Nairobi',
    whatsappNumber: '254733000111',
    bookingHoldMinutes: { mpesa: 20, whatsapp: 240 },
  })
})

/** What the four plans cost. */
function plansAt(...prices: number[]) {
  return LISTING_PLANS.map(({ months }, at) => ({ months, price: prices[at] ?? 0 }))
}

test.each([
  ['0733 000 111', '254733000111'],
  ['+254 733-000-111', '254733000111'],
  ['\u202a+254\u00a0733\u00a0000\u00a0111\u202c', '254733000111'],
  ['733.000.111', '254733000111'],
  ['020 271 2345', '254202712345'],
  ['0044 (0)7911 123456', '447911123456'],
])('the number for chats is read as people write it: %s', async (typed, stored) => {
  expect((await save(admin, { whatsappNumber: typed })).data.whatsappNumber).toBe(stored)
})

test('staff looks and does not touch', async () => {
  expect(await codeOf(save(staff, { businessName: 'Mine' }))).toBe('forbidden')
})

test('of two admins who change the same settings, one wins and the other is told', async () => {
  const { updatedAt } = await current()
  market.clock.advance(60_000)
  const ends = await Promise.all([
    codeOf(save(admin, { businessName: 'One' }, updatedAt)),
    codeOf(save(admin, { businessName: 'Two' }, updatedAt)),
  ])
  expect(ends.sort()).toEqual(['changed_meanwhile', 'done'])
})

test.each([
  ['a hold that M-Pesa cannot keep up with', { bookingHoldMinutes: { mpesa: 1, whatsapp: 120 } }],
  ['half a minute', { orderHoldMinutes: { mpesa: 30.5, whatsapp: 120 } }],
  ['a number that is none', { whatsappNumber: 'call me' }],
  ['no name', { businessName: '  ' }],
  ['a plan that costs less than a shorter one', { listingPlans: plansAt(2_000, 1_900, 8_000, 10_000) }],
  ['a plan for cents', { listingPlans: plansAt(2_000.5, 4_500, 8_000, 10_000) }],
  ['a plan for nothing', { listingPlans: plansAt(0, 4_500, 8_000, 10_000) }],
  ['a plan that one M-Pesa payment cannot carry', { listingPlans: plansAt(2_000, 4_500, 8_000, 300_000) }],
  ['a plan of other months', { listingPlans: [{ months: 2, price: 2_000 }, ...LISTING_PLANS.slice(1)] }],
  ['terms that keep more than a rental has', { cancellation: { ...CANCELLATION_POLICY, keptOfLongDays: 7 } }],
  ['half a share', { cancellation: { ...CANCELLATION_POLICY, keptOfShortPercent: 12.5 } }],
])('%s is refused with a sentence', async (_what, changes) => {
  expect(await codeOf(save(admin, changes))).toBe('invalid')
})

describe('what the plans cost, changed', () => {
  const raised = plansAt(2_500, 5_500, 9_000, 12_000)
  const later = () => market.clock.advance(5 * 60_000)
  let seller: Person
  beforeAll(async () => {
    seller = await market.signUp()
  })
  beforeEach(async () => {
    later()
    await save(admin, { listingPlans: LISTING_PLANS })
    later()
  })
  const raise = () => save(admin, { listingPlans: raised })
  const byPhone = (amount: number) => createListing(market, seller, { paid: amount, paymentMethod: 'stk' })
  const monthsOf = async (listingId: string) => {
    const { months } = await market.db
      .selectFrom('listings')
      .select('months')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
    return months
  }
  const reasonOf = async (listingId: string) => {
    const params = { userId: seller.accountId }
    const { data } = await market.call('GET /api/sell/user/:userId', { params }, seller)
    return data.find(({ _id }) => _id === listingId)?.payment.reason
  }
  const approve = (listingId: string, code?: string) =>
    market.call(
      'POST /api/admin/listing/:listingId/approve-payment',
      { params: { listingId }, body: code ? { code } : {} },
      staff,
    )

  test('is asked of sellers at once, and told to every page', async () => {
    await raise()
    expect((await market.call('GET /api/settings', {})).data).toMatchObject({ listingPlans: raised })
    await expect(byPhone(2_000)).rejects.toThrow('1 month for Ksh 2,500')
    const listing = await byPhone(2_500)
    await receivePayment(market, await requestFor(listing._id))
    expect(await monthsOf(listing._id)).toBe(1)
    later()
    const { payment } = await createListing(market, seller, { paid: 2_000 })
    expect(payment.reason).toContain('Please pay the remaining Ksh 500')
  })

  test('leaves a request to a phone what it was for', async () => {
    const listing = await byPhone(2_000)
    later()
    await raise()
    later()
    await receivePayment(market, await requestFor(listing._id))
    expect(await monthsOf(listing._id)).toBe(1)
  })

  test('leaves a message that waits what it bought, for its seller and for staff', async () => {
    const { _id: listingId } = await createListing(market, seller, { paid: 4_500 })
    later()
    await raise()
    const params = { listingId }
    const looked = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
    expect(looked).toMatchObject({ data: { paymentProof: { months: 3 } } })
    await approve(listingId)
    expect(await monthsOf(listingId)).toBe(3)
  })

  test('leaves money that was paid before what it bought, when its message comes after', async () => {
    const paid = market.clock.now()
    const message = mpesaMessage({ code: drawCode(paid), amount: 4_500, now: paid })
    later()
    await raise()
    later()
    const listing = await createListing(market, seller, { paid: 4_500, mpesaMessage: message })
    expect(listing.payment.reason).toBe('')
    await approve(listing._id)
    expect(await monthsOf(listing._id)).toBe(3)
  })

  test('is not had for less by another date in the message, when M-Pesa tells of the money', async () => {
    const before = market.clock.now()
    later()
    await raise()
    later()
    const paidAt = market.clock.now()
    const code = await sendC2bPayment(market, { amount: 2_000, paidAt })
    const message = mpesaMessage({ code, amount: 2_000, now: before })
    const { _id } = await createListing(market, seller, { paid: 2_000, mpesaMessage: message })
    // Another time than M-Pesa's own is for staff to look at; what counts is M-Pesa's.
    await approve(_id, code)
    expect(await reasonOf(_id)).toContain('Please pay the remaining Ksh 500')
  })

  test('leaves an earlier payer the old price whose message tells no date, and whose amount staff corrects', async () => {
    const paidAt = market.clock.now()
    later()
    await raise()
    later()
    const dateless = (code: string, amount: number) =>
      mpesaMessage({ code, amount, now: paidAt }).replace(/ on \S+ at \S+ [AP]M/, '')
    const code = await sendC2bPayment(market, {
      amount: 4_500,
      paidAt,
      phone: '2547 ***** 678',
      name: 'BRIAN',
    })
    const told = await createListing(market, seller, { paid: 4_500, mpesaMessage: dateless(code, 4_500) })
    expect(await monthsOf(told._id)).toBe(3)
    // The first month became cheaper, the others dearer.
    await save(admin, { listingPlans: plansAt(1_500, 5_500, 9_000, 12_000) })
    const misread = mpesaMessage({ code: drawCode(paidAt), amount: 1_500, now: paidAt })
    const { _id: listingId } = await createListing(market, seller, { paid: 1_500, mpesaMessage: misread })
    const params = { listingId }
    const body = { amount: 4_500 }
    await market.call('POST /api/admin/listing/:listingId/approve-payment', { params, body }, staff)
    expect(await monthsOf(listingId)).toBe(3)
  })

  test('lets the rest of a part payment complete the plan of its day', async () => {
    const { _id: id } = await createListing(market, seller, { paid: 1_500 })
    await approve(id)
    later()
    await raise()
    later()
    const now = market.clock.now()
    const code = drawCode(now)
    const rest = { mpesaMessage: mpesaMessage({ code, amount: 500, now }), amount: 500 }
    const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678' }
    const body = { id, paymentMethod: 'message' as const, ...payer, ...rest }
    await market.call('POST /api/sell/renew', { body }, seller)
    await approve(id, code)
    expect(await monthsOf(id)).toBe(1)
  })

  test('gives the seller the better price when it fell meanwhile', async () => {
    const code = await sendC2bPayment(market, { amount: 1_800 })
    later()
    await save(admin, { listingPlans: plansAt(1_500, 4_000, 8_000, 10_000) })
    const listing = await createListing(market, seller, { paid: 100 })
    const { number } = await market.db
      .selectFrom('listings')
      .select('number')
      .where('id', '=', listing._id)
      .executeTakeFirstOrThrow()
    const body = { reference: `CAR${number}`, reason: 'She wrote to us', giveBack: false }
    await market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt: code }, body }, staff)
    expect(await monthsOf(listing._id)).toBe(1)
  })

  async function requestFor(listingId: string): Promise<string> {
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('listing_id', '=', listingId)
      .executeTakeFirstOrThrow()
    return id
  }
})

test('a booking keeps the terms of cancelling under which it was made', async () => {
  market.clock.advance(60_000)
  const strict = {
    freeHoursBefore: 240,
    freeMinutesAfter: 0,
    shortDays: 0,
    keptOfShortPercent: 0,
    keptOfLongDays: 1,
  }
  const customer = await market.signUp()
  const paidBooking = async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500 })
    const booking = await bookCar(market, customer, carId, { ...BY_MPESA, ...stay })
    await payBooking(market, booking._id)
    return booking
  }
  const stay = { startDate: '2026-04-08', endDate: '2026-04-13' }
  const before = await paidBooking()
  expect(before.cancellation).toEqual(CANCELLATION_POLICY)
  await save(admin, { cancellation: strict })
  const after = await paidBooking()
  expect(after.cancellation).toEqual(strict)
  const shown = async (bookingId: string) =>
    (await market.call('GET /api/booking/:bookingId/refund', { params: { bookingId } }, customer)).data
  expect(await shown(before._id)).toMatchObject({ kept: 0, refund: 22_500, free: true })
  expect(await shown(after._id)).toMatchObject({ kept: 4_500, refund: 18_000, free: false })
  for (const { _id: bookingId } of [before, after]) {
    const { refund } = await shown(bookingId)
    const body = { cancellationReason: 'Plans changed' }
    await market.call('PUT /api/booking/:bookingId/cancel', { params: { bookingId }, body }, customer)
    const { amount } = await market.db
      .selectFrom('refunds')
      .select('amount')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow()
    expect(amount).toBe(refund)
  }
  const [mail] = await readMails(market.db, { dedupeKey: `booking_confirmed:${after._id}` })
  // Ten days before pickup had passed when it was made.
  expect(mail?.body).toContain('Cancelling is not free: we keep Ksh 4,500.')
})
