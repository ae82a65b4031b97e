import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addDays, type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { RouteSpec } from '@twende/contract/http/route.ts'
import { routes } from '@twende/contract/routes.ts'
import pg from 'pg'
import * as z from 'zod/mini'
import type { Connection } from '../../server/src/db/database.ts'
import { KEEPER } from './fill-desk.ts'
import { cpuMs, median } from './measure.ts'
import type { Measured } from './results.ts'
import { signInPeople } from './sign-in-people.ts'

const FIGURES = 'docs/performance/desk-figures.md'
const TIMES = 2 * Number(process.env.BENCH_ROUNDS ?? 3)
const PROMISED_MS = 300

type Desk = {
  url: string
  connection: Connection
  tokenSecret: string
  /** The processes of the database. */
  databasePids: () => number[]
}
type Call = { path: string; what: string }
type Figure = Call & { p50: number; max: number; databaseMs: number; kilobytes: number }

/** Asks whatever the screens of the back office ask first, one call at a time, and writes down how long each took. */
export async function measureDesk(desk: Desk): Promise<Measured> {
  const client = new pg.Client(desk.connection)
  await client.connect()
  const ids = await findBusiest(client)
  await client.end()
  const [token = ''] = await signInPeople(desk, [ids.get('keeper') ?? ''])
  const figures: Figure[] = []
  for (const call of callsOf(ids)) {
    const figure = await measure(desk, call, token)
    const deep = lastPage(call, figure.pages)
    figures.push(figure, ...(deep ? [await measure(desk, deep, token)] : []))
  }
  await mkdir(dirname(FIGURES), { recursive: true })
  await writeFile(FIGURES, write(figures))
  const screens = figures.filter(({ path }) => !isTable(path)).map(({ p50 }) => p50)
  return {
    desk_slowest_p50: { value: Math.max(...screens) },
    desk_late: { value: screens.filter((p50) => p50 > PROMISED_MS).length },
  }
}

type Ids = ReadonlyMap<string, string>

/** Of everything that has a page of its own, the one with the most to show. */
const busiest = {
  keeper: `select id from accounts where email = '${KEEPER}'`,
  accountId: 'select account_id as id from bookings group by 1 order by count(*) desc limit 1',
  carId: 'select car_id as id from bookings group by 1 order by count(*) desc limit 1',
  bookingId:
    'select booking_id as id from payments where booking_id is not null group by 1 order by count(*) desc, 1 limit 1',
  plate: 'select number_plate as id from cars where number_plate is not null order by id limit 1',
  driverId: 'select driver_id as id from driver_checks group by 1 order by count(*) desc, 1 limit 1',
  paymentId:
    'select payment_id as id from payment_messages where payment_id is not null order by id desc limit 1',
  listingId: 'select listing_id as id from listing_reports group by 1 order by count(*) desc, 1 limit 1',
  productId: 'select product_id as id from order_items group by 1 order by count(*) desc, 1 limit 1',
  orderId: 'select order_id as id from order_items group by 1 order by count(*) desc, 1 limit 1',
  itemId: `select id from categories where kind = 'vehicle' order by name limit 1`,
}

async function findBusiest(client: pg.Client): Promise<Ids> {
  const found = new Map<string, string>()
  for (const [name, question] of Object.entries(busiest)) {
    const { rows } = await client.query<{ id: string }>(question)
    if (rows[0]) found.set(name, rows[0].id)
  }
  return found
}

/** What people type: a name, two, a car, a part of a number, and what nobody is called. */
const SEARCHES = ['wanjiku', 'brian otieno', 'toyota', '0712345', 'BK4711', 'zzyzx']

/** Read from the route table, so that a new screen is measured without anybody thinking of it. */
function callsOf(ids: Ids): Call[] {
  return Object.entries<RouteSpec>(routes)
    .filter(([name]) => name.startsWith('GET /api/admin/'))
    .flatMap(([name, spec]) => {
      // A file of a table is as its list, and long: it is asked for whole.
      const queries = spec.query && !isTable(name) ? [{}, ...queriesOf(spec.query, ids)] : [{}]
      const required = spec.query ? requiredQuery(spec.query, ids) : {}
      return pathsOf(name.slice('GET '.length), spec, ids).flatMap((path) =>
        queries.map((query) => {
          const search = new URLSearchParams({ ...required, ...query }).toString()
          return call(search ? `${path}?${search}` : path)
        }),
      )
    })
}

const isTable = (path: string) => path.endsWith('.csv')

/** One address for each choice of a part of it that is a choice, and the busiest of everything else. */
function pathsOf(path: string, { params }: RouteSpec, ids: Ids): string[] {
  const { properties = {} } = params ? z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) : {}
  const filled = path.replace(/:(\w+)/g, (part, name: string) => ids.get(name) ?? part)
  const choice = Object.entries(properties).find(
    ([, property]) => typeof property === 'object' && property.enum,
  )
  if (!choice) return [known(filled)]
  const [name, property] = choice
  const values = typeof property === 'object' ? (property.enum ?? []) : []
  const paths = values.map((value) => known(filled.replace(`:${name}`, String(value))))
  // What a second part of the address names is on the first of the choices.
  return path.match(/:/g)?.length === 1 ? paths : paths.slice(0, 1)
}

function known(path: string): string {
  const unknown = /:(\w+)/.exec(path)?.[1]
  if (unknown) throw new Error(`say in measure-desk.ts which ${unknown} is looked at`)
  return path
}

/** Each choice of each filter, the searches, and a span of days; among everything, not only what waits. */
function queriesOf(schema: NonNullable<RouteSpec['query']>, ids: Ids): Record<string, string>[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const today = nairobiDay(new Date())
  const choices = Object.entries(properties).map(([name, property]) => {
    return { name, values: typeof property === 'object' ? (property.enum ?? []) : [] }
  })
  const hasAll = choices.some(({ name, values }) => name === 'queue' && values.includes('all'))
  return choices.flatMap(({ name, values }) => {
    if (name === 'queue') return values.map((value) => ({ queue: String(value) }))
    const queries =
      values.length > 0 ? values.map((value) => ({ [name]: String(value) })) : otherQueries(name, today, ids)
    return queries.map((query) => ({ ...(hasAll && { queue: 'all' }), ...query }))
  })
}

/** What a route asks for always. */
function requiredQuery(schema: NonNullable<RouteSpec['query']>, ids: Ids): Record<string, string> {
  const { required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const day = addDays(nairobiDay(new Date()), -1)
  const known: Record<string, string> = {
    from: day,
    day,
    time: '10:00',
    plate: ids.get('plate') ?? 'KDA 123A',
  }
  return Object.fromEntries(
    required.map((name) => {
      const value = known[name]
      if (value === undefined) throw new Error(`say in measure-desk.ts what ${name} is asked for`)
      return [name, value]
    }),
  )
}

function otherQueries(name: string, today: Day, ids: Ids): Record<string, string>[] {
  switch (name) {
    case 'search':
      return SEARCHES.map((search) => ({ search }))
    case 'query':
      return SEARCHES.map((query) => ({ query }))
    case 'fromDay':
      return [{ fromDay: addDays(today, -400), toDay: addDays(today, -393) }]
    case 'day':
      return [{ day: addDays(today, -1) }, { day: addDays(today, -400) }]
    case 'accountId':
      return [{ accountId: ids.get('accountId') ?? '' }]
    case 'carId':
      return [{ carId: ids.get('carId') ?? '' }]
    case 'staff':
      return [{ staff: ids.get('keeper') ?? '' }]
    case 'subject':
      return [{ subject: 'bookings' }]
    case 'subjectId':
      return [{ subjectId: ids.get('listingId') ?? '' }]
    case 'action':
      return [{ action: 'POST /api/admin/listing/:listingId/verify' }]
    case 'before':
      return [{ before: '1000' }]
    default:
      return []
  }
}

/** Ids tell nobody anything. */
function call(path: string): Call {
  const words = decodeURIComponent(path.slice('/api/admin/'.length).replaceAll('+', ' '))
  return { path, what: words.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…') }
}

function lastPage({ path }: Call, pages: number): Call | undefined {
  return pages < 2 ? undefined : call(`${path}${path.includes('?') ? '&' : '?'}page=${pages}`)
}

async function measure(desk: Desk, call: Call, token: string): Promise<Figure & { pages: number }> {
  // The first shows what it costs when nothing is in memory yet, and is not counted.
  let answer = await ask(desk.url + call.path, token)
  const times = isTable(call.path) ? 2 : TIMES
  const took: number[] = []
  const before = cpuMs(desk.databasePids())
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    answer = await ask(desk.url + call.path, token)
    took.push(performance.now() - began)
  }
  const databaseMs = (cpuMs(desk.databasePids()) - before) / times
  return { ...call, ...answer, p50: median(took), max: Math.max(...took), databaseMs }
}

const Paged = z.object({ pagination: z.optional(z.object({ pages: z.number() })) })

async function ask(url: string, token: string): Promise<{ kilobytes: number; pages: number }> {
  const answer = await fetch(url, { headers: { token } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  const kilobytes = text.length / 1000
  if (isTable(new URL(url).pathname)) return { kilobytes, pages: 0 }
  return { kilobytes, pages: Paged.parse(JSON.parse(text)).pagination?.pages ?? 0 }
}

function write(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, p50, max, databaseMs, kilobytes }) => {
    const cells = [what, p50.toFixed(0), max.toFixed(0), ofDatabase(databaseMs), kilobytes.toFixed(1)]
    return `| ${cells.join(' | ')} |`
  })
  return `${heading}\n${rows.join('\n')}\n`
}

/** Unknown where a process of the database ended meanwhile, and took what it had counted with it. */
const ofDatabase = (ms: number) => (ms < 0 ? '?' : ms.toFixed(1))

const heading = `# How fast the back office answers at 100,000 bookings

\`npm run bench\` fills a market with 100,000 bookings and cars for sale, 50,000 orders and people, and 200,000 rows of the
audit log, then asks every \`GET /api/admin/...\` of the route table: as its screen asks first, with each choice of each
filter, with what people type, and for the last page; ${TIMES} times, one at a time. Each is to answer within ${PROMISED_MS} ms. The
times are this machine's on that day; *database* is processor time of a call, which depends less on what else ran. A
table to download is 50,000 rows, sent as they are read: its time is that of the last.

| call | p50 ms | max ms | database ms | kB |
|---|---|---|---|---|`
