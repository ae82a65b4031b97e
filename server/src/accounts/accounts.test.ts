import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { banAccount } from './admin/account-actions.ts'
import { createFirstAdmin } from './create-first-admin.ts'
import { createAccount } from './register-account.ts'

let market: TestMarket
let addresses = 0

beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** Each call comes from a network of its own unless told otherwise, so that limits do not meet by chance. */
async function post(path: string, payload: unknown, given: { from?: string; token?: string } = {}) {
  const { from = freshAddress(), token } = given
  const response = await market.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
    payload: JSON.stringify(payload),
  })
  return { status: response.statusCode, body: response.json<Record<string, string>>() }
}

function freshAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const register = (email: string, given: { name?: string; password?: string } = {}) =>
  post('/api/user/register', { name: 'Achieng Otieno', email, password: PASSWORD, ...given })
const logIn = (email: string, password: string, from?: string) =>
  post('/api/user/login', { email, password }, from ? { from } : {})
const me = (token: string) => market.call('GET /api/user/me', {}, { token })

describe('registering', () => {
  test('gives an account and a session of it', async () => {
    const { status, body } = await register('achieng@example.com')
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect((await me(body.token ?? '')).data).toEqual({
      _id: expect.any(String),
      name: 'Achieng Otieno',
      email: 'achieng@example.com',
      phone: null,
      role: 'user',
      rights: [],
      memberSince: expect.any(String),
      notifications: { bookings: true, listings: true, orders: true, sms: false },
      channels: ['sms'],
      locale: 'en',
    })
  })

  test('takes no role from the person', async () => {
    const { body } = await post('/api/user/register', {
      name: 'Eve',
      email: 'eve@example.com',
      password: PASSWORD,
      role: 'admin',
      isAdmin: true,
      id: 1,
      verified: true,
    })
    expect((await me(body.token ?? '')).data.role).toBe('user')
  })

  test('twenty at once with one email, in any capitals, make one account', async () => {
    const emails = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? 'Twin@Example.com' : 'twin@example.com',
    )
    // Where hashing passwords falls behind, some are told to send it again.
    const send = async (email: string) => {
      for (;;) {
        const answer = await register(email)
        if (answer.status !== 503) return answer
        await setTimeout(50)
      }
    }
    const answers = await Promise.all(emails.map(send))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'email_taken')).toHaveLength(19)
    const rows = await market.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'twin@example.com')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('refuses a password that is too short, too common, or made of their own name', async () => {
    const easy = [
      'short77',
      'midnight',
      'maverick',
      'password1',
      'Nairobi2026',
      '0712345678',
      'Achieng2026',
      'newbie77!',
    ]
    for (const password of easy) {
      const { status, body } = await register('newbie77@example.com', { password })
      expect({ password, status, code: body.code }).toEqual({
        password,
        status: 400,
        code: password.length < 8 ? 'invalid' : 'password_too_common',
      })
    }
  })

  test('keeps a password exactly, to its last character, in any script', async () => {
    const unicode = 'ፀሐይ በምሥራቅ 🌅 ŋarua'
    await register('unicode@example.com', { password: unicode })
    expect((await logIn('unicode@example.com', unicode)).status).toBe(200)
    const password = `${'Matatu ya Rongai '.repeat(7)}123456789`
    await register('exact@example.com', { password })
    expect((await logIn('exact@example.com', password)).status).toBe(200)
    for (const almost of [
      password.slice(0, -1),
      password.toLowerCase(),
      `${password} `,
      password.slice(0, 72),
    ]) {
      expect((await logIn('exact@example.com', almost)).status).toBe(401)
    }
  })

  test('what does not even look right is not counted', async () => {
    const from = freshAddress()
    const body = { name: 'Many', email: 'many@example.com', password: 'short' }
    for (let index = 0; index < 3; index += 1)
      expect((await post('/api/user/register', body, { from })).status).toBe(400)
    const counted = market.db.selectFrom('rate_limits').select('count').where('bucket', 'like', `%${from}`)
    expect(await counted.execute()).toEqual([])
  })
})

describe('logging in', () => {
  test('answers an unknown email and a wrong password alike, in words and in work', async () => {
    await register('known@example.com')
    // Of the processor, which does not depend on what else runs on the machine.
    const work = { known: [] as number[], unknown: [] as number[] }
    const words = new Set<string>()
    for (let round = 0; round < 15; round += 1) {
      for (const who of ['known', 'unknown'] as const) {
        const before = process.cpuUsage()
        const { status, body } = await logIn(`${who}@example.com`, 'not the password')
        const { user, system } = process.cpuUsage(before)
        work[who].push(user + system)
        words.add(`${status} ${body.code} ${body.message}`)
      }
    }
    expect(words.size).toBe(1)
    const ratio = median(work.known) / median(work.unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('guesses from one network do not lock the person out of another', async () => {
    await register('victim@example.com')
    const attacker = freshAddress()
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        logIn('victim@example.com', `guess number ${index}`, attacker),
      ),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20)
    expect((await logIn('victim@example.com', PASSWORD, attacker)).status).toBe(429)
    expect((await logIn('victim@example.com', PASSWORD)).status).toBe(200)
  })

  test('counts wrong guesses only: the right password may be given all day', async () => {
    await register('often@example.com')
    const from = freshAddress()
    for (let time = 0; time < 25; time += 1) {
      expect((await logIn('often@example.com', PASSWORD, from)).status).toBe(200)
    }
  })

  test('the limit ends with its time', async () => {
    await register('later@example.com')
    const from = freshAddress()
    for (let time = 0; time < 11; time += 1) await logIn('later@example.com', 'wrong', from)
    expect((await logIn('later@example.com', PASSWORD, from)).status).toBe(429)
    market.clock.advance(16 * 60_000)
    expect((await logIn('later@example.com', PASSWORD, from)).status).toBe(200)
  })

  test('a banned account stays out, and its session ends with the next request', async () => {
    const person = await market.signUp()
    const staff = await market.signUp({ role: 'staff' })
    await banAccount(market.deps, staff, { accountId: person.accountId, reason: 'Fake listings' })
    await banAccount(market.deps, staff, { accountId: person.accountId, reason: 'Fake listings' })
    await expect(me(person.token)).rejects.toMatchObject({ status: 401 })
    expect((await logIn(person.email, 'wrong password')).body.code).toBe('wrong_login')
    expect(await logIn(person.email, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'account_banned' },
    })
  })

  test('answers with a token are kept by nobody on the way', async () => {
    const response = await market.app.inject({
      method: 'POST',
      url: '/api/user/register',
      payload: { name: 'Kip', email: 'kip@example.com', password: PASSWORD },
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

/** As in a market that never had an admin. */
async function forgetAdmins() {
  await market.db.deleteFrom('first_admin').execute()
  await market.db.updateTable('accounts').set({ role: 'user' }).where('role', '=', 'admin').execute()
}

describe('the first admin', () => {
  const admin = { email: 'Boss@Example.com', password: 'rules with a steady hand' }

  test('is made once, however many processes start', async () => {
    await Promise.all(Array.from({ length: 5 }, () => createFirstAdmin(market.deps, admin)))
    const { body } = await logIn('boss@example.com', admin.password)
    expect((await me(body.token ?? '')).data.role).toBe('admin')
  })

  test('keeps the password they chose since', async () => {
    await createFirstAdmin(market.deps, { ...admin, password: 'another one from the settings' })
    expect((await logIn('boss@example.com', admin.password)).status).toBe(200)
  })

  test('is not made again after another admin made them an ordinary user', async () => {
    const { body } = await logIn('boss@example.com', admin.password)
    const accountId = (await me(body.token ?? '')).data._id
    const other = await market.signUp({ role: 'admin' })
    const demote = { params: { accountId }, body: { role: 'user' as const, reason: 'Left the company' } }
    await market.call('POST /api/admin/person/:accountId/role', demote, other)
    await createFirstAdmin(market.deps, admin)
    const again = await logIn('boss@example.com', admin.password)
    expect((await me(again.body.token ?? '')).data.role).toBe('user')
  })

  test('is no second one: with an admin there, the settings make nobody another', async () => {
    await register('second@example.com')
    await createFirstAdmin(market.deps, { email: 'second@example.com', password: 'the true owner of this' })
    expect((await logIn('second@example.com', PASSWORD)).status).toBe(200)
  })

  test('takes the place of whoever registered the email before', async () => {
    await forgetAdmins()
    const { body } = await register('owner@example.com')
    await createFirstAdmin(market.deps, { email: 'owner@example.com', password: 'the true owner of this' })
    await expect(me(body.token ?? '')).rejects.toMatchObject({ status: 401 })
    expect((await logIn('owner@example.com', PASSWORD)).status).toBe(401)
    const owner = await logIn('owner@example.com', 'the true owner of this')
    expect((await me(owner.body.token ?? '')).data.role).toBe('admin')
  })

  test('may not have a password that everybody knows', async () => {
    await forgetAdmins()
    for (const password of ['admin123', 'midnight', 'maverick', 'Other2026', 'k9#xQ']) {
      const easy = createFirstAdmin(market.deps, { email: 'other@example.com', password })
      await expect(easy, password).rejects.toThrow('ADMIN_PASSWORD is too easy to guess')
    }
  })
})

test('an account can be made in any role, in the transaction of something larger', async () => {
  const made = market.db.transaction().execute(async (tx) => {
    await createAccount(market.deps, tx, {
      name: 'Undone',
      email: 'undone@example.com',
      password: PASSWORD,
      role: 'staff',
    })
    throw new Error('changed my mind')
  })
  await expect(made).rejects.toThrow('changed my mind')
  expect((await logIn('undone@example.com', PASSWORD)).status).toBe(401)
})

describe('whatever is sent', () => {
  const right: Record<string, Record<string, string>> = {
    '/api/user/register': { name: 'Njeri', email: 'njeri@example.com', password: PASSWORD },
    '/api/user/login': { email: 'njeri@example.com', password: PASSWORD },
    '/api/user/forgot-password': { email: 'njeri@example.com' },
    '/api/user/verify-code': { email: 'njeri@example.com', code: '123456' },
    '/api/user/reset-password': { email: 'njeri@example.com', newPassword: PASSWORD },
  }
  const hostile: unknown[] = [
    'a\u0000b@example.com',
    '\ud800\ud800\ud800\ud800\ud800\ud800\ud800\ud800',
    { $gt: '' },
    {},
    [],
    ['njeri@example.com'],
    null,
    true,
    12345678,
    1e308,
    'x'.repeat(1_000_000),
    '',
  ]

  test('hostile values in any field are refused as such', async () => {
    let tried = 0
    for (const [path, body] of Object.entries(right)) {
      for (const field of Object.keys(body)) {
        for (const value of hostile) {
          const { status } = await post(path, { ...body, [field]: value })
          expect({ path, field, refused: status >= 400 && status < 500 }).toEqual({
            path,
            field,
            refused: true,
          })
          tried += 1
        }
      }
    }
    expect(tried).toBe(10 * hostile.length)
  })

  trial('no body at all, of any shape, breaks anything', { full: 60, few: 20 }, async ({ rounds, seed }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(right)),
        fc.jsonValue(),
        fc.string(),
        async (path, value, text) => {
          const bodies = [
            value,
            { ...right[path], email: value },
            { ...right[path], email: `${text}@example.com`, name: text },
          ]
          for (const body of bodies) expect((await post(path, body)).status).toBeLessThan(500)
        },
      ),
      { numRuns: rounds, seed },
    )
  })

  test('passwords, tokens and codes stay out of the log', async () => {
    const { body } = await register('quiet@example.com', { password: 'kimya kimya kabisa' })
    await post('/api/user/login', { email: 'quiet@example.com', password: 'kimya kimya tena' })
    const log = market.logged.join('\n')
    expect(log).not.toContain('kimya')
    expect(log).not.toContain(body.token ?? 'no token')
  })
})

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
