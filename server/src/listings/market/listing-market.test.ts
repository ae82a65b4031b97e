import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlePayment } from '../../payments/collections/settle-payment.ts'
import { c2bSecret } from '../../payments/providers/mpesa/mpesa-provider.ts'
import type { Person } from '../../testing/people.ts'
import {
  createListing,
  drawCode,
  listLiveCar,
  mpesaMessage,
  postForm,
  sellFields,
} from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let seller: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp({ name: 'Brian Otieno' })
})
afterAll(() => market.close())

const own = async (id: string, person = seller) => {
  const { data } = await market.call(
    'GET /api/sell/user/:userId',
    { params: { userId: person.accountId } },
    person,
  )
  return data.find(({ _id }) => _id === id)
}
const names = async (query: Record<string, string | number>) =>
  (await market.call('GET /api/sell/list', { query: query as never })).data.map(({ name }) => name)

describe('looking for a car', () => {
  beforeAll(async () => {
    const cars = [
      {
        name: 'Toyota Harrier',
        category: 'SUV',
        price: '3600000',
        year: '2017',
        mileage: '71000',
        location: 'Nairobi',
      },
      {
        name: 'Subaru Forester',
        category: 'SUV',
        price: '3100000',
        year: '2016',
        mileage: '85000',
        location: 'Eldoret',
      },
      {
        name: 'Isuzu D-Max',
        category: 'Pickup Truck',
        price: '2750000',
        year: '2021',
        mileage: '85700',
        seats: '2',
        fuelType: 'diesel',
        transmission: 'manual',
        location: 'Kitale',
      },
      {
        name: 'Toyota Land Cruiser',
        category: 'Luxury',
        price: '10800000',
        year: '2017',
        mileage: '340000',
        seats: '8',
        location: 'Nairobi',
      },
    ]
    for (const car of cars) await listLiveCar(market, seller, car)
  })

  test.each([
    [{ search: 'harrier' }, ['Toyota Harrier']],
    [{ search: 'harier' }, ['Toyota Harrier']],
    [{ search: 'suv' }, ['Subaru Forester', 'Toyota Harrier']],
    [{ category: 'suv', location: 'eldoret' }, ['Subaru Forester']],
    [{ seats: '7+' }, ['Toyota Land Cruiser']],
    [{ fuel: 'diesel', transmission: 'manual' }, ['Isuzu D-Max']],
    [{ minPrice: 2_800_000, maxPrice: 3_200_000 }, ['Subaru Forester']],
    [{ minPrice: 9_000_000, maxPrice: 10_000_000 }, ['Toyota Land Cruiser']],
    [{ minYear: 2020, maxYear: 2026 }, ['Isuzu D-Max']],
    [{ minMileage: 100_000, maxMileage: 300_000 }, ['Toyota Land Cruiser']],
    [{ search: 'land', minPrice: 10_800_000 }, ['Toyota Land Cruiser']],
    [{ search: 'land', minPrice: 10_800_001 }, []],
    [{ search: 'land', maxPrice: 9_999_999 }, []],
    [{ search: 'land', maxPrice: 100_000_000 }, ['Toyota Land Cruiser']],
    [{ search: 'land', maxYear: 2017 }, ['Toyota Land Cruiser']],
    [{ search: 'land', maxYear: 2016 }, []],
    [{ search: 'land', minYear: 2018 }, []],
    [{ search: 'land', maxMileage: 299_999 }, []],
    [{ search: 'land', seats: '8' }, ['Toyota Land Cruiser']],
    [{ search: 'land', seats: '7' }, []],
    [{ search: 'land', category: 'Sedan' }, []],
    [{ search: 'land', location: '' }, ['Toyota Land Cruiser']],
    [{ search: 'land', fuel: 'diesel' }, []],
    [{ search: 'toyota', sort: 'price-low' }, ['Toyota Harrier', 'Toyota Land Cruiser']],
  ])('%j', async (query, expected) => {
    const found = await names(query)
    expect('sort' in query ? found : found.sort()).toEqual(expected)
  })

  test('pages and counts come from the database', async () => {
    const { data, pagination, counts } = await market.call('GET /api/sell/list', {
      query: { page: 2, limit: 3, sort: 'price-low' },
    })
    expect(data.map(({ name }) => name)).toEqual(['Toyota Land Cruiser'])
    expect(pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2 })
    expect(counts).toEqual({ verified: 4, available: 4 })
  })
})

test('five similar cars make a guide, and a price is set beside it', async () => {
  for (const price of [1_200_000, 1_250_000, 1_300_000, 1_350_000, 800_000]) {
    await listLiveCar(market, seller, { name: 'toyota vitz', price: String(price) })
  }
  const query = { make: 'Toyota', model: 'Vitz', year: 2017 }
  const { data } = await market.call('GET /api/sell/guide', { query })
  expect(data).toEqual({
    make: 'Toyota',
    model: 'Vitz',
    year: 2017,
    listings: 5,
    median: 1_250_000,
    lowest: 800_000,
    highest: 1_350_000,
  })
  // Beside a price stands how it compares with those of other sellers.
  const { _id } = await listLiveCar(market, await market.signUp(), { name: 'toyota vitz', price: '800000' })
  const list = await market.call('GET /api/sell/list', { query: { search: 'vitz', sort: 'price-low' } })
  const bands = new Map(list.data.map((each) => [each._id, each.priceBand]))
  expect(bands.get(_id)).toBe('low')
  expect([...bands.values()].filter((band) => band === null)).toHaveLength(5)
  expect((await market.call('GET /api/sell/guide', { query: { ...query, year: 2012 } })).data).toBeNull()
})

test('a look counts once a visitor and day, and not the seller’s own', async () => {
  const { _id } = await listLiveCar(market, seller)
  const look = (agent: string, token?: string) =>
    market.app.inject({
      url: `/api/sell/get/${_id}`,
      headers: { 'user-agent': agent, ...(token ? { token } : {}) },
    })
  for (let looked = 0; looked < 20; looked += 1) await look('Phone A')
  await Promise.all(Array.from({ length: 10 }, () => look('Phone B')))
  await look('Phone A', seller.token)
  await look('Googlebot/2.1')
  expect(await own(_id)).toMatchObject({ views: 2, viewsThisWeek: 2 })
  market.clock.advance(25 * 3_600_000)
  await look('Phone A')
  expect((await own(_id))?.views).toBe(3)
})

test('asking for the phone number counts a lead', async () => {
  const { _id } = await listLiveCar(market, seller)
  // With the name of a browser: programs are answered, and not counted.
  const tap = async (token?: string) => {
    const headers = { 'user-agent': 'Phone A', ...(token ? { token } : {}) }
    const url = `/api/sell/reveal/${_id}`
    return (await market.app.inject({ method: 'POST', url, headers, payload: { way: 'call' } })).json()
  }
  expect((await tap()).data).toEqual({ phone: '254712345678', email: 'seller@example.com' })
  await tap()
  await tap(seller.token)
  expect((await own(_id))?.leads).toBe(1)
})

test('each report calls staff, whatever its reason; a reader speaks once', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const reported = async () =>
    (await market.call('GET /api/admin/listings', { query: { queue: 'reported' } }, staff)).data.map(
      ({ _id }) => _id,
    )
  const report = async (carId: string, reason: 'photos' | 'deposit', person?: Person) => {
    const { token } = person ?? (await market.signUp())
    const answer = await market.app.inject({
      method: 'POST',
      url: `/api/sell/report/${carId}`,
      headers: { token },
      payload: { reason },
    })
    return answer.json().code ?? 'ok'
  }
  const quiet = await listLiveCar(market, seller)
  const reader = await market.signUp()
  await report(quiet._id, 'photos', reader)
  expect(await report(quiet._id, 'photos', reader)).toBe('already_reported')
  expect(await reported()).toContain(quiet._id)
  const urgent = await listLiveCar(market, seller)
  await report(urgent._id, 'deposit')
  expect(await reported()).toContain(urgent._id)
})

describe('what M-Pesa itself tells of a payment', () => {
  type Told = { code: string; amount: number; at?: Date; phone?: string }
  const tell = (told: Told, secret = c2bSecret(market.deps.tokenSecret)) =>
    market.app.inject({
      method: 'POST',
      url: `/api/hooks/c2b/${secret}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(c2bBody(told)),
    })
  const c2bBody = ({ code, amount, at = market.clock.now(), phone = '2547 ***** 678' }: Told) => ({
    TransactionType: 'Pay Bill',
    TransID: code,
    TransTime: new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14),
    TransAmount: `${amount}.00`,
    BusinessShortCode: '600966',
    BillRefNumber: '0712 345 678',
    InvoiceNumber: '',
    OrgAccountBalance: '25.00',
    ThirdPartyTransID: '',
    MSISDN: phone,
    FirstName: 'BRIAN',
    MiddleName: '',
    LastName: '',
  })

  test('completes the proof of the same code, told before or after it, and once', async () => {
    const later = drawCode(market.clock.now())
    const listing = await createListing(market, seller, { code: later, paid: 8_000 })
    expect((await tell({ code: later, amount: 8_000 })).json()).toMatchObject({ ResultCode: 0 })
    await tell({ code: later, amount: 8_000 })
    expect(await own(listing._id)).toMatchObject({
      listingStatus: 'active',
      listingMonths: 6,
      payment: { status: 'paid', code: later },
    })
    const earlier = drawCode(market.clock.now())
    await tell({ code: earlier, amount: 2_000 })
    expect(await createListing(market, seller, { code: earlier })).toMatchObject({
      listingStatus: 'active',
      listingMonths: 1,
    })
  })

  test('leaves a proof of another code to staff, however well amount, minute and phone fit', async () => {
    const code = drawCode(market.clock.now())
    const listing = await createListing(market, seller, { code: `${code.slice(0, 9)}X`, paid: 4_500 })
    await tell({ code, amount: 4_500 })
    expect((await own(listing._id))?.listingStatus).toBe('pending_payment')
  })

  test('leaves a proof of another amount to staff', async () => {
    const code = drawCode(market.clock.now())
    const listing = await createListing(market, seller, { code, paid: 10_000 })
    await tell({ code, amount: 2_000 })
    expect((await own(listing._id))?.listingStatus).toBe('pending_payment')
  })

  test('is nothing at an address that strangers guess', async () => {
    const code = drawCode(market.clock.now())
    const listing = await createListing(market, seller, { code })
    expect((await tell({ code, amount: 2_000 }, 'a'.repeat(64))).statusCode).toBe(200)
    expect((await own(listing._id))?.listingStatus).toBe('pending_payment')
  })
})

test('a message about money that went to somebody else is flagged for staff', async () => {
  const now = market.clock.now()
  const staff = await market.signUp({ role: 'staff' })
  const warningsOf = async (message: string) => {
    const fields = await sellFields(now, { mpesaMessage: message })
    const { data } = (await postForm(market, '/api/sell/add', fields, await market.signUp())).json()
    const search = message.slice(0, 10)
    const queue = await market.call('GET /api/admin/listings', { query: { queue: 'payment', search } }, staff)
    return queue.data.find(({ _id }) => _id === data._id)?.paymentProof?.warnings
  }
  const honest = mpesaMessage({ code: drawCode(now), amount: 2_000, now })
  const another = mpesaMessage({ code: drawCode(now), amount: 2_000, now })
  expect(await warningsOf(honest)).toEqual([])
  expect(await warningsOf(another.replace('DEMO MOTORS LTD', 'JANE DOE'))).toEqual([
    'This was sent to another number or name.',
  ])
})

test('a phone is asked for the price of a plan, and paying it brings the months', async () => {
  const fields = await sellFields(market.clock.now(), {
    paymentMethod: 'stk',
    amount: '4500',
    mpesaName: '',
    mpesaMessage: '',
  })
  const answer = (await postForm(market, '/api/sell/add', fields, seller)).json()
  expect(answer.payment).toMatchObject({ purpose: 'listing_period', amount: 4_500, status: 'processing' })
  const receipt = drawCode(market.clock.now())
  const paid = { kind: 'paid', receipt, amountReceived: 4_500 } as const
  await settlePayment(market.deps, answer.payment._id, paid)
  await settlePayment(market.deps, answer.payment._id, paid)
  const { _id } = answer.data
  expect(await own(_id)).toMatchObject({
    listingStatus: 'active',
    listingMonths: 3,
    payment: { status: 'paid', paymentMethod: 'stk', code: receipt },
  })
  // Its message cannot pay for another car as well.
  const now = market.clock.now()
  const again = await sellFields(now, { mpesaMessage: mpesaMessage({ code: receipt, amount: 4_500, now }) })
  expect((await postForm(market, '/api/sell/add', again, seller)).json().code).toBe('mpesa_code_used')
})

test('money for a listing that was deleted meanwhile is owed back', async () => {
  const fields = await sellFields(market.clock.now(), { paymentMethod: 'stk', amount: '2000' })
  const { data, payment } = (await postForm(market, '/api/sell/add', fields, seller)).json()
  await market.call('POST /api/sell/remove', { body: { id: data._id } }, seller)
  await settlePayment(market.deps, payment._id, {
    kind: 'paid',
    receipt: drawCode(market.clock.now()),
    amountReceived: 2_000,
  })
  const refunds = await market.db
    .selectFrom('refunds')
    .select('amount')
    .where('listing_id', '=', data._id)
    .execute()
  expect(refunds).toEqual([{ amount: 2_000 }])
})
