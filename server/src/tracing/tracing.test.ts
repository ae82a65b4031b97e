import { globSync, readFileSync } from 'node:fs'
import fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { scheduledTasks } from '../jobs/scheduled-tasks.ts'
import { addCar } from '../testing/fleet.ts'
import { farAhead, openPayingMarket } from '../testing/paying-market.ts'
import { bookingBody } from '../testing/renting.ts'
import { startTracing } from './start-tracing.ts'
import { pathsOf, startTraceReceiver, type TraceReceiver } from './testing/trace-receiver.ts'
import { traceRequests } from './trace-requests.ts'
import { beginStatement, inSpan, isTracing, type RunningSpan, setTracer, traceToStore } from './tracing.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function openReceiver(): Promise<TraceReceiver> {
  const receiver = await startTraceReceiver()
  ending.push(receiver.close)
  return receiver
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SENT = `00-${TRACE}-b7ad6b7169203331-01`
const PHONE = '0712345678'
const CUSTOMER = {
  firstName: 'Wanjikuuu',
  lastName: 'Kamaukamau',
  email: 'unmistakable@example.com',
  phone: PHONE,
}

type Market = Awaited<ReturnType<typeof openPayingMarket>>

/** Books a car over HTTP in the trace of a page, pays by phone, and has the mail sent. */
async function bookAndPay(market: Market) {
  const customer = await market.signUp({ name: 'Wanjikuuu Kamaukamau' })
  const address = market.deps.gateways.mpesa.callbackBase
  const body = {
    ...bookingBody(await addCar(market.db), farAhead(market.clock.now())),
    customerInfo: CUSTOMER,
    paymentMethod: 'mpesa',
    paymentDetails: { mpesaNumber: PHONE },
  }
  const answer = await fetch(`${address}/api/booking/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: customer.token, traceparent: SENT },
    body: JSON.stringify(body),
  })
  const { data } = await answer.json()
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', data._id)
    .executeTakeFirstOrThrow()
  const request = async () => (await market.row(id)).checkout_request_id
  await expect.poll(request).not.toBeNull()
  await market.press((await request()) ?? '', 'pin')
  await expect.poll(async () => (await market.row(id)).status).toBe('paid')
  const sending = scheduledTasks(market.deps).find(({ name }) => name === 'send notifications by mail')
  await sending?.run()
  return { customer, booking: data, payment: await market.row(id) }
}

describe('one booking', () => {
  test('is one trace from the page to the mail, without an id or anything about its customer', async () => {
    const receiver = await openReceiver()
    const market = await openPayingMarket({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint } })
    const { customer, booking, payment } = await bookAndPay(market)
    await market.close()

    const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE)
    const create = spans.find(({ name }) => name === 'POST /api/booking/create')
    expect(create?.parentSpanId).toBe('b7ad6b7169203331')
    const paths = new Set(pathsOf(spans))
    const job = 'POST /api/booking/create > job send-payment-request'
    const callback = 'POST /api/booking/create > callback stk'
    const settled = `${callback} > job process-webhook-message > settle payment`
    const hops = [
      'POST /api/booking/create',
      'POST /api/booking/create > begin',
      'POST /api/booking/create > insert into bookings',
      'POST /api/booking/create > insert into payments',
      'POST /api/booking/create > commit',
      'POST /api/booking/create > send notification',
      job,
      `${job} > GET /oauth/v1/generate`,
      `${job} > POST /mpesa/stkpush/v1/processrequest`,
      callback,
      `${callback} > insert into payment_messages`,
      `${callback} > job process-webhook-message > POST /mpesa/stkpushquery/v1/query`,
      settled,
      `${settled} > insert into ledger_entries`,
      `${settled} > send notification`,
    ]
    expect(hops.filter((path) => !paths.has(path))).toEqual([])

    // The provider's own request is a trace of its own, which the callback names.
    const [link] = spans.find(({ name }) => name === 'callback stk')?.links ?? []
    const request = receiver.spans().find(({ spanId }) => spanId === link?.spanId)
    expect(request?.name).toBe('POST /api/hooks/:method/:secret')

    const sent = receiver.sent()
    expect(sent.length).toBeGreaterThan(10_000)
    const { accountId, token, email } = customer
    const personal = [PHONE.slice(1), CUSTOMER.email, email, 'Wanjikuuu', 'Kamaukamau', token, accountId]
    const ids = [booking._id, booking.bookingReference, payment.id, payment.receipt, payment.webhook_secret]
    const secret = [...personal, ...ids, payment.checkout_request_id]
    expect(secret.filter((text) => text && sent.includes(text))).toEqual([])
    expect(secret.filter(Boolean).length).toBeGreaterThanOrEqual(12)
  })

  test('stores no trace and answers no span while tracing is off', async () => {
    const market = await openPayingMarket()
    ending.push(market.close)
    expect(isTracing()).toBe(false)
    const { payment } = await bookAndPay(market)
    expect(payment.trace_parent).toBeNull()
    const mails = await market.db.selectFrom('notifications').select('trace_parent').execute()
    expect(mails.length).toBeGreaterThan(1)
    expect(new Set(mails.map(({ trace_parent }) => trace_parent))).toEqual(new Set([null]))
  })
})

describe('a collector', () => {
  test('that does not answer holds up no request', async () => {
    const receiver = await openReceiver()
    const market = await openPayingMarket({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint } })
    receiver.fallSilent()
    const list = () => market.call('GET /api/car/availability/:carId', availability)
    const carId = await addCar(market.db)
    const { startDate: from, endDate: to } = farAhead(market.clock.now())
    const availability = { params: { carId }, query: { from, to } } as never
    while (receiver.sent() === '') await list()
    // The first batch is sent and not answered.
    await list()
    await bookAndPay(market)
    receiver.answer()
    await market.close()
    expect(market.logged.join('\n')).not.toContain('traces could not be sent')
  })

  test('that cannot be reached fails no request, and is named in the log', async () => {
    const receiver = await startTraceReceiver()
    await receiver.close()
    const market = await openPayingMarket({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint } })
    await bookAndPay(market)
    await market.close()
    expect(market.logged.filter((line) => line.includes('traces could not be sent'))).toHaveLength(1)
  })
})

describe('a request', () => {
  type Settings = { ratio?: number }
  const samplingKey = Buffer.from('a key of the tests')

  /** An application of one page and one route, with what it traced once it has ended. */
  async function openSite({ ratio = 1 }: Settings = {}) {
    const receiver = await openReceiver()
    const { endpoint } = receiver
    const stop = await startTracing({ endpoint, headers: {}, serviceName: 'site', ratio, samplingKey })
    const app = fastify()
    traceRequests(app)
    app.get('/*', async (_request, reply) => reply.header('cache-control', 'public').send('page'))
    app.get('/api/car/get/:carId', async () => {
      await inSpan({ name: 'look' }, async () => undefined)
      return { trace: traceToStore() }
    })
    app.get('/api/broken', async () => {
      throw new Error('a sentence about Wanjiku')
    })
    const traced = async () => {
      await app.close()
      await stop()
      return receiver.spans()
    }
    return { app, traced }
  }

  test('for a page names its span to the browser, and is kept by no shared cache', async () => {
    const { app, traced } = await openSite()
    const { headers } = await app.inject('/rent/0198a2c7-0000-7000-8000-000000000000')
    const [page] = await traced()
    expect(page?.name).toBe('GET /*')
    expect(headers['server-timing']).toBe(`traceparent;desc="00-${page?.traceId}-${page?.spanId}-01"`)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  test('for a page that is not recorded is answered as without tracing', async () => {
    const { app, traced } = await openSite({ ratio: 1e-9 })
    const { headers } = await app.inject('/')
    expect(headers['server-timing']).toBeUndefined()
    expect(headers['cache-control']).toBe('public')
    expect(await traced()).toEqual([])
  })

  test('is named by its pattern, and continues the trace that it names', async () => {
    const { app, traced } = await openSite()
    const url = '/api/car/get/0198a2c7-0000-7000-8000-000000000000?search=wanjiku'
    const answer = await app.inject({ url, headers: { traceparent: SENT } })
    const spans = await traced()
    const request = spans.find(({ name }) => name === 'GET /api/car/get/:carId')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' })
    expect(answer.json()).toEqual({ trace: `00-${TRACE}-${request?.spanId}-01` })
    expect(pathsOf(spans)).toContain('GET /api/car/get/:carId > look')
    expect(JSON.stringify(spans)).not.toMatch(/0198a2c7|wanjiku/)
  })

  test.each([
    '',
    'wanjiku',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `${SENT}-more`,
    `ff${SENT.slice(2)}`,
  ])('with the header %o begins a trace', async (traceparent) => {
    const { app, traced } = await openSite()
    await app.inject({ url: '/api/car/get/1', headers: { traceparent } })
    const spans = await traced()
    expect(spans).toHaveLength(2)
    expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE)
  })

  test('is recorded by our ratio, whatever its header says', async () => {
    const { app, traced } = await openSite({ ratio: 1e-9 })
    await app.inject({ url: '/api/car/get/1', headers: { traceparent: SENT } })
    expect(await traced()).toEqual([])
  })

  test('is recorded no more often for an id that somebody chose', async () => {
    const { app, traced } = await openSite({ ratio: 0.01 })
    for (let id = 1; id <= 40; id += 1) {
      const chosen = `00-${String(id).padStart(32, '0')}-b7ad6b7169203331-01`
      await app.inject({ url: '/api/car/get/1', headers: { traceparent: chosen } })
    }
    expect((await traced()).length).toBeLessThan(20)
  })

  test('that fails says so without the words of the error', async () => {
    const { app, traced } = await openSite()
    await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/api/broken`)
    const [span] = await traced()
    expect(span?.status.code).toBe(2)
    expect(JSON.stringify(span)).toContain('"stringValue":"500"')
    expect(JSON.stringify(span)).not.toContain('Wanjiku')
  })
})

test.each([
  ['select "id" from "payments" where "id" = $1', 'select payments'],
  ['select pg_advisory_xact_lock(hashtextextended($1, 0))', 'select pg_advisory_xact_lock'],
  ['/* planned for its values */ select * from listings', 'select listings'],
  ['insert into "bookings" ("id") values ($1) returning *', 'insert into bookings'],
  ['update "payments" set "status" = $1', 'update payments'],
  ['DELETE FROM idempotency_keys where made_at < $1', 'delete from idempotency_keys'],
  [
    'with "due" as (select "id" from "payments" for update skip locked) update "payments" set "poll_count" = 1',
    'update payments',
  ],
  ['with due as (select 1 from cars) select * from due', 'select due'],
  ['with made as (insert into orders select 1 returning id) select * from made', 'insert into orders'],
  ['select (select max(id) from passkeys), name from "sessions" for update of sessions', 'select sessions'],
  ['select lower(q.name) from (select name from cars) as q', 'select cars'],
  ['insert into "pgboss"."job" (id) select 1', 'insert into pgboss.job'],
  ['savepoint tried_out', 'savepoint'],
  ['begin', 'begin'],
  ['rollback to savepoint tried_out', 'rollback'],
])('the span of the statement %o is named %o', (text, name) => {
  const names: string[] = []
  const span: RunningSpan = { add: () => {}, end: () => {}, run: (work) => work(), traceparent: undefined }
  setTracer({
    running: () => span,
    close: async () => {},
    begin: (begun) => {
      names.push(begun.name)
      return span
    },
  })
  ending.push(async () => setTracer(undefined))
  beginStatement(text)
  expect(names).toEqual([name])
})

test('the packages of OpenTelemetry are loaded by one file, which is loaded only where tracing is on', () => {
  const files = globSync('{server,web,ui,contract,admin}/src/**/*.{ts,tsx}').filter(
    (path) => !path.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(700)
  const naming = (words: RegExp) => files.filter((path) => words.test(readFileSync(path, 'utf8')))
  expect(naming(/['"]@opentelemetry\//)).toEqual(['server/src/tracing/otel-tracer.ts'])
  expect(naming(/^import (?!type ).*otel-tracer/m)).toEqual([])
  expect(naming(/await import\('\.\/otel-tracer\.ts'\)/)).toEqual(['server/src/tracing/start-tracing.ts'])
})
