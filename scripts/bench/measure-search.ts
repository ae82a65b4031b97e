import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { memorySettings } from '../memory-settings.mjs'
import { buyPaths } from './buy-searches.ts'
import { fillListings } from './fill-listings.ts'
import { cpuMs, family, memoryMiB } from './measure.ts'
import { readConnection } from './read-connection.ts'
import { freePort } from './running-market.ts'
import { type Asked, askSteadily } from './steady-load.ts'

/** `npm run bench search`: searches of cars for sale by the database alone and by the index, over the same listings. */

const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 100_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const A_SECOND = 50
const WRITES_A_SECOND = 5
const WARM_UP_SECONDS = 5
const METRICS_TOKEN = 'a token of the benchmark, long enough'.replaceAll(' ', '-')

type Market = { url: string; pids: () => number[]; stop(): Promise<void> }
const lines: string[] = []

async function main() {
  // In a folder that is given, listings of an earlier run are used again.
  const given = process.env.BENCH_DATA
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'twende-bench-')))
  try {
    await withMarket(dataDir, { SEARCH_INDEX_MB: '0' }, async (market) => {
      await fill(dataDir)
      await measure('database', market, dataDir)
    })
    await withMarket(dataDir, { SEARCH_INDEX_MB: '2048' }, async (market) => {
      const before = performance.now()
      await untilIndexed(market)
      lines.push(
        `The index is filled ${((performance.now() - before) / 1000).toFixed(1)} s after the program is ready.`,
      )
      await measure('index', market, dataDir)
    })
  } finally {
    if (!given) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  process.stdout.write(
    `\n${LISTINGS} listings, ${A_SECOND} searches a second, none twice, ${WRITES_A_SECOND} changes a second\n\n` +
      '| answered by | search | p50 ms | p99 ms | CPU ms | failed |\n|---|---|---|---|---|---|\n' +
      `${lines.join('\n')}\n`,
  )
}

async function withMarket(
  dataDir: string,
  env: Record<string, string>,
  work: (market: Market) => Promise<void>,
) {
  const port = await freePort()
  const child = spawn(process.execPath, ['build/site/server/index.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...memorySettings,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMIT: 'off',
      PREGENERATE_PICTURES: 'off',
      METRICS_TOKEN,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const market = {
    url: `http://127.0.0.1:${port}`,
    pids: () => family(child.pid ?? 0),
    stop: () => stop(child),
  }
  try {
    await until(() =>
      fetch(`${market.url}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    await work(market)
  } finally {
    await market.stop()
  }
}

async function stop(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function until(isDone: () => Promise<boolean>) {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (await isDone()) return
    await sleep(100)
  }
  throw new Error('it did not come about within five minutes')
}

async function fill(dataDir: string) {
  const client = await connect(dataDir)
  const { rows } = await client.query('select count(*)::int as listings from public_listings')
  if (rows[0].listings < LISTINGS / 2) await fillListings(client, LISTINGS)
  await client.end()
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(await readConnection(dataDir))
  await client.connect()
  return client
}

const indexed = async ({ url }: Market) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] ?? 0)
  const body = await answer.text()
  return { listings: metric('listing_search_index_listings'), bytes: metric('listing_search_index_bytes') }
}

async function untilIndexed(market: Market) {
  await until(async () => (await indexed(market)).listings > 0)
}

async function measure(by: string, market: Market, dataDir: string) {
  const paths = buyPaths()
  let next = 0
  const list = (): Asked => ({ path: paths[next++ % paths.length] ?? '/' })
  const countsOf = ({ path }: Asked): Asked => ({
    path: path.replace('/api/sell/list', '/api/sell/filter-counts'),
  })
  await load(by, 'warming up', market, { next: list, seconds: WARM_UP_SECONDS, silent: true })
  await load(by, 'page and total', market, { next: list })
  await load(by, 'counts of every filter', market, { next: () => countsOf(list()) })
  const writer = await startWriter(market, dataDir)
  await load(by, 'page and total, while listings change', market, { next: list })
  const { changed, found } = await writer.stop()
  lines.push(`| ${by} | own change found by the next search: ${found} of ${changed} | | | | |`)
  const { listings, bytes } = await indexed(market)
  const memory = memoryMiB(market.pids().slice(0, 1)).toFixed(0)
  lines.push(
    `| ${by} | memory of the program ${memory} MiB, of which the index of ${listings} listings ${(bytes / 2 ** 20).toFixed(0)} MiB | | | | |`,
  )
}

type Load = { next: () => Asked; seconds?: number; silent?: boolean }

async function load(
  by: string,
  what: string,
  { url, pids }: Market,
  { next, seconds = SECONDS, silent }: Load,
) {
  const before = cpuMs(pids())
  const { p50, p99, answered, failed } = await askSteadily(url, next, { perSecond: A_SECOND, seconds })
  const cpu = (cpuMs(pids()) - before) / answered
  if (silent) return
  lines.push(`| ${by} | ${what} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${cpu.toFixed(1)} | ${failed} |`)
  process.stdout.write(`measured: ${by}, ${what}\n`)
}

/** Changes prices over a connection of its own, as another process would, and looks for each change at once. */
async function startWriter({ url }: Market, dataDir: string) {
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
      const price = 500_000_000 + changed
      await client.query('update public_listings set price = $1 where listing_id = $2', [price, id])
      const answer = await fetch(`${url}/api/sell/list?minPrice=${price}&maxPrice=${price}`)
      const { data } = await answer.json()
      changed += 1
      if (data.length === 1 && data[0]._id === id) found += 1
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

await main()
