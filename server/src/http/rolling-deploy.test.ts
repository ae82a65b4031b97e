import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { addCar } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { type Drain, drainFor } from './drain.ts'

let market: TestMarket
let carId = ''
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  carId = await addCar(market.db)
})
afterAll(() => market.close())

const CHECK_MS = 50
const DRAIN_SECONDS = 0.5

/** One process of the application on a port of its own, as a load balancer sees it. */
class Backend {
  isReady = false
  port = 0
  /** Requests of clients that are not answered yet. */
  underWay = 0
  #app: FastifyInstance | undefined
  #drain: Drain = { isDraining: false }
  readonly agent = new Agent({ keepAlive: true })

  async start() {
    this.#drain = { isDraining: false }
    this.#app = await createApp({ ...market.deps, drain: this.#drain })
    this.port = Number(new URL(await this.#app.listen({ port: this.port, host: '127.0.0.1' })).port)
  }

  async stop() {
    await drainFor(this.#drain, DRAIN_SECONDS)
    // A real drain is long enough for the load balancer to look; on a slow machine this one may not be.
    await expect.poll(() => [this.isReady, this.underWay]).toEqual([false, 0])
    await this.#app?.close()
  }

  async check() {
    const { status } = await send(this, 'GET', '/api/health/ready')
    this.isReady = status === 200
  }
}

type Answer = { status: number; connection: string | undefined }

/** Sends once, and never again: a load balancer must not repeat what may have been carried out. */
function send(to: Backend, method: string, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve) => {
    const outgoing = request(
      {
        port: to.port,
        host: '127.0.0.1',
        method,
        path,
        agent: to.agent,
        headers: { 'content-type': 'application/json' },
      },
      (incoming) => {
        incoming.resume()
        const { connection } = incoming.headers
        incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, connection }))
      },
    )
    outgoing.once('error', () => resolve({ status: 0, connection: undefined }))
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

test('two processes are replaced one after the other under load, and no request fails', async () => {
  const backends = [new Backend(), new Backend()]
  for (const backend of backends) {
    await backend.start()
    await backend.check()
  }
  const checks = setInterval(() => {
    for (const backend of backends) void backend.check()
  }, CHECK_MS)
  const counts = new Map<number, number>()
  const closed = new Set<Backend>()
  let isOver = false
  let turn = 0
  const client = async () => {
    while (!isOver) {
      const ready = backends.filter(({ isReady }) => isReady)
      turn += 1
      const backend = ready[turn % ready.length]
      if (!backend) throw new Error('no process is ready')
      backend.underWay += 1
      const answer =
        turn % 3 === 0
          ? await send(backend, 'POST', '/api/booking/quote', { carId })
          : await send(backend, 'GET', turn % 2 ? '/api/car/list' : `/api/car/get/${carId}`)
      backend.underWay -= 1
      const ok = answer.status > 0 && answer.status < 500
      counts.set(ok ? 200 : answer.status, (counts.get(ok ? 200 : answer.status) ?? 0) + 1)
      if (answer.connection === 'close') closed.add(backend)
    }
  }
  const clients = Promise.all(Array.from({ length: 8 }, client))
  for (const backend of backends) {
    await sleep(300)
    await backend.stop()
    await backend.start()
    await expect.poll(() => backend.isReady).toBe(true)
  }
  await expect.poll(() => counts.get(200) ?? 0).toBeGreaterThan(1_000)
  isOver = true
  await clients
  for (const backend of backends) await backend.stop()
  clearInterval(checks)
  expect([...counts.keys()]).toEqual([200])
  expect(closed.size).toBe(2)
})
