import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scheduledTasks } from '../../jobs/scheduled-tasks.ts'
import { countQueued } from '../../notifications/notification-store.ts'
import { lastContactCode, proveContact, sendFrom } from '../../testing/contact-proofs.ts'
import { readMails } from '../../testing/mailbox.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { personOf } from './contact.ts'

const MINUTE_MS = 60_000

let market: TestMarket
let networks = 0
let people = 0
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const freshNetwork = () => `10.20.${++networks >> 8}.${networks & 255}`
const freshEmail = () => `proof${++people}@gmail.com`

type Given = { from?: string; token?: string; cookie?: string }

const ask = (body: object, { from = freshNetwork(), ...given }: Given = {}) =>
  sendFrom(market, ['POST', '/api/user/contact-code'], { from, ...given, body })
const answer = (body: object, { from = freshNetwork(), ...given }: Given = {}) =>
  sendFrom(market, ['POST', '/api/user/contact-proof'], { from, ...given, body })

async function askedFor(email: string, given?: Given) {
  const { json, code } = await ask({ email }, given)
  if (code !== 'ok') throw new Error(code)
  const { challenge } = json.data as { challenge: string }
  return { email, challenge, code: await lastContactCode(market, email) }
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const mailsTo = async (recipient: string) =>
  (await readMails(market.db, { recipient, kind: 'contact_code' })).length

test('a code proves an address within ten minutes and with its own challenge, also when its answer was lost', async () => {
  const email = freshEmail()
  const first = await askedFor(email)
  const second = await askedFor(email)
  if (first.code !== second.code)
    expect((await answer({ ...second, challenge: first.challenge })).code).toBe('wrong_code')
  expect((await answer({ ...second, email: freshEmail() })).code).toBe('wrong_code')
  expect((await answer({ ...second, code: another(second.code) })).code).toBe('wrong_code')
  const [id = '', expires = '', signature = ''] = second.challenge.split('.')
  expect((await answer({ ...second, challenge: `${id}.${Number(expires) + 60}.${signature}` })).code).toBe(
    'wrong_code',
  )
  expect((await answer(second)).status).toBe(200)
  expect((await answer(second)).status).toBe(200)
  const late = await askedFor(freshEmail())
  market.clock.advance(10 * MINUTE_MS)
  expect((await answer(late)).code).toBe('wrong_code')
})

test('a code takes five tries, and tries of others with their own challenge use up none of them', async () => {
  const mine = await askedFor(freshEmail())
  const theirs = await askedFor(mine.email)
  const wrong = { ...theirs, code: another(theirs.code) }
  const guesses = await Promise.all(Array.from({ length: 20 }, () => answer(wrong)))
  expect(new Set(guesses.map(({ code }) => code))).toEqual(new Set(['wrong_code']))
  expect((await answer(theirs)).code).toBe('wrong_code')
  expect((await answer(mine)).code).toBe('ok')
})

describe('sending codes', () => {
  test('to one address is limited to three an hour from one network and six from all', async () => {
    const email = freshEmail()
    const from = freshNetwork()
    const codes: string[] = []
    for (let at = 0; at < 5; at += 1) codes.push((await ask({ email }, { from })).code)
    expect(codes).toEqual(['ok', 'ok', 'ok', 'contact_codes_used_up', 'contact_codes_used_up'])
    await Promise.all(Array.from({ length: 20 }, () => ask({ email })))
    expect(await mailsTo(email)).toBe(6)
  })

  test('to the address of an account is not used up by strangers, and proves it for good', async () => {
    const person = await market.signUp()
    await Promise.all(Array.from({ length: 20 }, () => ask({ email: person.email })))
    const from = freshNetwork()
    const { token } = person
    const proven = async () => {
      const row = market.db.selectFrom('accounts').select('email_proven_at')
      return (await row.where('id', '=', person.accountId).executeTakeFirst())?.email_proven_at ?? null
    }
    expect(await proven()).toBeNull()
    await proveContact(market, { email: person.email }, { from, token })
    expect(await proven()).not.toBeNull()
  })

  test('has a budget for a network and for all', async () => {
    const from = freshNetwork()
    await ask({ email: freshEmail() }, { from })
    const set = (bucket: string, count: number) =>
      market.db.updateTable('rate_limits').set({ count }).where('bucket', '=', bucket).execute()
    await set(`guess 3600 contact mails from ${from}`, 2000)
    expect((await ask({ email: freshEmail() }, { from })).code).toBe('contact_codes_used_up')
    expect((await ask({ email: freshEmail() })).code).toBe('ok')
    await set('guess 3600 contact mails', 6000)
    expect((await ask({ email: freshEmail() })).code).toBe('contact_codes_used_up')
    market.clock.advance(61 * MINUTE_MS)
  })

  test('by text message needs a market that sends them', async () => {
    const silent = await openTestMarket({ env: { DEMO: 'off' } })
    try {
      const given = { from: freshNetwork(), body: { phone: '0712 345 678' } }
      expect(await sendFrom(silent, ['POST', '/api/user/contact-code'], given)).toMatchObject({
        status: 400,
        code: 'contact_way_not_offered',
      })
    } finally {
      await silent.close()
    }
    const from = freshNetwork()
    const cookie = await proveContact(market, { phone: '254712345678' }, { from })
    expect(cookie).toMatch(/^contact=phone\./)
    const rows = market.db.selectFrom('notifications').select('channel')
    expect(await rows.where('recipient', '=', '254712345678').execute()).toEqual([{ channel: 'sms' }])
    const bucket = `guess 3600 contact texts from ${from}`
    await market.db.updateTable('rate_limits').set({ count: 60 }).where('bucket', '=', bucket).execute()
    const refused = await ask({ phone: '0733000000' }, { from })
    expect(refused.code).toBe('contact_codes_used_up')
    expect(JSON.stringify(refused.json)).toContain('use an email address')
  })

  test('asks for one of the two', async () => {
    for (const body of [{}, { email: 'a@example.com', phone: '0712345678' }, { email: 'abc' }])
      expect((await ask(body)).code).toBe('invalid')
  })
})

test('the cookie names nobody, is bound to its content, and ends after thirty days', async () => {
  const email = freshEmail()
  const from = freshNetwork()
  const cookie = await proveContact(market, { email }, { from })
  expect(cookie).not.toContain(email.split('@')[0])
  const url = ['POST', '/api/contact'] as const
  const bucket = `POST /api/contact address 900 ${from}`
  const body = (at: number) => ({ name: 'Otieno', email, message: `Message ${at}` })
  const send = (at: number, sent?: string) =>
    sendFrom(market, url, { from, body: body(at), ...(sent && { cookie: sent }) })
  await send(0)
  await market.db.updateTable('rate_limits').set({ count: 10 }).where('bucket', '=', bucket).execute()
  expect(await send(1)).toMatchObject({
    status: 429,
    code: 'contact_proof_needed',
    json: { data: { ways: ['email', 'sms'], email, emailFixed: false } },
  })
  const forged = [
    `${cookie}x`,
    cookie.replace('mailbox', 'phone'),
    'contact=x',
    `contact=${'~'.repeat(3000)}`,
  ]
  for (const wrong of forged) expect((await send(1, wrong)).code).toBe('contact_proof_needed')
  const codes: string[] = []
  for (let at = 1; at < 7; at += 1) codes.push((await send(at, cookie)).code)
  expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'rate_limited'])
  market.clock.advance(30 * 24 * 60 * MINUTE_MS)
  for (let at = 0; at < 10; at += 1) await send(at + 20)
  expect((await send(40, cookie)).code).toBe('contact_proof_needed')
})

test('over https the cookie is bound to this host and to encryption', async () => {
  const secure = await openTestMarket({ env: { PUBLIC_URL: 'https://twende.example' } })
  try {
    const email = freshEmail()
    const payload = { email }
    const asked = await secure.app.inject({ method: 'POST', url: '/api/user/contact-code', payload })
    const { challenge } = asked.json<{ data: { challenge: string } }>().data
    const code = await lastContactCode(secure, email)
    const proved = await secure.app.inject({
      method: 'POST',
      url: '/api/user/contact-proof',
      payload: { email, challenge, code },
    })
    expect(proved.headers['set-cookie']).toMatch(
      /^__Host-contact=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
  } finally {
    await secure.close()
  }
})

test('a message with a code is deleted after a day, and does not count among the messages that a phone is sent', async () => {
  const phone = '254712000077'
  await proveContact(market, { phone }, { from: freshNetwork() })
  const since = new Date(market.clock.now().getTime() - MINUTE_MS)
  const sms = { channel: 'sms', recipient: phone, accountId: null, since }
  expect(await countQueued(market.db, sms)).toBe(0)
  const task = scheduledTasks(market.deps).find(({ name }) => name === 'delete old contact codes')
  const kept = async () => (await readMails(market.db, { recipient: phone })).length
  await task?.run()
  expect(await kept()).toBe(1)
  market.clock.advance(24 * 60 * MINUTE_MS + MINUTE_MS)
  await task?.run()
  expect(await kept()).toBe(0)
})

test('no code and no address stands in the log or in what is stored beside the message', async () => {
  const sent = await askedFor(freshEmail())
  expect(sent.challenge).not.toContain(sent.code)
  expect(market.logged.join('\n')).not.toContain(sent.email)
  const buckets = await market.db.selectFrom('rate_limits').select('bucket').execute()
  expect(JSON.stringify(buckets)).not.toContain(sent.email)
})

test.each([
  [{ email: 'wanjiku@gmail.com' }, { email: 'wan.ji.ku+cars@googlemail.com' }, 'mailbox', true],
  [{ email: 'wanjiku@yahoo.com' }, { email: 'wan.jiku@yahoo.com' }, 'mailbox', false],
  [{ email: 'wanjiku+1@yahoo.com' }, { email: 'wanjiku+2@yahoo.com' }, 'mailbox', true],
  [{ email: 'one@cheap.example' }, { email: 'two@cheap.example' }, 'domain', true],
  [{ phone: '254712345678' }, { phone: '254712345679' }, 'phone', false],
] as const)('%j and %j', (one, other, kind, isSame) => {
  const [first, second] = [personOf(one, 'secret'), personOf(other, 'secret')]
  expect(first.kind).toBe(kind)
  expect(first.key === second.key).toBe(isSame)
})
