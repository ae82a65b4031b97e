import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSession, type Person } from '../../testing/people.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { keyFor } from '../secrets.ts'

let market: TestMarket
let person: Person

beforeAll(async () => {
  market = await openTestMarket()
  person = await market.signUp()
})
afterAll(() => market.close())

const statusWith = async (token: string | undefined) => {
  const headers = token === undefined ? {} : { token }
  const response = await market.app.inject({ method: 'GET', url: '/api/user/me', headers })
  return response.statusCode
}

/** Signed with our own key unless told otherwise, so that one thing only is wrong with it. */
async function forged(
  given: { payload?: Record<string, unknown>; key?: Uint8Array; header?: object; alg?: string } = {},
) {
  const now = Math.floor(market.clock.now().getTime() / 1000)
  const payload: Record<string, unknown> = {
    iss: 'twende',
    aud: 'twende-session',
    iat: now,
    exp: now + 3600,
    id: person.accountId,
    sid: person.sessionId,
    ...given.payload,
  }
  const clean = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
  return new SignJWT(clean)
    .setProtectedHeader({ alg: given.alg ?? 'HS256', ...given.header })
    .sign(given.key ?? keyFor('session', market.deps.tokenSecret))
}

test('a token that is right lets its owner in', async () => {
  expect(await statusWith(person.token)).toBe(200)
  expect(await statusWith(await forged())).toBe(200)
})

test('no other token does, and none breaks anything', async () => {
  const other = await market.signUp()
  const [header = '', payload = '', signature = ''] = person.token.split('.')
  const changed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const withPayload = (change: object) =>
    [header, Buffer.from(JSON.stringify({ ...changed, ...change })).toString('base64url'), signature].join(
      '.',
    )
  const future = Math.floor(market.clock.now().getTime() / 1000) + 600
  const unsigned = new UnsecuredJWT({ id: person.accountId, sid: person.sessionId })
    .setIssuer('twende')
    .setAudience('twende-session')
    .setIssuedAt(future - 700)
    .setExpirationTime(future)
    .encode()
  const strangeKey = new Uint8Array(32).fill(7)

  const tokens: Record<string, string | undefined> = {
    'none at all': undefined,
    empty: '',
    words: 'let me in please',
    dots: '...',
    'three empty parts': '..',
    'not base64': '%%%.%%%.%%%',
    'json that is not an object': `${Buffer.from('1').toString('base64url')}.${Buffer.from('null').toString('base64url')}.x`,
    'very long': 'a'.repeat(100_000 / 8),
    'another id in it': withPayload({ id: other.accountId }),
    'another role in it': withPayload({ role: 'admin' }),
    'one letter of the signature changed':
      person.token.slice(0, -2) + (person.token.at(-2) === 'A' ? 'B' : 'A') + person.token.at(-1),
    'the signature cut off': `${header}.${payload}.`,
    'no signature wanted': unsigned,
    'signed with another key': await forged({ key: strangeKey }),
    'signed with the bare secret': await forged({ key: Buffer.from(market.deps.tokenSecret) }),
    'signed with the key of another purpose': await forged({
      key: keyFor('recovery code', market.deps.tokenSecret),
    }),
    'another algorithm': await forged({
      alg: 'HS512',
      key: Buffer.concat([keyFor('session', market.deps.tokenSecret), Buffer.alloc(32)]),
    }),
    'a key id that is a path': await forged({ key: new Uint8Array(1), header: { kid: '../../dev/null' } }),
    'a key brought along': await forged({
      key: strangeKey,
      header: { jwk: { kty: 'oct', k: Buffer.from(strangeKey).toString('base64url') } },
    }),
    'another audience': await forged({ payload: { aud: 'twende-admin' } }),
    'no audience': await forged({ payload: { aud: undefined } }),
    'another issuer': await forged({ payload: { iss: 'somebody' } }),
    'over already': await forged({ payload: { exp: future - 700 } }),
    'without an end': await forged({ payload: { exp: undefined } }),
    'not begun yet': await forged({ payload: { nbf: future } }),
    'an id that is no id': await forged({ payload: { id: "' or 1=1" } }),
    'an account that never was': await forged({ payload: { id: '0190a000-0000-7000-8000-000000000000' } }),
    'the session of another person': await forged({ payload: { sid: other.sessionId } }),
    'a session that never was': await forged({ payload: { sid: '0190a000-0000-7000-8000-000000000000' } }),
    'a session id that is no id': await forged({ payload: { sid: '1' } }),
    'no session': await forged({ payload: { sid: undefined } }),
  }
  for (const [what, token] of Object.entries(tokens)) {
    expect({ what, status: await statusWith(token) }).toEqual({ what, status: 401 })
  }
})

test('logging out everywhere ends every session, and a new one can begin', async () => {
  const { token, ...who } = await market.signUp()
  const { token: second } = await addSession(market.deps, { ...who, role: 'user' })
  expect(second).not.toBe(token)
  await market.call('POST /api/user/logout-everywhere', {}, { token })
  expect([await statusWith(token), await statusWith(second)]).toEqual([401, 401])
  const { token: third } = await addSession(market.deps, { ...who, role: 'user' })
  expect(await statusWith(third)).toBe(200)
})

test('the role is the one in the database, from the next request on', async () => {
  const { accountId, token } = await market.signUp({ role: 'staff' })
  expect(await market.deps.identify(token)).toMatchObject({ accountId, role: 'staff' })
  await market.db
    .updateTable('accounts')
    .set({ role: 'user', rights: [] })
    .where('id', '=', accountId)
    .execute()
  expect(await market.deps.identify(token)).toMatchObject({ accountId, role: 'user' })
})

test('the payload shows the page who is signed in', async () => {
  const { accountId, sessionId, token } = await market.signUp({ name: 'Wairimu 🚗 Ng’ang’a' })
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
  expect(payload).toMatchObject({ id: accountId, role: 'user', name: 'Wairimu 🚗 Ng’ang’a', sid: sessionId })
})

test('a token that was let in before is refused from the second in which it expires', async () => {
  const exp = Math.floor(market.clock.now().getTime() / 1000) + 120
  const token = await forged({ payload: { exp } })
  expect(await statusWith(token)).toBe(200)
  const before = market.clock.now()
  market.clock.set(new Date(exp * 1000 - 900))
  expect(await statusWith(token)).toBe(200)
  market.clock.set(new Date(exp * 1000))
  expect(await statusWith(token)).toBe(401)
  market.clock.set(before)
})
