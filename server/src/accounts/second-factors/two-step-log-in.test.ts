import { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMails } from '../../testing/mailbox.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { addApp } from '../../testing/second-factors.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { openSecret, sealSecret } from './authenticator-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function refusalOf(asked: Promise<unknown>): Promise<ApiError> {
  const error = await asked.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (error instanceof ApiError) return error
  throw new Error(`nothing was refused: ${String(error)}`)
}
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code

const logIn = ({ email }: Person, password = PASSWORD) =>
  market.call('POST /api/user/login', { body: { email, password } })
async function question(person: Person): Promise<ProofQuestion> {
  const refused = await refusalOf(logIn(person))
  expect([refused.status, refused.code]).toEqual([401, 'second_factor_needed'])
  return ProofQuestion.parse(refused.data)
}
const answer = (body: { challenge: string; code?: string; recoveryCode?: string }) =>
  market.call('POST /api/user/second-factor', { body })
const me = (token: string) => market.call('GET /api/user/me', {}, { token })

test('an account with an app is signed in by password and code, not by the password alone', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const asked = await question(person)
  expect(asked.methods).toEqual(['app', 'recovery'])
  expect(await codeOf(me(asked.challenge))).toBe('not_signed_in')
  const { token } = await answer({ challenge: asked.challenge, code: app.freshCode() })
  expect((await me(token)).data._id).toBe(person.accountId)
})

test('a code is accepted once, also for another log-in and by several at once', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const code = app.freshCode()
  const challenges = await Promise.all([question(person), question(person), question(person)])
  const ends = await Promise.allSettled(challenges.map(({ challenge }) => answer({ challenge, code })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { challenge } = await question(person)
  expect(await codeOf(answer({ challenge, code }))).toBe('wrong_second_factor')
})

test('a code of the step before is accepted, an older one and one before the last used are not', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const first = await question(person)
  const early = app.freshCode()
  market.clock.advance(30_000)
  await answer({ challenge: first.challenge, code: early })
  const old = app.freshCode()
  market.clock.advance(90_000)
  const { challenge } = await question(person)
  expect(await codeOf(answer({ challenge, code: old }))).toBe('wrong_second_factor')
  await answer({ challenge, code: app.freshCode() })
})

test('five answers are taken to a question, however they arrive', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const { challenge } = await question(person)
  const wrong = 'A'.repeat(24)
  const codes = await Promise.all(
    Array.from({ length: 8 }, () => codeOf(answer({ challenge, recoveryCode: wrong }))),
  )
  expect(codes.filter((code) => code === 'wrong_second_factor')).toHaveLength(5)
  expect(codes.filter((code) => code === 'challenge_over')).toHaveLength(3)
  expect(await codeOf(answer({ challenge, code: app.freshCode() }))).toBe('challenge_over')
})

test('wrong codes of an account are capped over all its log-ins, and a recovery code still works', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const wrongCode = () => (app.codeAt(market.clock.now()) === '000000' ? '111111' : '000000')
  const codes: string[] = []
  for (let tries = 0; tries < 7; tries += 1) {
    const { challenge } = await question(person)
    codes.push(await codeOf(answer({ challenge, code: wrongCode() })))
  }
  expect(codes).toEqual([...Array(5).fill('wrong_second_factor'), 'rate_limited', 'rate_limited'])
  const { challenge } = await question(person)
  expect(await codeOf(answer({ challenge, code: app.freshCode() }))).toBe('rate_limited')
  const [recoveryCode = ''] = app.recoveryCodes
  await answer({ challenge, recoveryCode })
})

test('ten recovery codes come with the first factor; each works once, as typed by hand, and is mailed', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  expect(new Set(app.recoveryCodes).size).toBe(10)
  const [code = ''] = app.recoveryCodes
  const first = await question(person)
  const { token } = await answer({
    challenge: first.challenge,
    recoveryCode: ` ${code.toLowerCase().replaceAll('-', ' ')}`,
  })
  const second = await question(person)
  expect(await codeOf(answer({ challenge: second.challenge, recoveryCode: code }))).toBe(
    'wrong_second_factor',
  )
  expect((await market.call('GET /api/user/second-factors', {}, { token })).data.recoveryCodesLeft).toBe(9)
  const mails = await readMails(market.db, { accountId: person.accountId })
  expect(mails.map(({ kind }) => kind)).toEqual(['second_factor_added', 'recovery_code_used'])
  expect(mails.every(({ body }) => !body.includes(code))).toBe(true)
})

test('the second step is over after ten minutes, and after another password was set', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const late = await question(person)
  market.clock.advance(601_000)
  expect(await codeOf(answer({ challenge: late.challenge, code: app.freshCode() }))).toBe('challenge_over')
  const before = await question(person)
  const body = { oldPassword: PASSWORD, newPassword: 'another fine long password' }
  const { token } = await market.call('POST /api/user/change-password', { body }, person)
  // Whoever changed it stays signed in: the new session has proved as much as the old one.
  await me(token)
  expect(await codeOf(answer({ challenge: before.challenge, code: app.freshCode() }))).toBe('challenge_over')
})

test('a banned account gets no further by its second factor', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const { challenge } = await question(person)
  const params = { accountId: person.accountId }
  const staff = await market.signUp({ role: 'staff' })
  await market.call('POST /api/admin/person/:accountId/ban', { params, body: { reason: 'Fraud' } }, staff)
  expect(await codeOf(answer({ challenge, code: app.freshCode() }))).toBe('account_banned')
})

test('a session from before the first factor was added is over, the one that added it is not', async () => {
  const person = await market.signUp()
  const { token: elsewhere } = await logIn(person)
  await addApp(market, person)
  expect(await codeOf(me(elsewhere))).toBe('not_signed_in')
  await me(person.token)
})

test('the database holds neither the secret of an app nor a recovery code, and the log no code', async () => {
  const person = await market.signUp()
  const { data } = await market.call('POST /api/user/second-factors/app', {}, person)
  const app = await addApp(market, person)
  const [code = ''] = app.recoveryCodes
  const kept = JSON.stringify([
    await market.db.selectFrom('authenticator_apps').selectAll().execute(),
    await market.db.selectFrom('factor_challenges').selectAll().execute(),
    await market.db.selectFrom('second_factor_recovery_codes').selectAll().execute(),
  ])
  for (const secret of [data.secret, data.challenge, code, code.replaceAll('-', '')])
    expect(kept).not.toContain(secret)
  expect(kept).toContain(person.accountId)
  expect(market.logged.join('')).not.toContain(code)
})

test('each step of a log-in is a security event of the account', async () => {
  const person = await market.signUp()
  const app = await addApp(market, person)
  const { challenge } = await question(person)
  await codeOf(answer({ challenge, recoveryCode: 'A'.repeat(24) }))
  await answer({ challenge, code: app.freshCode() })
  const events = market.logged
    .map((line): { securityEvent?: string; accountId?: string } => JSON.parse(line))
    .filter(({ securityEvent, accountId }) => securityEvent && accountId === person.accountId)
  expect(events.map(({ securityEvent }) => securityEvent)).toEqual([
    'second_factor_added',
    'second_factor_asked',
    'second_factor_failed',
    'second_factor_succeeded',
    'log_in_succeeded',
  ])
})

test('the secret of an app opens with its key for its account alone; unreadable, its codes are wrong', async () => {
  const secret = Buffer.from('a secret of 20 bytes')
  const sealed = sealSecret(market.deps, 'one', secret)
  expect(openSecret(market.deps, 'one', sealed)).toEqual(secret)
  expect(sealSecret(market.deps, 'one', secret)).not.toBe(sealed)
  expect(openSecret(market.deps, 'two', sealed)).toBeUndefined()
  expect(openSecret({ tokenSecret: 'another' }, 'one', sealed)).toBeUndefined()
  const firstChanged = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
  for (const damaged of ['', 'AAAA', firstChanged, sealed.slice(0, -2)])
    expect(openSecret(market.deps, 'one', damaged)).toBeUndefined()
  const person = await market.signUp()
  const app = await addApp(market, person)
  const set = { sealed_secret: sealed }
  await market.db
    .updateTable('authenticator_apps')
    .set(set)
    .where('account_id', '=', person.accountId)
    .execute()
  const { challenge } = await question(person)
  expect(await codeOf(answer({ challenge, code: app.freshCode() }))).toBe('wrong_second_factor')
})

test('nonsense is refused in a sentence', async () => {
  const { challenge } = await question(await withApp())
  const wrong = [
    {},
    { challenge },
    { challenge: 'x', code: '123456' },
    { challenge, code: '12345' },
    { challenge, code: '123456', recoveryCode: 'A'.repeat(24) },
    { challenge, recoveryCode: 'A' },
    { challenge, passkey: { id: 1 } },
  ]
  for (const body of wrong) {
    const refused = await refusalOf(market.call('POST /api/user/second-factor', { body: body as never }))
    expect([refused.status, refused.code]).toEqual([400, 'invalid'])
  }
})

async function withApp(): Promise<Person> {
  const person = await market.signUp()
  await addApp(market, person)
  return person
}
