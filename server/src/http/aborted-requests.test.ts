import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { appWithFinishedAnswers } from '../testing/app-with-finished-answers.ts'
import type { Person } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { finishRequests } from './request-end.ts'

/** Each kind is broken off this often; `scripts/bench/abort-requests.ts` does it 5,000 times to the running program. */
const TIMES = 25

let market: TestMarket
let seller: Person
beforeAll(async () => {
  market = await openTestMarket()
  seller = await market.signUp()
})
afterAll(() => market.close())

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const json = 'POST /api/booking/quote HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const kinds: Record<string, () => string> = {
  'whole body of 240 kB': () => {
    const wish = {
      carId: uuidv7(),
      startDate: '2026-04-10',
      endDate: '2026-04-13',
      more: 'x'.repeat(240_000),
    }
    const body = JSON.stringify(wish)
    return `${json}content-length: ${body.length}\r\n\r\n${body}`
  },
  'half body': () => `${json}content-length: 200000\r\n\r\n"${'x'.repeat(100_000)}`,
  'half upload': () =>
    'POST /api/sell/update HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `token: ${seller.token}\r\ncontent-length: 200000\r\n\r\n--b\r\ncontent-disposition: form-data; ` +
    `name="image1"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n${'x'.repeat(100_000)}`,
  page: () => 'GET /a/page HTTP/1.1\r\nhost: x\r\n\r\n',
  list: () => 'GET /api/sell/list?page=1&make=Toyota HTTP/1.1\r\nhost: x\r\n\r\n',
  'two requests behind each other': () =>
    'GET /a/page HTTP/1.1\r\nhost: x\r\n\r\nGET /api/sell/list HTTP/1.1\r\nhost: x\r\n\r\n',
}

test.each(Object.keys(kinds))('nothing is kept of a request that was broken off: %s', async (kind) => {
  const app = await createApp(market.deps)
  const seen: WeakRef<IncomingMessage>[] = []
  app.server.on('request', (request) => seen.push(new WeakRef(request)))
  app.get('/a/page', async () => {
    await wait(30)
    return 'a page'
  })
  const port = await listen(app)
  const sent = kinds[kind]?.() ?? ''
  for (let time = 0; time < TIMES; time += 1) await breakOff(port, sent, () => seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(TIMES)
  await expect.poll(() => keptOf(seen)).toBeLessThan(TIMES / 5)
  await app.close()
})

test('closing does not wait for requests whose client has left', async () => {
  const app = appWithFinishedAnswers()
  finishRequests(app, 3_600_000)
  let asked = 0
  app.get('/never', async () => {
    asked += 1
    await new Promise(() => {})
  })
  const port = await listen(app)
  await breakOff(port, 'GET /never HTTP/1.1\r\nhost: x\r\n\r\n', () => asked)
  const both = 'GET /never HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2)
  await breakOff(port, both, () => asked)
  expect(asked).toBe(3)
  await app.close()
})

test('the log and the metrics tell of a request whose client left', async () => {
  const app = await createApp(market.deps)
  let asked = 0
  app.post('/never', async () => {
    asked += 1
    await new Promise(() => {})
  })
  const port = await listen(app)
  await breakOff(port, 'POST /never HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n', () => asked)
  const line = () => market.logged.map((text) => JSON.parse(text)).find(({ route }) => route === '/never')
  await expect.poll(line).toMatchObject({ msg: 'the client left before the answer', method: 'POST' })
  expect(line()).not.toHaveProperty('status')
  const { token } = await market.signUp({ role: 'admin' })
  const metrics = await app.inject({ url: '/metrics', headers: { token } })
  expect(metrics.body).toContain('http_aborted_requests_total{route="/never"} 1')
  await app.close()
})

async function listen(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Sends the words and, once the server has begun with one more request, hangs up without reading. */
async function breakOff(port: number, words: string, begun: () => number): Promise<void> {
  const before = begun()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(words)
  while (begun() === before && !socket.destroyed) await wait(1)
  // For what is sent after the head.
  await wait(1)
  socket.resetAndDestroy()
  await new Promise((resolve) => socket.once('close', resolve))
}

function keptOf(seen: readonly WeakRef<IncomingMessage>[]): number {
  collectGarbage()
  return seen.filter((request) => request.deref() !== undefined).length
}
