import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveContact } from '../testing/contact-proofs.ts'
import { readMails } from '../testing/mailbox.ts'
import { PASSWORD } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let networks = 0
let people = 0
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const freshNetwork = () => `10.${++networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
const freshEmail = () => `caps${++people}@example.com`

type Given = { from?: string; cookie?: string | undefined }

async function post(path: string, payload: object, { from = freshNetwork(), cookie }: Given = {}) {
  const headers = cookie ? { cookie } : {}
  const url = `/api/user/${path}`
  const answer = await market.app.inject({ method: 'POST', url, remoteAddress: from, headers, payload })
  const set = [answer.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('browser='))
  return {
    status: answer.statusCode,
    code: answer.json<{ code?: string }>().code,
    cookie: set?.split(';')[0],
  }
}

const register = (email: string, given?: Given) =>
  post('register', { name: 'Akinyi Otieno', email, password: PASSWORD }, given)
const logIn = (email: string, password: string, given?: Given) => post('login', { email, password }, given)

/** As if so many had been counted there before. */
async function countedBefore(bucket: string, count: number) {
  const set = await market.db.updateTable('rate_limits').set({ count }).where('bucket', '=', bucket).execute()
  expect(set[0]?.numUpdatedRows, bucket).toBe(1n)
}

/** As a botnet does: each guess from another network. */
const guessFromEverywhere = (email: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, at) => logIn(email, `guess number ${at}`)))

async function useUpGuesses(email: string) {
  expect((await logIn(email, 'a guess')).status).toBe(401)
  await countedBefore(`guess 3600 log-in ${email}`, 30)
}

test('of 500 guesses at one account from 500 networks at once 30 are looked at', async () => {
  const { email } = await market.signUp()
  const guesses = await guessFromEverywhere(email, 500)
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30)
  expect(guesses.filter(({ code }) => code === 'email_proof_needed')).toHaveLength(470)
  const nobody = 'nobody.at.all@example.com'
  await useUpGuesses(nobody)
  expect((await logIn(nobody, 'a guess')).code).toBe('email_proof_needed')
})

test('guesses from everywhere do not keep out a browser that signed in before; others prove the email', async () => {
  const email = freshEmail()
  const { cookie } = await register(email)
  expect((await logIn(email, PASSWORD)).status).toBe(200)
  await useUpGuesses(email)
  expect(await logIn(email, PASSWORD)).toMatchObject({ status: 429, code: 'email_proof_needed' })
  expect((await logIn(email, PASSWORD, { cookie })).status).toBe(200)

  await post('forgot-password', { email })
  const [mail] = await readMails(market.db, { recipient: email })
  const code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? ''
  const proved = await market.app.inject({
    method: 'POST',
    url: '/api/user/verify-code',
    payload: { email, code },
  })
  const [right] = [proved.headers['set-cookie'] ?? []].flat()
  const done = await post('reset-password', { email, newPassword: 'a new and longer one' }, { cookie: right })
  expect(done.status).toBe(200)
  expect((await logIn(email, 'a new and longer one', { cookie: done.cookie })).status).toBe(200)
  // The old cookie is worth nothing after the new password.
  expect((await logIn(email, 'a new and longer one', { cookie })).code).toBe('email_proof_needed')
  market.clock.advance(61 * 60_000)
  expect((await logIn(email, 'a new and longer one')).status).toBe(200)
})

test('a browser that signed in before has ten wrong tries of its own, and only in its own account', async () => {
  const [mine, others] = [freshEmail(), freshEmail()]
  const { cookie } = await register(mine)
  const { cookie: both } = await register(others, { cookie })
  const statuses: number[] = []
  for (let at = 0; at < 12; at += 1) statuses.push((await logIn(mine, 'a guess', { cookie: both })).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  expect((await logIn(mine, PASSWORD, { cookie: both })).code).toBe('rate_limited')
  expect((await logIn(others, PASSWORD, { cookie: both })).status).toBe(200)
  const victim = freshEmail()
  await register(victim)
  await useUpGuesses(victim)
  for (const forged of [both, `${both?.slice(0, -1)}A`, 'browser=x', `browser=${'~'.repeat(3000)}`])
    expect((await logIn(victim, PASSWORD, { cookie: forged })).code).toBe('email_proof_needed')
})

test('customers behind one address sign up and log in while a guesser there is stopped', async () => {
  const from = freshNetwork()
  const registered = []
  for (let at = 0; at < HONEST; at += 1) {
    const email = freshEmail()
    registered.push({ email, ...(await register(email, { from })) })
    // As after 280 others.
    if (at === 0) await countedBefore(`POST /api/user/register address 3600 ${from}`, 300 - HONEST)
  }
  expect(registered.map(({ status }) => status)).toEqual(Array(HONEST).fill(200))

  const guessed = await Promise.all(
    Array.from({ length: 30 }, (_, at) => logIn('one@example.com', `g ${at}`, { from })),
  )
  expect(guessed.filter(({ status }) => status === 401)).toHaveLength(10)
  for (const { email } of registered) expect((await logIn(email, PASSWORD, { from })).status).toBe(200)

  await countedBefore(`guess 3600 log-in of network ${from}`, 595)
  const sprayed = await Promise.all(
    Array.from({ length: 30 }, () => logIn(freshEmail(), 'Password1!', { from })),
  )
  expect(sprayed.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(sprayed.filter(({ code }) => code === 'email_proof_needed')).toHaveLength(25)
  for (const { email, cookie } of registered)
    expect((await logIn(email, PASSWORD, { from, cookie })).status).toBe(200)
  expect((await register(freshEmail(), { from })).status).toBe(200)
})

const HONEST = 8

test('guesses of a neighbour at one account ask its owner for a proof, and no other proof helps the neighbour', async () => {
  const from = freshNetwork()
  const email = freshEmail()
  await register(email)
  for (let at = 0; at < 12; at += 1) await logIn(email, `guess ${at}`, { from })
  expect(await logIn(email, PASSWORD, { from })).toMatchObject({ status: 429, code: 'email_proof_needed' })
  const neighbours = await proveContact(market, { email: freshEmail() }, { from })
  expect((await logIn(email, PASSWORD, { from, cookie: neighbours })).code).toBe('email_proof_needed')
  const owners = await proveContact(market, { email }, { from })
  expect((await logIn(email, PASSWORD, { from, cookie: owners })).status).toBe(200)
  // The owner has ten wrong tries, as in a browser that signed in before.
  const statuses: number[] = []
  for (let at = 0; at < 11; at += 1)
    statuses.push((await logIn(email, 'a guess', { from, cookie: owners })).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('whoever proved the email before they sign up has a proven account', async () => {
  const from = freshNetwork()
  const email = freshEmail()
  await register(freshEmail(), { from })
  await countedBefore(`POST /api/user/register address 3600 ${from}`, 400)
  const cookie = await proveContact(market, { email }, { from })
  expect((await register(email, { from, cookie })).status).toBe(200)
  const row = market.db.selectFrom('accounts').select('email_proven_at').where('email', '=', email)
  expect((await row.executeTakeFirstOrThrow()).email_proven_at).not.toBeNull()
})

test('sign-ups of one network are bounded, and then ask for a proof', async () => {
  const from = freshNetwork()
  await register(freshEmail(), { from })
  await countedBefore(`POST /api/user/register address 3600 ${from}`, 399)
  expect((await register(freshEmail(), { from })).status).toBe(200)
  expect(await register(freshEmail(), { from })).toMatchObject({
    status: 429,
    code: 'contact_proof_needed',
  })
  expect((await register(freshEmail())).status).toBe(200)
})

test('over https the cookie is bound to this host and to encryption', async () => {
  const secure = await openTestMarket({ env: { PUBLIC_URL: 'https://twende.example' } })
  try {
    const { email } = await secure.signUp()
    const payload = { email, password: PASSWORD }
    const answer = await secure.app.inject({ method: 'POST', url: '/api/user/login', payload })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-browser=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
  } finally {
    await secure.close()
  }
})
