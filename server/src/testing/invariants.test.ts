import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorkers } from '../jobs/scheduled-tasks.ts'
import { addCar, addLocation } from './fleet.ts'
import { PASSWORD, type Person } from './people.ts'
import { openTestMarket, type TestMarket } from './test-app.ts'
import { trial } from './trial.ts'

/**
 * What must hold whatever anybody sends. The invariants that need rivals, storms or kills have files of their own:
 * `booking-races.test.ts` (no overlap), `payment-storm.test.ts` (no shilling lost or counted twice),
 * `embedded-postgres-crashes.test.ts` (acknowledged writes survive), `access-matrix.test.ts` (what is another's).
 */

let market: TestMarket
let customer: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  customer = await market.signUp()
  admin = await market.signUp({ role: 'admin' })
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())

/** What a customer states; each of them another. */
let customers = 0
const customersPhone = () => `0717${String(++customers).padStart(6, '0')}`

const wish = (carId: string) => {
  const today = nairobiDay(market.clock.now())
  return {
    carId,
    startDate: addDays(today, 3),
    endDate: addDays(today, 6),
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: {
      firstName: 'Amina',
      lastName: 'Hassan',
      email: 'amina@example.com',
      phone: customersPhone(),
    },
    paymentMethod: 'whatsapp' as const,
  }
}

async function post(url: string, body: unknown, token?: string, headers: Record<string, string> = {}) {
  const sent = { method: 'POST' as const, url, payload: JSON.stringify(body) }
  const type = { 'content-type': 'application/json', ...(token ? { token } : {}), ...headers }
  return market.app.inject({ ...sent, headers: type })
}

describe('invariant 1: no two live bookings of one car overlap', () => {
  test('the database itself refuses, whatever code asks for', async () => {
    const carId = await addCar(market.db)
    const { data } = await market.call('POST /api/booking/create', { body: wish(carId) }, customer)
    const row = await market.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', data._id)
      .executeTakeFirstOrThrow()
    const { car_snapshot, customer_info, search_text: _, ...rest } = row
    const twin = {
      ...rest,
      id: '018f0000-0000-7000-8000-00000000beef',
      reference: 'BK00000',
      car_snapshot: JSON.stringify(car_snapshot),
      customer_info: JSON.stringify(customer_info),
    }
    await expect(market.db.insertInto('bookings').values(twin).execute()).rejects.toThrow(
      'car_bookings_do_not_overlap',
    )
  })
})

describe('invariant 5: nobody becomes paid, staff, or cheaper by what they send', () => {
  test('a new account has no role but user, whatever it asks for', async () => {
    const answer = await post('/api/user/register', {
      name: 'Sly',
      email: 'sly@example.com',
      password: PASSWORD,
      role: 'admin',
      isAdmin: true,
      token_version: 9,
    })
    expect(answer.statusCode).toBe(200)
    const me = await market.call('GET /api/user/me', {}, { token: answer.json().token })
    expect(me.data.role).toBe('user')
  })

  test('a booking keeps only the choices of the body: prices, totals, statuses and snapshots are ours', async () => {
    const carId = await addCar(market.db, { pricePerDay: 4_500, name: 'Toyota Axio' })
    const lies = {
      pricePerDay: 1,
      totalDays: 1,
      totalAmount: 1,
      discount: 13_499,
      insuranceCost: -1,
      status: 'confirmed',
      paymentStatus: 'paid',
      carName: '<img src=x>',
      carImage: 'http://127.0.0.1:1/spy',
      carRating: 5,
      bookingId: 'BK0000',
      userId: admin.accountId,
      paymentDetails: { mpesaNumber: '0712345678', transactionId: 'UJ2H08M4M3', paymentAmount: 13_500 },
      cancellationReason: 'none',
    }
    const answer = await post('/api/booking/create', { ...wish(carId), ...lies }, customer.token)
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json()
    expect(data).toMatchObject({
      pricePerDay: 4_500,
      totalDays: 3,
      totalAmount: 13_500,
      finalAmount: 13_500,
      discount: 0,
      insuranceCost: 0,
      status: 'pending',
      paymentStatus: 'pending',
      carName: 'Toyota Axio',
      cancellationReason: '',
    })
    expect(data.bookingId).not.toBe('BK0000')
    expect(data.carImage).not.toContain('spy')
    expect(data.paymentDetails.transactionId).toBeNull()
  })

  test('a token that was given another role is worth nothing', async () => {
    const [head = '', , seal = ''] = customer.token.split('.')
    const claims = {
      id: customer.accountId,
      role: 'admin',
      v: 1,
      iss: 'twende',
      aud: 'twende-session',
      exp: 4_000_000_000,
    }
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), seal].join('.')
    const answer = await market.app.inject({ url: '/api/user/me', headers: { token: forged } })
    expect(answer.statusCode).toBe(401)
  })
})

describe('invariant 6: the same request sent twice does one thing', () => {
  test('thirty bookings with one key are one booking, and all thirty hear of it', async () => {
    const body = wish(await addCar(market.db))
    const person = await market.signUp()
    const headers = { 'idempotency-key': 'one-press-of-a-button' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post('/api/booking/create', body, person.token, headers)),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(30).fill(200))
    expect(new Set(answers.map((answer) => answer.json().data._id)).size).toBe(1)
    const { stats } = await market.call('GET /api/booking/stats', {}, person)
    expect(stats.total).toBe(1)
  })

  test('cancelling twice gives the money back once', async () => {
    const person = await market.signUp()
    const { data } = await market.call(
      'POST /api/booking/create',
      { body: wish(await addCar(market.db)) },
      person,
    )
    const params = { bookingId: data._id }
    const body = { note: 'Paid in cash at the office', paidBy: 'cash' as const }
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body }, admin)
    const url = `/api/booking/${data._id}/cancel`
    const headers = { 'content-type': 'application/json', token: person.token }
    const cancel = () => market.app.inject({ method: 'PUT', url, headers, payload: '{}' })
    const codes = (await Promise.all(Array.from({ length: 10 }, cancel))).map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 409)).toHaveLength(9)
    const refunds = await market.db
      .selectFrom('refunds')
      .selectAll()
      .where('booking_id', '=', data._id)
      .execute()
    expect(refunds.length).toBeLessThanOrEqual(1)
  })
})

/** Values that have broken servers before, mixed into whatever else is generated. */
const nasty = fc.constantFrom<unknown>(
  '\u0000',
  '\ud800',
  '',
  ' ',
  '1e309',
  '-1',
  '0',
  'NaN',
  '__proto__',
  "'; drop table cars; --",
  '%_\\',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '0000-01-01',
  '2026-11-21T21:00:00Z',
  '+254712345678',
  'a'.repeat(5_000),
  '<script>',
  -1,
  0,
  0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  false,
  null,
  [],
  [[]],
  {},
  { $gt: '' },
  { toString: 1 },
)
const anything = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

describe('invariant 7: no input yields a 500', () => {
  const names = Object.keys(routes) as RouteKey[]
  let broken = 0

  for (const name of names)
    trial(name, { full: 60, few: 15, seed: 20261121 }, async ({ rounds, seed }) => {
      const spec: RouteSpec = routes[name]
      const [method = 'GET', path = ''] = name.split(' ')
      const fields = [...fieldsOf(spec.body), ...fieldsOf(spec.query)]
      const input = fc.record({
        params: fc.array(anything, { minLength: 2, maxLength: 2 }),
        values: fc.dictionary(fc.oneof(fc.constantFrom(...fields, 'page', 'x'), fc.string()), anything, {
          maxKeys: 12,
        }),
        raw: fc.option(
          fc.oneof(fc.string(), fc.constantFrom('{', '[]', '"x"', '{"a":1', '{"__proto__":{"x":1}}')),
          { freq: 8 },
        ),
        token: fc.constantFrom(undefined, customer.token, admin.token, 'junk', 'a.b.c'),
      })
      await fc.assert(
        fc.asyncProperty(input, async ({ params, values, raw, token }) => {
          let at = 0
          const filled = path.replace(
            /:\w+/g,
            () => encodeURIComponent(asText(params[at++]).toWellFormed()) || 'x',
          )
          const query = new URLSearchParams(
            Object.entries(values).map(([key, value]) => [key, asText(value).slice(0, 300)]),
          )
          const answer = await market.app.inject({
            method: method as 'GET',
            url: method === 'GET' ? `${filled}?${query}` : filled,
            headers: {
              ...(token ? { token } : {}),
              ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
            },
            ...(method === 'GET' ? {} : { payload: raw ?? JSON.stringify(values) }),
          })
          if (answer.statusCode >= 500) broken += 1
          expect(answer.statusCode, `${answer.body} for ${JSON.stringify(values)}`).toBeLessThan(500)
        }),
        { numRuns: rounds, seed },
      )
    })

  test('every route was tried', () => {
    expect(names.length).toBeGreaterThan(30)
    expect(broken).toBe(0)
  })
})

describe('invariant 8: no secret is in a log or a public reply', () => {
  test('passwords, tokens, codes, callback secrets and full phone numbers stay out of the log', async () => {
    const email = 'quiet@example.com'
    const secret = 'correct horse battery staple'
    await post('/api/user/register', { name: 'Quiet', email, password: secret })
    const signedIn = (await post('/api/user/login', { email, password: secret })).json()
    await post('/api/user/login', { email, password: `${secret} wrong` })
    await post('/api/user/forgot-password', { email })
    const body = {
      ...wish(await addCar(market.db)),
      paymentMethod: 'mpesa',
      paymentDetails: { mpesaNumber: '0798765432' },
    }
    const booked = await post('/api/booking/create', body, signedIn.token)
    expect(booked.statusCode).toBe(200)
    await market.deps.jobs.runQueued(createWorkers(market.deps))
    const payment = await market.db
      .selectFrom('payments')
      .select(['webhook_secret'])
      .where('booking_id', '=', booked.json().data._id)
      .executeTakeFirstOrThrow()
    await post(`/api/hooks/stk/${payment.webhook_secret}`, { Body: 'junk' })
    const log = market.logged.join('\n')
    expect(market.logged.length).toBeGreaterThan(5)
    const hidden = [secret, signedIn.token, payment.webhook_secret, '798765432', market.deps.tokenSecret]
    for (const each of hidden) expect(log).not.toContain(each)
  })

  test('what everybody may read holds no email, phone, hash or number of another person', async () => {
    const publicRoutes = ['/api/car/list', '/api/settings', '/api/location/list', '/api/openapi.json']
    for (const url of publicRoutes) {
      const { body } = await market.app.inject({ url })
      expect(body.length).toBeGreaterThan(10)
      expect(body).not.toMatch(/password_hash|argon2|token_version|@example\.com|webhook_secret/)
    }
  })
})

function fieldsOf(schema: RouteSpec['body']): string[] {
  const shape = schema && 'shape' in schema ? schema.shape : undefined
  return shape && typeof shape === 'object' ? Object.keys(shape) : []
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
