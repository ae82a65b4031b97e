import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buyPaths } from './buy-searches.ts'
import { fillListings } from './fill-listings.ts'
import { cpuMs, memoryMiB } from './measure.ts'
import { readConnection } from './read-connection.ts'
import { askSteadily } from './steady-load.ts'
import { writeQueryPlans } from './write-query-plans.ts'

const A_SECOND = 50
const SECONDS = 30
const WARM_UP_SECONDS = 10

type Market = { url: string; dataDir: string; pids: () => number[] }

/** Fills the market with cars for sale, then asks it as 50 people a second would; answers what to report. */
export async function measureBuying({ url, dataDir, pids }: Market): Promise<string[]> {
  const connection = await readConnection(dataDir)
  const client = new pg.Client(connection)
  await client.connect()
  await fillListings(client)
  await client.end()
  await writeQueryPlans(connection)
  const paths = buyPaths()
  const pathAt = (index: number) => ({ path: paths[index % paths.length] ?? '/' })
  const warming = { perSecond: A_SECOND, seconds: WARM_UP_SECONDS }
  const warmed = await askSteadily(url, pathAt, warming)
  const before = cpuMs(pids())
  const { p50, p99, answered, failed } = await askSteadily(url, (index) => pathAt(warmed.answered + index), {
    perSecond: A_SECOND,
    seconds: SECONDS,
  })
  const cpu = (cpuMs(pids()) - before) / answered
  return [
    `Buying, 100,000 cars, ${A_SECOND} searches a second, none twice: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
      `CPU ${cpu.toFixed(1)} ms a search, ${failed} failed of ${answered + failed}`,
    await measureWholeList(url, pids),
  ]
}

/** What it takes to send everything to three who ask for it at once, one of them slow to read. */
async function measureWholeList(url: string, pids: () => number[]): Promise<string> {
  const rest = memoryMiB(pids())
  let most = rest
  const watch = setInterval(() => {
    most = Math.max(most, memoryMiB(pids()))
  }, 250)
  const bytes = await Promise.all([0, 0, 2].map((pauseMs) => readWholeList(url, pauseMs)))
  clearInterval(watch)
  const sent = (Math.max(...bytes) / 1024 / 1024).toFixed(0)
  return `The whole list, ${sent} MiB, to three at once: ${(most - rest).toFixed(0)} MiB more memory than at rest`
}

async function readWholeList(url: string, pauseMs: number): Promise<number> {
  const answer = await fetch(`${url}/api/sell/list`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return bytes
}

/** Waits until the sizes of the demo's pictures are drawn, which takes a processor for some minutes. */
export async function untilPicturesAreDrawn(dataDir: string, rounds: number): Promise<void> {
  const client = new pg.Client(await readConnection(dataDir))
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query('select from pictures where pregenerated_rounds < $1 limit 1', [
        rounds,
      ])
      if (rows.length === 0) return
      await sleep(1_000)
    }
  } finally {
    await client.end()
  }
}
