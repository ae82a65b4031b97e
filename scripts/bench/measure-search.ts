import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buyPaths } from './buy-searches.ts'
import { fillListings } from './fill-listings.ts'
import { cpuMs, memoryMiB } from './measure.ts'
import { readConnection } from './read-connection.ts'
import type { Measured } from './results.ts'
import { METRICS_TOKEN, type RunningMarket, withMarket } from './running-market.ts'
import { type Asked, askSteadily, type Steady } from './steady-load.ts'
import { writeQueryPlans } from './write-query-plans.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const A_SECOND = 50
const WRITES_A_SECOND = 5
const WARM_UP_SECONDS = 10

type Size = {
  /** What the names of the figures begin with. */
  name: string
  listings: number
  /** The database without the index is measured too. */
  withDatabase: boolean
}
type Load = Steady & { cpuMs: number }

/** Searches of so many cars for sale over HTTP; also by the database without the index where that is asked. */
export async function measureSearch({ name, listings, withDatabase }: Size): Promise<Measured> {
  const given = process.env.BENCH_DATA && join(process.env.BENCH_DATA, String(listings))
  if (given) await mkdir(given, { recursive: true })
  const dataDir = given || (await mkdtemp(join(tmpdir(), 'twende-bench-')))
  try {
    const database = await withMarket({ dataDir, env: { SEARCH_INDEX_MB: '0' } }, async (market) => {
      await fill(dataDir, listings)
      if (!withDatabase) return undefined
      await writeQueryPlans(await readConnection(dataDir))
      return afterWarmUp(market, pagesIn(buyPaths()))
    })
    const startedAt = performance.now()
    return await withMarket({ dataDir, env: { SEARCH_INDEX_MB: '2048' } }, async (market) => ({
      ...(await measureIndex(name, { market, startedAt, database })),
      ...(withDatabase && { [`${name}_whole_list_memory`]: { value: await memoryOfWholeList(market) } }),
    }))
  } finally {
    if (!given) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Started = { market: RunningMarket; startedAt: number; database: Load | undefined }

async function measureIndex(name: string, { market, startedAt, database }: Started): Promise<Measured> {
  await untilIndexed(market)
  const fillSeconds = (performance.now() - startedAt) / 1000
  // One sequence for all, so that no search is answered by what was kept of another load.
  const pages = pagesIn(buyPaths())
  const page = await afterWarmUp(market, pages)
  const counts = await afterWarmUp(market, withCounts(pages))
  const writer = await startWriter(market)
  const changing = await load(market, withCounts(pages), SECONDS)
  const { changed, found } = await writer.stop()
  const loads = [page, counts, changing]
  const failed = sum(loads.map((each) => each.failed))
  const figures = {
    page_p50: { value: page.p50, yardstick: database?.p50 },
    page_p99: { value: page.p99, yardstick: database?.p99 },
    page_worst: { value: page.slowest },
    page_cpu: { value: page.cpuMs, yardstick: database?.cpuMs },
    ...figuresOf('counts', counts),
    ...figuresOf('changing', changing),
    changes_found: { value: (100 * found) / changed },
    failed: { value: (100 * failed) / (failed + sum(loads.map(({ answered }) => answered))) },
    fill_seconds: { value: fillSeconds },
    index_memory: { value: (await indexed(market)).bytes / 2 ** 20 },
    program_memory: { value: memoryMiB(market.pids().slice(0, 1)) },
  }
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}_${figure}`, value]))
}

function figuresOf(kind: string, { p50, p99, slowest, cpuMs: cpu }: Load): Measured {
  return {
    [`${kind}_p50`]: { value: p50 },
    [`${kind}_p99`]: { value: p99 },
    [`${kind}_worst`]: { value: slowest },
    [`${kind}_cpu`]: { value: cpu },
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

async function fill(dataDir: string, listings: number) {
  const client = await connect(dataDir)
  const { rows } = await client.query('select count(*)::int as listings from public_listings')
  if (rows[0].listings < listings / 2) await fillListings(client, listings)
  await client.end()
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(await readConnection(dataDir))
  await client.connect()
  return client
}

async function indexed({ url }: RunningMarket) {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const body = await answer.text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] ?? 0)
  return { listings: metric('listing_search_index_listings'), bytes: metric('listing_search_index_bytes') }
}

async function untilIndexed(market: RunningMarket) {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if ((await indexed(market)).listings > 0) return
    await sleep(100)
  }
  throw new Error('the index was not filled within five minutes')
}

type Next = () => Asked[]

/** Pages of searches in turns, beginning anew when all were asked. */
function pagesIn(paths: readonly string[]): Next {
  let next = 0
  return () => [{ path: paths[next++ % paths.length] ?? '/' }]
}

/** The page of a search and how many cars each choice of each filter would leave. */
function withCounts(next: Next): Next {
  return () =>
    next().flatMap((page) => [page, { path: page.path.replace('/api/sell/list', '/api/sell/filter-counts') }])
}

async function afterWarmUp(market: RunningMarket, next: Next): Promise<Load> {
  await load(market, next, WARM_UP_SECONDS)
  return load(market, next, SECONDS)
}

async function load({ url, pids }: RunningMarket, next: Next, seconds: number): Promise<Load> {
  const before = cpuMs(pids())
  const steady = await askSteadily(url, next, { perSecond: A_SECOND, seconds })
  return { ...steady, cpuMs: (cpuMs(pids()) - before) / steady.answered }
}

/** Changes prices over a connection of its own, as another process would, and looks for each change at once. */
async function startWriter({ url, dataDir }: RunningMarket) {
  const client = await connect(dataDir)
  const { rows } = await client.query<{ id: string }>(
    'select listing_id as id from public_listings where available order by listing_id limit 2000',
  )
  let isOn = true
  let changed = 0
  let found = 0
  const writing = (async () => {
    for (const { id } of rows) {
      if (!isOn) break
      const price = 500_000_000 + Math.floor(Math.random() * 500_000_000)
      await client.query('update public_listings set price = $1 where listing_id = $2', [price, id])
      const answer = await fetch(`${url}/api/sell/list?page=1&minPrice=${price}&maxPrice=${price}`)
      const { data = [] }: { data?: { _id: string }[] } = await answer.json()
      changed += 1
      if (data.length === 1 && data[0]?._id === id) found += 1
      await sleep(1000 / WRITES_A_SECOND)
    }
  })()
  return {
    async stop() {
      isOn = false
      await writing
      await client.end()
      return { changed, found }
    },
  }
}

/** How much more memory it takes to send everything to three who ask for it at once, one of them slow to read, in MiB. */
async function memoryOfWholeList({ url, pids }: RunningMarket): Promise<number> {
  const rest = memoryMiB(pids())
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, memoryMiB(pids()))
  }, 250)
  await Promise.all([0, 0, 2].map((pauseMs) => readWholeList(url, pauseMs)))
  clearInterval(watch)
  return most - rest
}

async function readWholeList(url: string, pauseMs: number): Promise<void> {
  const answer = await fetch(`${url}/api/sell/list`)
  for await (const _ of answer.body ?? []) if (pauseMs > 0) await sleep(pauseMs)
}
