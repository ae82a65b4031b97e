import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, proveEmail } from '../../testing/people.ts'
import { listLiveCar } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { deleteOldVisits } from '../sell/listing-tasks.ts'

let market: TestMarket
let seller: Person
let carId: string
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp()
})
afterAll(() => market.close())
beforeEach(async () => {
  carId = (await listLiveCar(market, seller))._id
})

const DAY_MS = 86_400_000
type From = { agent?: string; ip?: string; person?: Person; headers?: Record<string, string> }
const asked = ({ agent = 'Phone A', ip = '41.90.1.1', person, headers }: From) => ({
  remoteAddress: ip,
  headers: { 'user-agent': agent, ...(person ? { token: person.token } : {}), ...headers },
})
const look = (from: From = {}) => market.app.inject({ url: `/api/sell/get/${carId}`, ...asked(from) })
const reveal = (way: string, from: From = {}) =>
  market.app.inject({ method: 'POST', url: `/api/sell/reveal/${carId}`, payload: { way }, ...asked(from) })
const report = (reason: string, from: From = {}) =>
  market.app.inject({ method: 'POST', url: `/api/sell/report/${carId}`, payload: { reason }, ...asked(from) })
const counts = async () => {
  const row = market.db.selectFrom('listings').select(['views', 'leads', 'reported_at', 'status'])
  return row.where('id', '=', carId).executeTakeFirstOrThrow()
}
const many = <T>(count: number, of: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => of(at)))

test('one visitor who changes browsers, cookies and accounts is at most three views a day', async () => {
  const accounts = await many(5, () => market.signUp())
  await many(30, (at) => look({ agent: `Browser ${at}` }))
  for (const person of accounts) await look({ person })
  const { views } = await counts()
  expect(views).toBeGreaterThan(0)
  expect(views).toBeLessThanOrEqual(3)
  for (let at = 0; at < 5; at += 1) await look({ agent: `Another ${at}` })
  expect((await counts()).views).toBe(3)
  // The neighbour and the next day are counted still.
  await look({ ip: '41.90.1.2' })
  market.clock.advance(DAY_MS)
  await look()
  expect((await counts()).views).toBe(5)
})

test('a whole IPv6 network is one network', async () => {
  await many(20, (at) => look({ ip: `2c0f:fe38:1:2::${at + 1}`, agent: `Browser ${at}` }))
  expect((await counts()).views).toBeLessThanOrEqual(3)
})

test('the seller, staff, programs and what a browser fetches ahead are not counted', async () => {
  const staff = await market.signUp({ role: 'staff' })
  await look({ person: seller })
  await look({ person: staff })
  for (const agent of ['', 'Googlebot/2.1', 'python-requests/2.31', 'WhatsApp/2.23', 'curl/8', 'axios/1.6']) {
    await look({ agent })
    await reveal('show', { agent })
  }
  for (const name of ['sec-purpose', 'purpose', 'x-moz']) {
    await look({ headers: { [name]: 'prefetch' } })
    await reveal('call', { headers: { [name]: 'prefetch;prerender' } })
  }
  // The number is told to whoever asks; it is only not counted.
  expect((await reveal('call', { person: staff })).json().data.phone).toBe('254712345678')
  await reveal('call', { person: seller })
  expect(await counts()).toMatchObject({ views: 0, leads: 0 })
})

test('opening a page that shows the contact counts no lead, and a tap counts one', async () => {
  for (let at = 0; at < 3; at += 1)
    expect((await reveal('opened')).json().data).toMatchObject({ phone: '254712345678' })
  expect((await counts()).leads).toBe(0)
  await reveal('whatsapp')
  expect((await counts()).leads).toBe(1)
})

test('a buyer is one lead by however many ways, also on another day, and a network has three at most', async () => {
  for (const way of ['show', 'call', 'whatsapp', 'email']) await many(4, () => reveal(way))
  expect((await counts()).leads).toBe(1)
  market.clock.advance(2 * DAY_MS)
  await reveal('call')
  expect((await counts()).leads).toBe(1)
  for (let at = 0; at < 20; at += 1) {
    expect((await reveal('call', { agent: `Browser ${at}` })).statusCode).toBe(200)
  }
  expect((await counts()).leads).toBe(3)
  await reveal('call', { ip: '41.90.1.2' })
  expect((await counts()).leads).toBe(4)
})

test('six buyers behind one address are six leads once they proved their own, and three until then', async () => {
  const ip = '41.90.1.7'
  const buyers = await many(6, () => market.signUp())
  for (const person of buyers) await reveal('call', { ip, person })
  expect((await counts()).leads).toBe(3)
  carId = (await listLiveCar(market, seller))._id
  for (const person of buyers) {
    await proveEmail(market, person)
    for (const way of ['call', 'whatsapp']) await reveal(way, { ip, person })
  }
  expect((await counts()).leads).toBe(6)
})

test('many accounts of one network report a few times before it is asked for a proof, and no report hides a car', async () => {
  const codes: string[] = []
  for (const person of await many(7, () => market.signUp())) {
    codes.push((await report('photos', { person })).json().code ?? 'ok')
  }
  expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'contact_proof_needed', 'contact_proof_needed'])
  expect((await report('photos', { ip: '41.90.1.2' })).statusCode).toBe(200)
  for (let at = 0; at < 10; at += 1) await report('deposit', { ip: `41.90.2.${at}` })
  expect((await counts()).status).toBe('active')
  expect((await look()).statusCode).toBe(200)
})

test('two readers behind one address report for reasons of their own, each once, and every report waits for staff', async () => {
  const first = await report('sold')
  expect(first.json().message).toBe('Thank you. We will look at this listing.')
  expect((await counts()).reported_at).not.toBeNull()
  const second = await report('price', { agent: 'Phone B' })
  expect(second.statusCode).toBe(200)
  const cookie = (answer: typeof first) => String(answer.headers['set-cookie']).split(';')[0] ?? ''
  expect(cookie(second)).not.toBe(cookie(first))
  const again = await report('price', { headers: { cookie: cookie(first) } })
  expect(again.json().code).toBe('already_reported')
  // A number that we did not give tells nobody from others.
  const forged = await report('price', { headers: { cookie: `${cookie(first)}0` } })
  expect(forged.statusCode).toBe(200)
})

test('a report that staff closed, as unfounded or by a suspension, keeps nobody from reporting again', async () => {
  const [reader, staff] = [await market.signUp(), await market.signUp({ role: 'staff' })]
  const act = (name: 'close-reports' | 'suspend' | 'restore') =>
    market.call(
      `POST /api/admin/listing/:listingId/${name}` as const,
      { params: { listingId: carId }, body: { reason: 'Nothing to do: it is not sold' } },
      staff,
    )
  const reports = async () =>
    (await act('close-reports')).data.reports.map(({ reason, closed }) => [reason, closed])
  await report('sold', { person: reader })
  expect((await report('deposit', { person: reader })).json().code).toBe('already_reported')
  expect(await reports()).toEqual([['sold', true]])
  expect((await counts()).reported_at).toBeNull()
  await report('deposit', { person: reader })
  await act('suspend')
  await act('restore')
  expect((await report('price', { person: reader })).statusCode).toBe(200)
  expect((await counts()).reported_at).not.toBeNull()
  expect(await reports()).toEqual([
    ['price', true],
    ['deposit', true],
    ['sold', true],
  ])
})

test('who looked, asked and reported is forgotten, and the sums stay', async () => {
  await look()
  await reveal('call')
  await report('photos')
  market.clock.advance(41 * DAY_MS)
  await deleteOldVisits(market.deps)
  const rowsOf = async (table: 'listing_views' | 'listing_leads' | 'listing_reports') =>
    (await market.db.selectFrom(table).select('listing_id').where('listing_id', '=', carId).execute()).length
  expect([await rowsOf('listing_views'), await rowsOf('listing_leads')]).toEqual([0, 0])
  expect(await rowsOf('listing_reports')).toBe(1)
  market.clock.advance(366 * DAY_MS)
  await deleteOldVisits(market.deps)
  // One that nobody looked at goes on waiting.
  expect(await rowsOf('listing_reports')).toBe(1)
  const staff = await market.signUp({ role: 'staff' })
  const closing = { params: { listingId: carId }, body: { reason: 'The photos are of this car' } }
  await market.call('POST /api/admin/listing/:listingId/close-reports', closing, staff)
  await deleteOldVisits(market.deps)
  expect(await rowsOf('listing_reports')).toBe(0)
  expect(await counts()).toMatchObject({ views: 1, leads: 1 })
  market.clock.advance(-407 * DAY_MS)
})
