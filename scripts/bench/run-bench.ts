import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type autocannon from 'autocannon'
import { PREGENERATED_ROUNDS } from '../../server/src/media/picture-tasks.ts'
import { memorySettings } from '../memory-settings.mjs'
import { fillDesk } from './fill-desk.ts'
import { fillMarket } from './fill-market.ts'
import { fillShop } from './fill-shop.ts'
import { family, median, memoryMiB, type Slice, slice, type Target } from './measure.ts'
import { measureBuying, untilPicturesAreDrawn } from './measure-buying.ts'
import { measureDesk } from './measure-desk.ts'
import { measureMixedLoad } from './measure-mixed.ts'
import { measurePalette } from './measure-palette.ts'
import { measureReports } from './measure-reports.ts'
import { readConnection } from './read-connection.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECRET = 'a secret of the benchmark, long enough to sign'
const PORT = 3980
/** Longer than an idle thread or process lives, and garbage is kept (docs/decisions/055-memory-at-rest.md). */
const UNTIL_REST_MS = 100_000

type Subject = { name: string; path: string; requests?: () => autocannon.Request[] }
type Line = { name: string; ratio: number; cpuRatio: number; product: Slice; floor: Slice }

/** Measures each subject and the floor in turns, so that a busy neighbour slows both. */
async function main() {
  const dataDir = await mkdtemp(join(tmpdir(), 'twende-bench-'))
  const market = startMarket(dataDir)
  const floor = await startFloor()
  try {
    await untilReady(`http://127.0.0.1:${PORT}/api/health/ready`)
    const lines: Line[] = []
    const pages: Subject[] = [
      { name: 'GET /api/car/list (24 cars)', path: '/api/car/list' },
      { name: 'GET /', path: '/' },
      { name: 'GET /rent', path: '/rent' },
    ]
    await untilPicturesAreDrawn(dataDir, PREGENERATED_ROUNDS.length)
    await sleep(UNTIL_REST_MS)
    const rest = memoryMiB(family(market.pid ?? 0))
    for (const subject of pages) lines.push(await compare(subject, market, floor))
    const url = `http://127.0.0.1:${PORT}`
    const mixed = await measureMixedLoad({ url, dataDir, tokenSecret: SECRET, seconds: 60 })
    const { bookings, tokens } = await fillMarket(dataDir, SECRET)
    lines.push(
      await compare(
        {
          name: 'fleet query, 5,000 cars, no repeats',
          path: '/api/car/list?limit=12&page=1',
          requests: fleetQueries,
        },
        market,
        floor,
      ),
      await compare(
        { name: 'POST /api/booking/create', path: '/api/car/list?limit=1&page=1', requests: bookings },
        market,
        floor,
      ),
    )
    const { adds, orders } = await fillShop(dataDir, tokens)
    for (const subject of [
      { name: 'GET /api/food/list, 5,000 products', path: '/api/food/list' },
      {
        name: 'POST /api/cart/add, 5,000 products',
        path: '/api/product/list?limit=1&page=1',
        requests: adds,
      },
      {
        name: 'POST /api/order/place, 5,000 products',
        path: '/api/product/list?limit=1&page=1',
        requests: orders,
      },
    ]) {
      lines.push(await compare(subject, market, floor))
    }
    const buying = await measureBuying({ url, dataDir, pids: () => family(market.pid ?? 0) })
    const connection = await readConnection(dataDir)
    await fillDesk(connection)
    const databasePids = () => family(market.pid ?? 0).slice(1)
    const desk = await measureDesk({ url, connection, tokenSecret: SECRET, databasePids })
    const palette = await measurePalette({ url, connection, tokenSecret: SECRET })
    const reports = await measureReports({ url, connection, tokenSecret: SECRET })
    report(lines, rest)
    process.stdout.write(`${[mixed, ...buying, desk, palette, reports].join('\n')}\n`)
  } finally {
    market.kill('SIGTERM')
    floor.process.kill()
    await new Promise((resolve) => market.once('exit', resolve))
    await rm(dataDir, { recursive: true, force: true })
  }
}

function startMarket(dataDir: string): ChildProcess {
  const env = {
    ...memorySettings,
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(PORT),
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMIT: 'off',
    TOKEN_SECRET: SECRET,
    LOG_LEVEL: 'warn',
  }
  return spawn(process.execPath, ['build/site/server/index.js'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function startFloor(): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'))
  const port = await new Promise<number>((resolve) =>
    child.once('message', (told: { port: number }) => resolve(told.port)),
  )
  return { process: child, port }
}

async function untilReady(url: string) {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(200)
  }
  throw new Error('The market did not open.')
}

/** Asks the product once, gives the floor the very same bytes and headers, then measures both in turns. */
async function compare(
  subject: Subject,
  market: ChildProcess,
  floor: { process: ChildProcess; port: number },
): Promise<Line> {
  const url = `http://127.0.0.1:${PORT}${subject.path}`
  await handOver(url, floor.process)
  const product: Slice[] = []
  const bare: Slice[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const target: Target = { url, pids: family(market.pid ?? 0) }
    if (subject.requests) target.requests = subject.requests()
    const measured = await slice(target)
    const floored = await slice({ url: `http://127.0.0.1:${floor.port}/`, pids: [floor.process.pid ?? 0] })
    // The first round warms both up.
    if (round >= 0) {
      product.push(measured)
      bare.push(floored)
    }
  }
  const middle = (slices: Slice[]): Slice => ({
    perSecond: median(slices.map((each) => each.perSecond)),
    cpuMsPerRequest: median(slices.map((each) => each.cpuMsPerRequest)),
    p50: median(slices.map((each) => each.p50)),
    p99: median(slices.map((each) => each.p99)),
    failed: slices.reduce((sum, each) => sum + each.failed, 0),
  })
  const [ours, theirs] = [middle(product), middle(bare)]
  const line = {
    name: subject.name,
    ratio: ours.perSecond / theirs.perSecond,
    cpuRatio: ours.cpuMsPerRequest / theirs.cpuMsPerRequest,
    product: ours,
    floor: theirs,
  }
  process.stdout.write(`measured: ${line.name}\n`)
  return line
}

async function handOver(url: string, floor: ChildProcess) {
  const [answer] = (await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ]
  // Node.js adds these itself.
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = answer.headers
  const told = { body: (await buffer(answer)).toString('base64'), headers }
  const ready = new Promise((resolve) => floor.once('message', resolve))
  floor.send(told)
  await ready
}

/** Filters that never repeat, so that no cache answers them. */
function fleetQueries(): autocannon.Request[] {
  const seats = ['2', '4', '5', '7', '7+']
  return Array.from({ length: 2000 }, (_, index) => {
    const least = 1000 + Math.floor(Math.random() * 100_000_000) / 10_000
    const query = new URLSearchParams({
      transmission: index % 5 === 0 ? 'manual' : 'automatic',
      seats: seats[index % seats.length] ?? '5',
      minPrice: String(Math.floor(least)),
      maxPrice: String(Math.floor(least) + 4000 + index),
      sort: index % 2 ? 'price-low' : 'rating',
      limit: '12',
      page: String(1 + (index % 3)),
    })
    return { method: 'GET', path: `/api/car/list?${query}` }
  })
}

function report(lines: Line[], restMiB: number) {
  process.stdout.write(
    `\n${ROUNDS} rounds in turns with a bare node:http server sending the same bytes (medians)\n\n`,
  )
  process.stdout.write(
    '| subject | of the floor’s req/s | CPU × floor | CPU ms a request | p50 ms | p99 ms | failed |\n|---|---|---|---|---|---|---|\n',
  )
  for (const { name, ratio, cpuRatio, product } of lines) {
    const cells = [
      name,
      ratio.toFixed(3),
      cpuRatio.toFixed(1),
      product.cpuMsPerRequest.toFixed(2),
      product.p50,
      product.p99,
      product.failed,
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  process.stdout.write(`\nMemory at rest, program and database (PSS): ${restMiB.toFixed(0)} MiB\n`)
}

await main()
