import type { CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { ApiError, type CallOptions } from '@twende/contract/http/call.ts'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import type { AppError } from '../../http/app-error.ts'
import { limitGuesses } from '../../http/limits/rate-limit.ts'
import { createDeps } from '../../start/open-market.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { readFeed } from './calendar-feeds.ts'

const TODAY = nairobiDay(BOOKING_MORNING)
const day = (offset: number) => addDays(TODAY, offset)

let market: TestMarket
let staff: Person
/** The same market as another process serves it. */
let second: { app: TestMarket['app']; close(): Promise<void> }
beforeAll(async () => {
  market = await openTestMarket({
    now: BOOKING_MORNING,
    env: { RATE_LIMIT: 'off' },
  })
  staff = await market.signUp({ role: 'staff' })
  const { config, connection, logger, clock } = market.deps
  const { deps, close } = await createDeps({ config, connection, logger, clock })
  const app = await createApp(deps)
  second = { app, close: () => app.close().then(close) }
})
afterAll(async () => {
  await second.close()
  await market.close()
})

const block = async (
  carId: string,
  from: number,
  to: number,
  reason = 'Service for Mrs Wanjiru 0722000111',
) =>
  market.call(
    'POST /api/admin/car/:carId/block',
    {
      params: { carId },
      body: { startDate: day(from), startTime: '08:00', endDate: day(to), endTime: '18:00', reason },
    },
    staff,
  )

async function makeFeed(carId?: string, by: CallOptions = staff) {
  const body = { name: 'Google Calendar', ...(carId && { carId }) }
  const { address } = await market.call('POST /api/admin/calendar-feeds', { body }, by)
  return address.replace(market.deps.config.publicUrl, '')
}
const readFrom = (url: string, headers: Record<string, string> = {}, app = market.app) =>
  app.inject({ method: 'GET', url, headers })

const tokenIn = (url: string) => url.split('/')[3] ?? ''

type Entry = { id: string; from: number; until: number; summary: string; isTentative: boolean }

/** What another program makes of the feed. */
function entriesOf(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, startDate, endDate, summary } = new ICAL.Event(component)
    return {
      id: uid.split('@')[0] ?? '',
      from: startDate.toJSDate().getTime(),
      until: endDate.toJSDate().getTime(),
      summary,
      isTentative: component.getFirstPropertyValue('status') === 'TENTATIVE',
    }
  })
}

/** Every span of the board from 30 days ago to a year ahead, as staff pages through it. */
async function boardOf(search: string) {
  const spans = new Map<string, CalendarSpan & { car: string }>()
  const until = day(365)
  for (let from = day(-30); from < until; from = addDays(from, 62)) {
    const days = Math.min(62, (Date.parse(until) - Date.parse(from)) / 86_400_000)
    const query = { fromDay: from, days, search, limit: 100 }
    const { data } = await market.call('GET /api/admin/calendar', { query }, staff)
    for (const car of data) for (const span of car.spans) spans.set(span._id, { ...span, car: car.name })
  }
  return [...spans.values()]
}

const byId = <Row extends { id: string }>(rows: Row[]) => rows.toSorted((a, b) => a.id.localeCompare(b.id))

const states = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  active: 'Out now',
  completed: 'Completed',
} as const
const stateWord = (status: string | null) => states[status as keyof typeof states]

const Taken = fc.record({
  car: fc.integer({ min: 0, max: 1 }),
  from: fc.integer({ min: 1, max: 360 }),
  days: fc.integer({ min: 1, max: 6 }),
  as: fc.constantFrom(
    ...([
      'block',
      'pending',
      'pending',
      'confirmed',
      'confirmed',
      'active',
      'completed',
      'cancelled',
    ] as const),
  ),
})

trial(
  'a feed equals the board, whatever is booked and blocked',
  { full: 20, few: 6, seed: 7 },
  async ({ rounds, seed }) => {
    let compared = 0
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(Taken, { maxLength: 6 }), async (taken) => {
        round += 1
        const names = [`Mazda ${round}x Demio`, `Mazda ${round}x Axela`]
        const cars: string[] = []
        for (const name of names) cars.push(await addCar(market.db, { name }))
        for (const { car, from, days, as } of taken) {
          const carId = cars[car] ?? ''
          const made = as === 'block' ? block(carId, from, from + days) : bookAs(carId, from, from + days, as)
          await made.catch((error: unknown) => {
            // A car is out in one rental at a time.
            const codes: readonly string[] = ['car_taken', 'car_is_out']
            if (!(error instanceof ApiError && codes.includes(error.code))) throw error
          })
        }
        const board = await boardOf(`${round}x`)
        const whole = entriesOf((await readFrom(await makeFeed())).body)
        const expected = (ofAll: boolean) => (span: (typeof board)[number]) => {
          const what = span.kind === 'block' ? 'Blocked' : `${span.reference}, ${stateWord(span.status)}`
          return {
            id: span._id,
            from: Date.parse(span.startsAt),
            until: Date.parse(span.endsAt),
            summary: ofAll ? `${span.car}: ${what}` : what,
            isTentative: span.status === 'pending',
          }
        }
        expect(byId(whole.filter(({ summary }) => summary.includes(`${round}x`)))).toEqual(
          byId(board.map(expected(true))),
        )
        for (const [at, carId] of cars.entries()) {
          const one = entriesOf((await readFrom(await makeFeed(carId))).body)
          expect(byId(one)).toEqual(byId(board.filter(({ car }) => car === names[at]).map(expected(false))))
        }
        compared += board.length
      }),
      { numRuns: rounds, seed },
    )
    expect(compared).toBeGreaterThan(rounds)
  },
)

type Status = Exclude<(typeof Taken extends fc.Arbitrary<infer T> ? T : never)['as'], 'block'>

async function bookAs(carId: string, from: number, to: number, status: Status) {
  const person = await market.signUp()
  const { _id } = await bookCar(market, person, carId, { startDate: day(from), endDate: day(to) })
  const params = { bookingId: _id }
  if (status === 'cancelled')
    return void (await market.call(
      'PUT /api/booking/:bookingId/cancel',
      { params, body: { cancellationReason: '' } },
      person,
    ))
  if (status !== 'pending') await moveBookingOn(market, staff, _id, status)
}

test.each([
  ['is no longer staff', { role: 'user', rights: [] }],
  ['was banned', { banned_at: new Date() }],
])('the address of somebody who %s answers nobody, and staff sees it', async (_, change) => {
  const maker = await market.signUp({ role: 'staff' })
  const carId = await addCar(market.db)
  const url = await makeFeed(carId, maker)
  expect((await readFrom(url)).statusCode).toBe(200)
  await market.db.updateTable('accounts').set(change).where('id', '=', maker.accountId).execute()
  expect((await readFrom(url)).statusCode).toBe(404)
  const { data } = await market.call('GET /api/admin/calendar-feeds', { query: { carId } }, staff)
  expect(data).toMatchObject([{ isStopped: true }])
})

test('a feed begins 30 days ago and names nobody', async () => {
  const carId = await addCar(market.db)
  const person = await market.signUp()
  await bookCar(market, person, carId, { startDate: day(5), endDate: day(7) })
  await block(carId, 10, 11)
  const at = (offset: number) => nairobiInstant(day(offset), '08:00')
  for (const [from, until] of [
    [-40, -32],
    [-32, -29],
  ] as const) {
    const row = {
      car_id: carId,
      starts_at: at(from),
      ends_at: at(until),
      reason: 'Repair',
      created_at: at(from),
    }
    await market.db
      .insertInto('car_blocks')
      .values({ ...row, id: crypto.randomUUID() })
      .execute()
  }
  const { body } = await readFrom(await makeFeed(carId))
  expect(entriesOf(body).length).toBe(3)
  expect(body).not.toMatch(/Achieng|Ouma|achieng@|0718\d{6}|254718\d{6}|Wanjiru|0722000111|Service|Repair/)
})

test('it is a calendar for programs, asked again each time and answered shortly while nothing changed', async () => {
  const carId = await addCar(market.db)
  const url = await makeFeed(carId)
  const first = await readFrom(url)
  expect(first.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  const etag = String(first.headers.etag)
  market.clock.advance(120_000)
  const again = await readFrom(url, { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await block(carId, 3, 4)
  const changed = await readFrom(url, { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
  expect((await readFrom(url, { 'accept-language': 'sw' })).body).toContain('SUMMARY:Limezuiwa')
})

test('a revoked feed stops at once, in every process, and stays apart from others', async () => {
  const carId = await addCar(market.db)
  const [url, other] = [await makeFeed(carId), await makeFeed(carId)]
  expect((await readFrom(url, {}, second.app)).statusCode).toBe(200)
  const query = { carId }
  const { data } = await market.call('GET /api/admin/calendar-feeds', { query }, staff)
  expect(data.map(({ lastUsedAt }) => lastUsedAt !== null)).toEqual([false, true])
  const params = { feedId: data[1]?._id ?? '' }
  await market.call('POST /api/admin/calendar-feed/:feedId/revoke', { params }, staff)
  for (const door of [market.app, second.app]) expect((await readFrom(url, {}, door)).statusCode).toBe(404)
  expect((await readFrom(other, {}, second.app)).statusCode).toBe(200)
  const left = await market.call('GET /api/admin/calendar-feeds', { query }, staff)
  expect(left.data.length).toBe(1)
  await expect(
    market.call('POST /api/admin/calendar-feed/:feedId/revoke', { params }, staff),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('programs behind one address read each calendar so often as they may, whatever others there read', async () => {
  const { deps } = market
  const limited = { ...deps, countGuess: limitGuesses(deps.db, deps.clock) }
  const [first, second] = [await makeFeed(), await makeFeed()]
  const network = '66.249.80.1'
  const read = (token: string) =>
    readFeed(limited, { token, network }).then(
      () => 'ok',
      (error: AppError) => error.code,
    )
  expect(await read(tokenIn(first))).toBe('ok')
  const firstBucket = await deps.db
    .updateTable('rate_limits')
    .set({ count: 120 })
    .where('bucket', 'like', 'guess 60 readings of calendar %')
    .execute()
  expect(firstBucket[0]?.numUpdatedRows).toBe(1n)
  expect(await read(tokenIn(first))).toBe('rate_limited')
  expect(await read(tokenIn(second))).toBe('ok')
})

test('a request that is sent twice makes one feed, and is told its address twice; the token is stored nowhere', async () => {
  const carId = await addCar(market.db)
  const once = { ...staff, idempotencyKey: 'a-feed-for-google' }
  const url = await makeFeed(carId, once)
  expect(await makeFeed(carId, once)).toBe(url)
  const { data } = await market.call('GET /api/admin/calendar-feeds', { query: { carId } }, staff)
  expect(data.length).toBe(1)
  const token = url.split('/').at(-2) ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await makeFeed(carId)).not.toBe(url)
  const rows = await market.db.selectFrom('calendar_feeds').selectAll().execute()
  const audit = await market.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', 'calendar_feeds')
    .execute()
  expect(audit.length).toBeGreaterThan(0)
  expect(JSON.stringify([rows, audit, market.logged])).not.toContain(token)
  expect(JSON.stringify(audit)).not.toContain('token_hash')
  for (const unknown of ['x'.repeat(43), `${token.slice(0, -1)}_`])
    expect((await readFrom(url.replace(token, unknown))).statusCode).toBe(404)
  expect((await readFrom(url.replace(token, 'short'))).statusCode).toBe(400)
})

test('a feed of a car that is unknown is not made', async () => {
  await expect(makeFeed('0190a5b0-0000-7000-8000-000000000000')).rejects.toMatchObject({
    code: 'car_not_found',
  })
})
