import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../testing/people.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findAccountById } from '../account-store.ts'
import { deleteOldSessions } from './personal-sessions.ts'
import { type Browser, startSession } from './start-session.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

const isOpen = async (token: string) => (await market.deps.identify(token)) !== undefined
const sessionRow = (id: string) =>
  market.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function logIn(email: string, userAgent = '') {
  const headers = { 'user-agent': userAgent }
  const payload = { email, password: PASSWORD }
  const answer = await market.app.inject({ method: 'POST', url: '/api/user/login', headers, payload })
  const { token } = answer.json<{ token: string }>()
  const currentUser = await market.deps.identify(token)
  if (!currentUser) throw new Error('the login began no session')
  return { token, ...currentUser }
}

describe.each([
  ['user', 14 * DAY_MS, 60 * DAY_MS],
  ['staff', 8 * HOUR_MS, 24 * HOUR_MS],
  ['admin', 8 * HOUR_MS, 24 * HOUR_MS],
] as const)('a session of role %s', (role, idleMs, absoluteMs) => {
  test('ends when it was not used for its idle time', async () => {
    const { token } = await logIn((await market.signUp({ role })).email)
    market.clock.advance(idleMs - 1000)
    expect(await isOpen(token)).toBe(true)
    market.clock.advance(idleMs - 1000)
    expect(await isOpen(token)).toBe(true)
    market.clock.advance(idleMs)
    expect(await isOpen(token)).toBe(false)
  })

  test('ends at its absolute time, however much it is used', async () => {
    const { token } = await logIn((await market.signUp({ role })).email)
    const step = idleMs / 2
    for (let passed = step; passed < absoluteMs; passed += step) {
      market.clock.advance(step)
      expect(await isOpen(token)).toBe(true)
    }
    market.clock.advance(step)
    expect(await isOpen(token)).toBe(false)
  })
})

test('changing the profile answers a token of the same session that ends when the session does', async () => {
  const { token } = await logIn((await market.signUp()).email)
  market.clock.advance(10 * DAY_MS)
  const before = await market.deps.identify(token)
  const renewed = await market.call('POST /api/user/update', { body: { name: 'Renamed' } }, { token })
  const after = await market.deps.identify(renewed.token)
  expect(after?.sessionId).toBe(before?.sessionId)
  expect(after?.expiresAt).toEqual(before?.expiresAt)
  const ending = (text: string) =>
    JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).exp
  expect(ending(renewed.token)).toBe(ending(token))
})

test('the use of a session is written every few minutes, not at each request', async () => {
  const { token, sessionId } = await logIn((await market.signUp()).email)
  const begun = (await sessionRow(sessionId)).last_used_at
  market.clock.advance(60_000)
  await isOpen(token)
  expect((await sessionRow(sessionId)).last_used_at).toEqual(begun)
  market.clock.advance(5 * 60_000)
  await isOpen(token)
  expect((await sessionRow(sessionId)).last_used_at.getTime()).toBeGreaterThan(begun.getTime() + 300_000)
})

test('the device is stored as codes and keeps nothing of what was sent', async () => {
  const { email } = await market.signUp()
  const namesOf = ({
    browser,
    operating_system,
  }: {
    browser: string | null
    operating_system: string | null
  }) => [browser, operating_system]
  const device = async (userAgent: string) =>
    namesOf(await sessionRow((await logIn(email, userAgent)).sessionId))
  const phone =
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML) Chrome/124.0 Mobile Safari/537.36'
  expect(await device(phone)).toEqual(['chrome', 'android'])
  expect(
    await device('Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile Safari/604.1'),
  ).toEqual(['safari', 'iphone'])
  expect(await device(`<script>alert(1)</script>${'x'.repeat(5000)}`)).toEqual([null, null])
})

test('another role, a ban and a log-out by staff end every session at once', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const ways = {
    role: { role: 'staff', reason: 'Works here' },
    ban: { reason: 'Fake listings' },
    'log-out': undefined,
  }
  for (const [way, body] of Object.entries(ways)) {
    const person = await market.signUp()
    const { token } = await logIn(person.email)
    const url = `/api/admin/person/${person.accountId}/${way}`
    const headers = { token: admin.token }
    const answer = await market.app.inject({
      method: 'POST',
      url,
      headers,
      ...(body ? { payload: body } : {}),
    })
    expect(answer.statusCode, way).toBe(200)
    expect([await isOpen(token), await isOpen(person.token)], way).toEqual([false, false])
  }
})

test('no session begins for a password, role or ban that changed while the password was checked', async () => {
  const changes = [{ password_hash: 'another' }, { role: 'admin' }, { banned_at: new Date() }]
  for (const change of changes) {
    const { accountId } = await market.signUp()
    const account = await findAccountById(market.db, accountId)
    if (!account) throw new Error('the account is there')
    await market.db.updateTable('accounts').set(change).where('id', '=', accountId).execute()
    const browser: Browser = { device: { browser: 'chrome', system: 'android' } }
    expect(await startSession(market.deps, market.db, { account, browser })).toBeUndefined()
  }
})

test('a password change replaces the session by one that lives no longer', async () => {
  const { token, expiresAt, sessionId } = await logIn((await market.signUp()).email)
  market.clock.advance(10 * DAY_MS)
  await market.db
    .updateTable('sessions')
    .set({ second_factor_proved_at: market.clock.now() })
    .where('id', '=', sessionId)
    .execute()
  const body = { oldPassword: PASSWORD, newPassword: 'another fine long password' }
  const changed = await market.call('POST /api/user/change-password', { body }, { token })
  expect(await isOpen(token)).toBe(false)
  const currentUser = await market.deps.identify(changed.token)
  expect(currentUser?.sessionId).not.toBe(sessionId)
  expect(currentUser?.expiresAt).toEqual(expiresAt)
  expect(currentUser?.passwordProvedAt).not.toBeNull()
  expect(currentUser?.secondFactorProvedAt).not.toBeNull()
})

test('beyond fifty sessions of one account the longest unused ends', async () => {
  const { email, accountId, token } = await market.signUp()
  for (let count = 0; count < 10; count += 1) await logIn(email)
  const row = await sessionRow((await logIn(email)).sessionId)
  const copies = Array.from({ length: 45 }, (_, at) => {
    return { ...row, id: `0190a000-0000-7000-8000-0000000000${10 + at}` }
  })
  await market.db.insertInto('sessions').values(copies).execute()
  await logIn(email)
  const open = market.db.selectFrom('sessions').select('id').where('account_id', '=', accountId)
  expect(await open.where('ended_at', 'is', null).execute()).toHaveLength(50)
  expect(await isOpen(token)).toBe(false)
})

describe('logging out', () => {
  test('ends the session on the server: the token is worth nothing afterwards', async () => {
    const { email } = await market.signUp()
    const [here, elsewhere] = [await logIn(email), await logIn(email)]
    await market.call('POST /api/user/logout', {}, here)
    expect([await isOpen(here.token), await isOpen(elsewhere.token)]).toEqual([false, true])
    await expect(market.call('POST /api/user/logout', {}, here)).rejects.toMatchObject({ status: 401 })
  })

  test('one of the sessions in the list can be ended, and only by their owner', async () => {
    const { email, token } = await market.signUp()
    await market.call('POST /api/user/logout', {}, { token })
    const here = await logIn(email, 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0')
    const elsewhere = await logIn(email)
    const { data } = await market.call('GET /api/user/sessions', {}, here)
    expect(data).toHaveLength(2)
    expect(data.find(({ isThisOne }) => isThisOne)).toMatchObject({
      _id: here.sessionId,
      device: { browser: 'firefox', system: 'linux' },
    })
    const ending = { params: { sessionId: elsewhere.sessionId } }
    const end = (who: { token: string }) => market.call('POST /api/user/session/:sessionId/end', ending, who)
    await expect(end(await market.signUp())).rejects.toMatchObject({ code: 'not_found' })
    expect(await isOpen(elsewhere.token)).toBe(true)
    await end(here)
    expect(await isOpen(elsewhere.token)).toBe(false)
    await expect(end(here)).rejects.toMatchObject({ code: 'not_found' })
    expect((await market.call('GET /api/user/sessions', {}, here)).data).toHaveLength(1)
  })
})

test('sessions are deleted a month after they were over, open ones stay', async () => {
  const { email, token } = await market.signUp()
  const { sessionId } = await logIn(email)
  market.clock.advance(40 * DAY_MS)
  const kept = await logIn(email)
  await deleteOldSessions(market.deps)
  const ids = market.db.selectFrom('sessions').select('id').where('id', 'in', [sessionId, kept.sessionId])
  expect((await ids.execute()).length).toBe(2)
  market.clock.advance(5 * DAY_MS)
  await deleteOldSessions(market.deps)
  expect(await ids.execute()).toEqual([{ id: kept.sessionId }])
  expect(await isOpen(token)).toBe(true)
})
