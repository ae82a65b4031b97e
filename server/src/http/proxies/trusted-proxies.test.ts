import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config/config.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trustedProxies } from './trusted-proxies.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** The application started with other settings, on the same database; what it counted before is long ago. */
async function startWith(env: Record<string, string>, prepare: (app: FastifyInstance) => void = () => {}) {
  market.clock.advance(86_400_000)
  market.logged.length = 0
  const { dataDir, tokenSecret = '' } = market.deps.config
  const config = readConfig({ DATA_DIR: dataDir, TOKEN_SECRET: tokenSecret, ...env })
  const app = await createApp({ ...market.deps, config, warnings: new Set() })
  prepare(app)
  return app
}

const LOOPBACK = '127.0.0.1'
const GATEWAY = '10.0.0.7'
const STRANGER = '41.90.4.4'

type Sent = { from?: string; headers?: Record<string, string> }

/** The contact form takes ten messages from one network in 15 minutes. */
async function sendMessage(app: FastifyInstance, { from = LOOPBACK, headers = {} }: Sent): Promise<number> {
  const payload = { name: 'Amina', email: 'amina@example.com', message: 'Do you deliver to Thika?' }
  const request = { method: 'POST', url: '/api/contact', remoteAddress: from, headers, payload } as const
  return (await app.inject(request)).statusCode
}

const forwarded = (address: string) => ({ 'x-forwarded-for': address })
const CONTACT_LIMIT = 10

async function refusalsOf(
  app: FastifyInstance,
  times: number,
  sent: (number: number) => Sent,
): Promise<number> {
  let refused = 0
  for (let number = 0; number < times; number += 1)
    if ((await sendMessage(app, sent(number))) === 429) refused += 1
  return refused
}

const warningsOf = async (app: FastifyInstance): Promise<string[]> =>
  (await app.inject({ url: '/api/health/ready' })).json().warnings
const loudLines = () => market.logged.filter((line) => line.includes('TRUST_PROXY'))

test.each([
  ['x-forwarded-for', STRANGER],
  ['forwarded', 'for=41.90.4.4'],
  ['x-real-ip', STRANGER],
])(
  'visitors behind a proxy that TRUST_PROXY does not name are not refused as one (%s)',
  async (name, value) => {
    const app = await startWith({})
    expect(await warningsOf(app)).toEqual([])
    expect(loudLines()).toEqual([])
    expect(await refusalsOf(app, CONTACT_LIMIT + 10, () => ({ headers: { [name]: value } }))).toBe(0)
    expect(await warningsOf(app)).toEqual(['proxy_not_trusted'])
    expect(loudLines()).toHaveLength(1)
    expect(loudLines()[0]).toContain('TRUST_PROXY=loopback')
    expect(loudLines().join()).not.toContain(STRANGER)
  },
)

test('their shared limit is larger, and still a limit; an untrusted header opens no bucket of its own', async () => {
  const limit = { per: 'address', max: 2, seconds: 3600, ofPerson: 1 } as const
  const outcomes: string[] = []
  const app = await startWith({}, (opened) =>
    opened.get('/counted', async (request) => {
      await market.deps.checkRateLimit('GET /counted', limit, {
        request,
        currentUser: undefined,
        body: undefined,
      })
      return ''
    }),
  )
  for (let number = 0; number < 120; number += 1) {
    const answer = await app.inject({ url: '/counted', headers: forwarded(`41.90.4.${number}`) })
    outcomes.push(String(answer.statusCode))
  }
  expect(outcomes.filter((status) => status === '200')).toHaveLength(2 * 50)
})

test('a visitor who connects directly and writes the header keeps the small limit', async () => {
  const app = await startWith({})
  const sent = (number: number) => ({ from: STRANGER, headers: forwarded(`10.1.1.${number}`) })
  expect(await refusalsOf(app, CONTACT_LIMIT + 5, sent)).toBe(5)
  expect(await warningsOf(app)).toEqual([])
})

test.each([['1'], ['loopback'], ['private'], ['127.0.0.1'], ['10.0.0.0/8, 127.0.0.0/8']])(
  'with TRUST_PROXY=%s each visitor behind the proxy has a limit of their own',
  async (TRUST_PROXY) => {
    const app = await startWith({ TRUST_PROXY })
    const sent = (number: number) => ({ headers: forwarded(`41.90.5.${number}`) })
    expect(await refusalsOf(app, CONTACT_LIMIT + 5, sent)).toBe(0)
    const invented = (number: number) => ({
      headers: forwarded(`9.9.9.${number}, 8.8.${number}.8, ${STRANGER}`),
    })
    expect(await refusalsOf(app, CONTACT_LIMIT + 5, invented)).toBe(5)
    expect(await warningsOf(app)).toEqual([])
    expect(loudLines()).toEqual([])
  },
)

test.each([
  ['1', STRANGER],
  ['loopback', GATEWAY],
  ['private', STRANGER],
  [GATEWAY, '10.0.0.8'],
  ['10.0.0.0/24', '10.0.1.1'],
])('with TRUST_PROXY=%s what %s writes into X-Forwarded-For is not believed', async (TRUST_PROXY, from) => {
  const asked: string[] = []
  const app = await startWith({ TRUST_PROXY }, (opened) =>
    opened.get('/ip', async (request) => {
      asked.push(request.ip)
      return ''
    }),
  )
  for (const written of ['9.9.9.9', `9.9.9.9, ${from}`, '::1', 'unknown', ''])
    await app.inject({ url: '/ip', remoteAddress: from, headers: forwarded(written) })
  expect(asked).toEqual(Array(5).fill(from))
})

test('a count trusts as many proxies and no more', () => {
  const trusts = trustedProxies(2)
  expect(trusts(GATEWAY, 0)).toBe(true)
  expect(trusts('203.0.113.9', 1)).toBe(true)
  expect(trusts(GATEWAY, 2)).toBe(false)
  expect(trusts('203.0.113.9', 0)).toBe(false)
})

test('addresses in any spelling are the same address; what is no address is nobody', () => {
  const trusts = trustedProxies(['10.0.0.7', '2001:db8::/32'])
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8:1::1', '2001:0DB8::1'])
    expect([address, trusts(address, 0)]).toEqual([address, true])
  for (const address of ['10.0.0.8', '::1', '', 'unknown', '10.0.0.7:80', 'fe80::1%eth0'])
    expect([address, trusts(address, 0)]).toEqual([address, false])
  expect(trustedProxies(false)(LOOPBACK, 0)).toBe(false)
})

test('a proxy at a public address must be named: a count does not stand for it', async () => {
  const app = await startWith({ TRUST_PROXY: '1' })
  await sendMessage(app, { from: STRANGER, headers: forwarded('9.9.9.9') })
  expect(await warningsOf(app)).toEqual(['public_proxy_not_named'])
  expect(loudLines()).toHaveLength(1)
})

test.each([
  [{ PUBLIC_URL: 'https://twende.example' }, 1],
  [{ PUBLIC_URL: 'http://twende.example', HOST: '127.0.0.1' }, 1],
  [{ PUBLIC_URL: 'http://twende.example', HOST: '0.0.0.0' }, 0],
  [{ PUBLIC_URL: 'https://twende.example', TRUST_PROXY: '1' }, 0],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 0],
])('at start, %j alone says whether a proxy must stand in front', async (env, expected) => {
  const app = await startWith(env)
  expect(await warningsOf(app)).toHaveLength(expected)
  expect(loudLines()).toHaveLength(expected)
})

test('admins see the warning on Today; staff, who cannot set it, do not', async () => {
  const app = await startWith({ PUBLIC_URL: 'https://twende.example' })
  const today = async (role: 'admin' | 'staff') => {
    const { token } = await market.signUp({ role })
    return (await app.inject({ url: '/api/admin/today', headers: { token } })).json().data.warnings
  }
  expect(await today('admin')).toEqual(['proxy_not_trusted'])
  expect(await today('staff')).toEqual([])
})
