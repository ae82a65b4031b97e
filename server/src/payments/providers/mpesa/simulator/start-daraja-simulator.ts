import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, seededRandom, systemClock } from '../../../../basic-deps.ts'
import type { DarajaLogger } from '../daraja-client.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createBehaviours } from './behaviour.ts'
import { createDarajaIds } from './daraja-ids.ts'
import { createDelivery } from './delivery.ts'
import { createInitiatorKey } from './initiator-key.ts'
import { createLedger } from './ledger.ts'
import { createRoutes } from './routes.ts'
import { type Answer, json } from './simulator-http.ts'
import { createTimers, type SimulatorCredentials, type SimulatorSettings, type World } from './world.ts'

export type SimulatorOptions = Partial<SimulatorSettings> & {
  port?: number
  clock?: Clock
  /** Makes ids and receipts repeat from run to run: for tests only, since a receipt may be used once. */
  seed?: number
  credentials?: Partial<SimulatorCredentials>
  logger?: DarajaLogger
  /** How callbacks are sent, for listeners that are not on plain HTTP. */
  fetch?: typeof globalThis.fetch
}

export type DarajaSimulator = Awaited<ReturnType<typeof startDarajaSimulator>>

/** Serves Daraja on the loopback interface: the whole protocol, and no real money. */
export async function startDarajaSimulator(options: SimulatorOptions = {}) {
  const world = createWorld(options)
  const routes = createRoutes(world)
  const server = createServer((request, response) => {
    read(request)
      .then((body) => routes(request, body))
      .then((answer) => send(response, answer))
      .catch(() =>
        send(response, json(500, { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' })),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: world.credentials,
    /** The key, in PEM, that initiator passwords are encrypted with; the real one comes in a certificate. */
    initiatorPublicKey: () => world.initiatorKey.publicPem(),
    /** Every movement of money so far, oldest first. */
    transactions: () => world.ledger.list(),
    /** Resolves once every callback that is due was delivered; a phone that still asks is not waited for. */
    async settled() {
      while (world.delivery.isBusy() || world.timers.dueWithin(SETTLED_MS)) await wait(2)
    },
    async close() {
      world.timers.callOff()
      world.delivery.end()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function createWorld(options: SimulatorOptions): World {
  const clock = options.clock ?? systemClock
  const ids = createDarajaIds({ clock, random: seededRandom(options.seed ?? randomInt(2 ** 32)) })
  const credentials = { ...publicCredentials, ...options.credentials }
  return {
    clock,
    ids,
    credentials,
    tokens: createAccessTokens({ clock, ids, ...credentials }),
    behaviours: createBehaviours(),
    ledger: createLedger(),
    timers: createTimers(),
    delivery: createDelivery({ fetch: options.fetch ?? globalThis.fetch, logger: options.logger }),
    initiatorKey: createInitiatorKey(),
    settings: {
      promptSeconds: options.promptSeconds ?? 60,
      callbackDelayMs: options.callbackDelayMs ?? 500,
      actsAfterMs: options.actsAfterMs ?? 1500,
      limitsRepeats: options.limitsRepeats ?? false,
      validatesC2b: options.validatesC2b ?? false,
      business: options.business ?? 'TWENDE',
      pin: options.pin ?? '1234',
    },
  }
}

/** Shortcode and passkey are the ones Safaricom publishes for its sandbox. */
const publicCredentials: SimulatorCredentials = {
  consumerKey: 'simulator-key',
  consumerSecret: 'simulator-secret',
  shortcode: '174379',
  tillNumber: '5174379',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  initiatorName: 'testapi',
  initiatorPassword: 'Safaricom999!*!',
}

/** Longer than any callback is delayed, shorter than a phone asks. */
const SETTLED_MS = 2_000
const MAX_BODY_BYTES = 64_000

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw new RangeError('body too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, answer: Answer) {
  if (answer === 'dropped') return void response.destroy()
  response.writeHead(answer.status, { 'content-type': answer.contentType })
  response.end(answer.body)
}
