import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { fillProducts } from './fill-shop.ts'
import { inTurns } from './measure.ts'
import { measureMixedLoad } from './measure-mixed.ts'
import { readConnection } from './read-connection.ts'
import type { Measured } from './results.ts'
import { type RunningMarket, TOKEN_SECRET, withMarket } from './running-market.ts'

const MIXED_SECONDS = 60

/** Cached answers beside a bare server, and what visitors and customers ask together. */
export function measurePages(): Promise<Measured> {
  return withMarket({}, async (market) => {
    const cached = await measureCached(market, { car_list: '/api/car/list', home: '/', rent: '/rent' })
    const mixed = await measureMixedLoad({ ...market, tokenSecret: TOKEN_SECRET, seconds: MIXED_SECONDS })
    const client = new pg.Client(await readConnection(market.dataDir))
    await client.connect()
    await fillProducts(client)
    await client.end()
    return {
      ...cached,
      ...(await measureCached(market, { product_list: '/api/food/list' })),
      mixed_p50: { value: mixed.p50 },
      mixed_p99: { value: mixed.p99 },
      mixed_worst_second: { value: mixed.worstSecond },
      mixed_failed: { value: (100 * mixed.failed) / (mixed.answered + mixed.failed) },
    }
  })
}

/** Each of these answers of the product in turns with a bare server. */
async function measureCached({ url, pids }: RunningMarket, paths: Record<string, string>): Promise<Measured> {
  const figures: Measured = {}
  const floor = await startFloor()
  try {
    for (const [name, path] of Object.entries(paths)) {
      await handOver(`${url}${path}`, floor.process)
      const [ours, theirs] = await inTurns(
        () => ({ url: `${url}${path}`, pids: pids() }),
        () => ({ url: `http://127.0.0.1:${floor.port}/`, pids: [floor.process.pid ?? 0] }),
      )
      figures[`${name}_rate`] = { value: ours.perSecond, yardstick: theirs.perSecond }
      figures[`${name}_cpu`] = { value: ours.cpuMsPerRequest, yardstick: theirs.cpuMsPerRequest }
    }
    return figures
  } finally {
    floor.process.kill()
  }
}

async function startFloor(): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'))
  const port = await new Promise<number>((resolve) =>
    child.once('message', (told: { port: number }) => resolve(told.port)),
  )
  return { process: child, port }
}

/** Asks the product once and gives the floor the very same bytes and headers. */
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
