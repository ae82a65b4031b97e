import { ApiError } from '@twende/contract/http/call.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { addSession, PASSWORD } from '../../testing/people.ts'
import { addApp } from '../../testing/second-factors.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { resetFactorsByEmail } from './reset-factors.ts'

const realMoney = {
  PUBLIC_URL: 'https://twende.example',
  MPESA_BASE_URL: 'https://mpesa.invalid',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '600000',
  MPESA_PASSKEY: 'passkey',
}

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: realMoney })
})
afterAll(() => market.close())

async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** What a route answers a token, with nothing else sent. */
async function knock(name: RouteKey, token: string) {
  const [method = '', path = ''] = name.split(' ')
  const url = path.replace(/:\w+/g, '0')
  const response = await market.app.inject({ method: method as 'GET', url, headers: { token } })
  return { status: response.statusCode, code: response.body.startsWith('{') ? response.json().code : '' }
}

const names = Object.keys(routes) as RouteKey[]
// Where money is real there is no demo phone.
const guarded = names.filter((name) => routes[name].access !== 'anyone' && !name.includes('/demo/'))
/** What an admin needs to add a second factor, to look after the password, and to leave. */
const openForEnrolment = guarded.filter((name) => 'withoutSecondFactor' in routes[name])

test('money is real at an address that is not this machine', () => {
  const at = (url: string) => readConfig({ ...realMoney, MPESA_BASE_URL: url }).payments.movesRealMoney
  expect(['https://mpesa.invalid', 'http://10.0.0.8'].map(at)).toEqual([true, true])
  expect(['http://localhost:9', 'http://127.0.0.1:9', 'http://127.8.0.1', 'http://[::1]:9'].map(at)).toEqual(
    Array(4).fill(false),
  )
  expect(readConfig({}).payments.movesRealMoney).toBe(false)
})

test('no route opens to an admin without a second factor, but those that add one', async () => {
  expect(guarded.length).toBeGreaterThan(100)
  expect(openForEnrolment.every((name) => name.includes(' /api/user/'))).toBe(true)
  const { token } = await market.signUp({ role: 'admin' })
  for (const name of guarded.filter((closed) => !openForEnrolment.includes(closed))) {
    const { status, code } = await knock(name, token)
    expect([status, code], name).toEqual([403, 'second_factor_required'])
  }
  for (const name of openForEnrolment)
    expect((await knock(name, token)).code, name).not.toBe('second_factor_required')
})

test('no route opens to a log-in whose second step is still to come', async () => {
  const admin = await market.signUp({ role: 'admin' })
  await addApp(market, admin)
  const refused = await market
    .call('POST /api/user/login', { body: { email: admin.email, password: PASSWORD } })
    .catch((error: unknown) => error)
  if (!(refused instanceof ApiError)) throw new Error('the second step was not asked for')
  const { challenge } = refused.data as { challenge: string }
  // A session that never proved the factor, however it came to be.
  const { token: half } = await addSession(market.deps, { ...admin, role: 'admin' })
  for (const name of guarded)
    for (const token of [challenge, half]) {
      const { status, code } = await knock(name, token)
      expect([status, code], name).toEqual([401, 'not_signed_in'])
    }
})

test('an admin without a second factor is to open routes a visitor', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const currentUser = await market.deps.identify(admin.token)
  expect(currentUser?.secondFactor).toBe('missing')
  const { status } = await knock('GET /api/car/list', admin.token)
  expect(status).toBe(200)
})

test('the metrics are closed to an admin without a second factor', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const metrics = () => market.app.inject({ url: '/metrics', headers: { token: admin.token } })
  expect((await metrics()).statusCode).toBe(404)
  await addApp(market, admin)
  expect((await metrics()).statusCode).toBe(200)
})

test('an admin adds a factor, and everything opens; the last one cannot be removed', async () => {
  const admin = await market.signUp({ role: 'admin' })
  expect(await codeOf(market.call('GET /api/admin/today', {}, admin))).toBe('second_factor_required')
  expect((await market.call('GET /api/user/second-factors', {}, admin)).data.required).toBe(true)
  await addApp(market, admin)
  expect(await codeOf(market.call('GET /api/admin/today', {}, admin))).toBe('done')
  const removed = market.call('POST /api/user/second-factors/app/remove', {}, admin)
  expect(await codeOf(removed)).toBe('last_second_factor')
  expect(await codeOf(market.call('GET /api/admin/today', {}, admin))).toBe('done')
})

test('staff works without a second factor, and may have one', async () => {
  const staff = await market.signUp({ role: 'staff' })
  expect(await codeOf(market.call('GET /api/admin/today', {}, staff))).toBe('done')
  await addApp(market, staff)
  expect(await codeOf(market.call('POST /api/user/second-factors/app/remove', {}, staff))).toBe('done')
})

test('another admin removes a lost factor: with a reason, the sessions end, the person is told', async () => {
  const [lost, helper] = [await market.signUp({ role: 'admin' }), await market.signUp({ role: 'admin' })]
  await addApp(market, lost)
  await addApp(market, helper)
  const reset = (by: { token: string }, reason = 'Known in person, called back') =>
    codeOf(
      market.call(
        'POST /api/admin/person/:accountId/reset-second-factor',
        { params: { accountId: lost.accountId }, body: { reason } },
        by,
      ),
    )
  expect(await reset(lost)).toBe('forbidden')
  expect(await reset(helper, ' ')).toBe('invalid')
  expect(await reset(helper)).toBe('done')
  expect(await reset(helper)).toBe('no_second_factor')
  expect(await codeOf(market.call('GET /api/user/me', {}, lost))).toBe('not_signed_in')
  await market.call('POST /api/user/login', { body: { email: lost.email, password: PASSWORD } })
  const audited = await market.db
    .selectFrom('audit_log')
    .select(['account_id', 'reason'])
    .where('action', '=', 'POST /api/admin/person/:accountId/reset-second-factor')
    .executeTakeFirstOrThrow()
  expect(audited).toEqual({ account_id: helper.accountId, reason: 'Known in person, called back' })
  const mails = market.db.selectFrom('notifications').select('kind').where('account_id', '=', lost.accountId)
  expect((await mails.execute()).map(({ kind }) => kind)).toContain('second_factor_reset')
})

test('the only admin is helped from the command line of the server', async () => {
  const admin = await market.signUp({ role: 'admin' })
  await addApp(market, admin)
  await resetFactorsByEmail(market.deps, admin.email.toUpperCase())
  expect(await codeOf(market.call('GET /api/user/me', {}, admin))).toBe('not_signed_in')
  await market.call('POST /api/user/login', { body: { email: admin.email, password: PASSWORD } })
  await expect(resetFactorsByEmail(market.deps, admin.email)).rejects.toThrow('no second factor')
  await expect(resetFactorsByEmail(market.deps, 'nobody@example.com')).rejects.toThrow('No account')
})
