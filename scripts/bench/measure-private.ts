import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type autocannon from 'autocannon'
import pg from 'pg'
import type { Connection } from '../../server/src/db/database.ts'
import { bookingRequests, fillFleet, makePeople } from './fill-market.ts'
import { fillProducts, shopRequests } from './fill-shop.ts'
import { inTurns } from './measure.ts'
import { readConnection } from './read-connection.ts'
import type { Measured } from './results.ts'
import { TOKEN_SECRET, withMarket } from './running-market.ts'
import { signInPeople } from './sign-in-people.ts'

const PEOPLE = 20_000
const READERS = 50

type Subject = { path: string; requests: () => autocannon.Request[]; kind: 'read' | 'write' }

/** What people who are signed in ask, and searches that no cache answers, beside Fastify and pg with one statement. */
export function measurePrivate(): Promise<Measured> {
  return withMarket({}, async ({ url, dataDir, pids }) => {
    const connection = await readConnection(dataDir)
    const client = new pg.Client(connection)
    await client.connect()
    const readers = await busiestCustomers(client)
    await fillFleet(client)
    await fillProducts(client)
    const people = await makePeople(client, PEOPLE)
    const signIn = (ids: readonly string[]) => signInPeople({ connection, tokenSecret: TOKEN_SECRET }, ids)
    const tokens = await signIn(people)
    const shop = await shopRequests(client, tokens)
    const subjects: Record<string, Subject> = {
      rental_search: { path: '/api/car/list', requests: fleetQueries, kind: 'read' },
      my_bookings: { path: '/api/booking/user', requests: ownBookings(await signIn(readers)), kind: 'read' },
      booking: { path: '/', requests: await bookingRequests(client, tokens), kind: 'write' },
      cart_add: { path: '/', requests: shop.adds, kind: 'write' },
      order: { path: '/', requests: shop.orders, kind: 'write' },
    }
    await client.end()
    const floor = await startFloor(connection)
    const floorRequests = floorRequestsOf(readers, people, shop.products)
    const figures: Measured = {}
    let answered = 0
    let failed = 0
    try {
      for (const [name, { path, requests, kind }] of Object.entries(subjects)) {
        const [ours, theirs] = await inTurns(
          () => ({ url: `${url}${path}`, pids: pids(), requests: requests() }),
          () => ({
            url: floor.url,
            pids: [floor.process.pid ?? 0, ...pids().slice(1)],
            requests: floorRequests[kind],
          }),
        )
        figures[`${name}_cpu`] = { value: ours.cpuMsPerRequest, yardstick: theirs.cpuMsPerRequest }
        answered += ours.answered
        failed += ours.failed
        if (theirs.failed > 0) throw new Error(`${theirs.failed} requests of the yardstick failed`)
      }
    } finally {
      floor.process.kill()
    }
    return { ...figures, private_failed: { value: (100 * failed) / (answered + failed) } }
  })
}

async function startFloor(connection: Connection): Promise<{ process: ChildProcess; url: string }> {
  const env = { ...process.env, NODE_ENV: 'production', BENCH_CONNECTION: JSON.stringify(connection) }
  const child = fork(join(import.meta.dirname, 'database-server.ts'), { env })
  const url = await new Promise<string>((resolve) =>
    child.once('message', (told: { url: string }) => resolve(told.url)),
  )
  return { process: child, url }
}

async function busiestCustomers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select account_id as id from bookings join accounts on accounts.id = account_id
     where role = 'user' and banned_at is null group by 1 order by count(*) desc, 1 limit $1`,
    [READERS],
  )
  return rows.map(({ id }) => id)
}

function ownBookings(tokens: readonly string[]) {
  return (): autocannon.Request[] =>
    spread(tokens).map((token) => ({ method: 'GET', path: '/api/booking/user', headers: { token } }))
}

/** Each of many connections asks for some of them in turn, so there are more than connections. */
const spread = <Each>(few: readonly Each[]): Each[] => Array.from({ length: 20 }, () => few).flat()

function floorRequestsOf(
  readers: readonly string[],
  people: readonly string[],
  products: readonly string[],
): Record<Subject['kind'], autocannon.Request[]> {
  return {
    read: spread(readers).map((id) => ({ method: 'GET', path: `/bookings?account=${id}` })),
    write: people.slice(0, 3_000).map((account, at) => ({
      method: 'POST',
      path: '/cart',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, product: products[at % products.length] }),
    })),
  }
}

/** More than are answered while they are measured: a search that is sent again would be answered by a cache. */
const SEARCHES = 10_000
/** A prime above their number, so that no two have the same lowest price. */
const LOWEST_PRICES = 10_007

/** Filters that never repeat, so that no cache answers them. */
function fleetQueries(): autocannon.Request[] {
  const seats = ['2', '4', '5', '7', '7+']
  const first = Math.floor(Math.random() * LOWEST_PRICES)
  return Array.from({ length: SEARCHES }, (_, index) => {
    const least = 1000 + ((first + index * 7919) % LOWEST_PRICES)
    const query = new URLSearchParams({
      transmission: index % 5 === 0 ? 'manual' : 'automatic',
      seats: seats[index % seats.length] ?? '5',
      minPrice: String(least),
      maxPrice: String(least + 4000 + (index % 2000)),
      sort: index % 2 ? 'price-low' : 'rating',
      limit: '12',
      page: String(1 + (index % 3)),
    })
    return { method: 'GET', path: `/api/car/list?${query}` }
  })
}
