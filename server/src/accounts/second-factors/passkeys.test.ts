import { type PasskeyAssertion, ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from '../../testing/software-authenticator.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

const home = { origin: 'https://twende.example', rpId: 'twende.example' }

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { PUBLIC_URL: home.origin } })
})
afterAll(() => market.close())

async function addPasskey(person: Person, key: SoftwareAuthenticator, name = 'Phone') {
  const { data } = await market.call('POST /api/user/second-factors/passkey', {}, person)
  const body = { challenge: data.challenge, name, passkey: key.create(data.passkey) }
  return market.call('POST /api/user/second-factors/passkey/confirm', { body }, person)
}

async function withPasskey(): Promise<{ person: Person; key: SoftwareAuthenticator }> {
  const person = await market.signUp()
  const key = softwareAuthenticator(home)
  await addPasskey(person, key)
  return { person, key }
}

async function refusedData(asked: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  try {
    await asked
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
const codeOf = async (asked: Promise<unknown>) => (await refusedData(asked)).code

async function question({ email }: Person) {
  const body = { email, password: PASSWORD }
  const { passkey, ...asked } = ProofQuestion.parse(
    (await refusedData(market.call('POST /api/user/login', { body }))).data,
  )
  if (!passkey) throw new Error('no passkey is asked for')
  return { ...asked, passkey }
}
const answer = (challenge: string, passkey: PasskeyAssertion) =>
  market.call('POST /api/user/second-factor', { body: { challenge, passkey } })

test('a passkey is the second step of a log-in', async () => {
  const { person, key } = await withPasskey()
  const { challenge, methods, passkey } = await question(person)
  expect(methods).toEqual(['passkey', 'recovery'])
  const { token } = await answer(challenge, key.get(passkey))
  expect((await market.call('GET /api/user/me', {}, { token })).data._id).toBe(person.accountId)
})

test('an assertion is used once, and only for the question that it answers', async () => {
  const { person, key } = await withPasskey()
  const [first, second] = [await question(person), await question(person)]
  const assertion = key.get(first.passkey)
  expect(await codeOf(answer(second.challenge, assertion))).toBe('wrong_second_factor')
  await answer(first.challenge, assertion)
  expect(await codeOf(answer(first.challenge, assertion))).toBe('challenge_over')
})

test('an assertion of another site, of no person, or with a counter that went back is refused', async () => {
  const { person, key } = await withPasskey()
  const first = await question(person)
  await answer(first.challenge, key.get(first.passkey, { counter: 7 }))
  const { challenge, passkey } = await question(person)
  const wrong = [
    key.get(passkey, { counter: 8, site: { ...home, origin: 'https://twende.example.evil.example' } }),
    key.get(passkey, { counter: 8, site: { ...home, rpId: 'evil.example' } }),
    key.get(passkey, { counter: 8, verified: false }),
    key.get(passkey, { counter: 7 }),
  ]
  for (const assertion of wrong)
    expect(await codeOf(answer(challenge, assertion))).toBe('wrong_second_factor')
  await answer(challenge, key.get(passkey, { counter: 8 }))
})

test("somebody else's passkey is refused, and one passkey belongs to one account", async () => {
  const { key } = await withPasskey()
  const other = await withPasskey()
  const { challenge, passkey } = await question(other.person)
  expect(await codeOf(answer(challenge, key.get(passkey)))).toBe('wrong_second_factor')
  expect(await codeOf(addPasskey(other.person, key))).toBe('wrong_second_factor')
})

test('a new passkey is accepted for its question alone, of this site alone', async () => {
  const person = await market.signUp()
  const { data } = await market.call('POST /api/user/second-factors/passkey', {}, person)
  const other = softwareAuthenticator({ origin: 'https://evil.example', rpId: 'evil.example' })
  const confirm = (passkey: unknown, challenge = data.challenge) => {
    const body = { challenge, name: 'Phone', passkey }
    return market.call('POST /api/user/second-factors/passkey/confirm', { body: body as never }, person)
  }
  expect(await codeOf(confirm(other.create(data.passkey)))).toBe('wrong_second_factor')
  const key = softwareAuthenticator(home)
  const stale = { ...data.passkey, challenge: 'c3RhbGU' }
  expect(await codeOf(confirm(key.create(stale)))).toBe('wrong_second_factor')
  const stranger = await market.signUp()
  const theirs = await market.call('POST /api/user/second-factors/passkey', {}, stranger)
  expect(await codeOf(confirm(key.create(theirs.data.passkey), theirs.data.challenge))).toBe('challenge_over')
  expect((await confirm(key.create(data.passkey))).data.passkeys).toHaveLength(1)
})

test('passkeys are listed, removed and mailed; recovery codes go with the last one', async () => {
  const { person } = await withPasskey()
  const { data } = await addPasskey(person, softwareAuthenticator(home), 'Key on the ring')
  expect(data.passkeys.map(({ name }) => name)).toEqual(['Phone', 'Key on the ring'])
  expect(data.recoveryCodesLeft).toBe(10)
  for (const { _id: passkeyId } of data.passkeys) {
    const path = 'POST /api/user/second-factors/passkey/:passkeyId/remove'
    await market.call(path, { params: { passkeyId } }, person)
  }
  const left = await market.call('GET /api/user/second-factors', {}, person)
  expect(left.data).toMatchObject({ passkeys: [], app: null, recoveryCodesLeft: 0 })
  const { token } = await market.call('POST /api/user/login', {
    body: { email: person.email, password: PASSWORD },
  })
  expect(token).not.toBe('')
  const mails = market.db
    .selectFrom('notifications')
    .select('kind')
    .where('account_id', '=', person.accountId)
  expect((await mails.execute()).map(({ kind }) => kind).sort()).toEqual([
    'second_factor_added',
    'second_factor_added',
    'second_factor_removed',
    'second_factor_removed',
  ])
})
