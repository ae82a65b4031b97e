import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { deleteOldMessages } from './contact-messages.ts'
import { forwardDueMessages } from './send-message.ts'

type Answer = { status: number; body: string } | 'silence'
const taken: Answer = { status: 200, body: JSON.stringify({ success: true, message: 'Email sent' }) }

let answer: Answer = taken
let heard: Record<string, unknown>[] = []
let dropped = 0
/** The form service, as it is documented: takes JSON, answers `{ success, message }`. */
const service = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    if (answer === 'silence') {
      dropped += 1
      response.destroy()
      return
    }
    heard.push(JSON.parse(text))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
})

let market: TestMarket
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  market = await openTestMarket({
    env: {
      WEB3FORMS_ACCESS_KEY: 'the-key-of-the-form',
      WEB3FORMS_URL: `http://127.0.0.1:${port}/submit`,
      RATE_LIMIT: 'off',
    },
  })
})
afterAll(async () => {
  await market.close()
  service.close()
})
beforeEach(() => {
  answer = taken
  heard = []
  dropped = 0
})
afterEach(async () => {
  await market.db.deleteFrom('contact_messages').execute()
})

const form = { name: 'Amina Hassan', email: 'amina@example.com', message: 'Do you deliver to Thika?' }

async function send(body: object = form, token?: string) {
  return market.call('POST /api/contact', { body: { ...form, ...body } }, { token })
}
const inbox = () => market.db.selectFrom('contact_messages').selectAll().execute()

test('a message is stored, forwarded to the form service with the key, and confirmed', async () => {
  const { message } = await send({ name: '  Amina Hassan ', email: 'AMINA@example.com' })
  expect(message).toBe('Form Submitted Successfully')
  expect(heard).toEqual([expect.objectContaining({ ...form, access_key: 'the-key-of-the-form' })])
  expect(await inbox()).toEqual([
    expect.objectContaining({ ...form, suspicious: false, forward_error: '', next_forward_at: null }),
  ])
})

test('the same text is a new message once the first was answered, and waits for an answer of its own', async () => {
  const staff = await market.signUp({ role: 'staff' })
  await send()
  await send()
  const [first] = await inbox()
  const answer = (messageId: string, answered: boolean) =>
    market.call(
      'POST /api/admin/message/:messageId/answered',
      { params: { messageId }, body: { answered } },
      staff,
    )
  await answer(first?.id ?? '', true)
  await send()
  const open = { query: { state: 'open' as const } }
  expect((await market.call('GET /api/admin/messages', open, staff)).data).toHaveLength(1)
  expect(heard).toHaveLength(2)
  // Opened again, both wait.
  await answer(first?.id ?? '', false)
  expect((await market.call('GET /api/admin/messages', open, staff)).data).toHaveLength(2)
})

test('a message that looked like spam and was opened again is a message', async () => {
  const staff = await market.signUp({ role: 'staff' })
  await send()
  await market.db.updateTable('contact_messages').set({ suspicious: true }).execute()
  const [{ id: messageId } = { id: '' }] = await inbox()
  for (const answered of [true, false])
    await market.call(
      'POST /api/admin/message/:messageId/answered',
      { params: { messageId }, body: { answered } },
      staff,
    )
  expect(await inbox()).toMatchObject([{ suspicious: false, answered_at: null }])
})

test('when the service refuses, its reply is shown, and the stored copy stays', async () => {
  answer = { status: 403, body: JSON.stringify({ success: false, message: 'Invalid\nAccess Key' }) }
  const refused = await send().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 502, code: 'message_not_taken', message: 'Invalid Access Key' })
  expect(await inbox()).toMatchObject([
    { ...form, forwarded_at: null, forward_error: 'refused', forward_reply: 'Invalid Access Key' },
  ])
  answer = taken
  await send()
  expect(await inbox()).toMatchObject([
    { ...form, forwarded_at: expect.any(Date), forward_error: '', forward_reply: '' },
  ])
})

test.each<[string, Answer]>([
  ['breaks the line', 'silence'],
  ['answers with a page', { status: 502, body: '<html>Bad gateway</html>' }],
  ['answers with nonsense', { status: 200, body: '[]' }],
])('a service that %s is asked again later, and the person need not know', async (_how, given) => {
  answer = given
  await send()
  await forwardDueMessages(market.deps)
  expect(await inbox()).toMatchObject([
    { forwarded_at: null, forward_attempts: 1, forward_error: 'no_answer' },
  ])
  answer = taken
  market.clock.advance(61_000)
  await forwardDueMessages(market.deps)
  await forwardDueMessages(market.deps)
  expect(heard.filter(({ access_key }) => access_key !== undefined).length).toBeGreaterThan(0)
  expect(await inbox()).toMatchObject([{ forwarded_at: expect.any(Date), forward_attempts: 2 }])
})

test('after the last attempt a message stays stored and is not forwarded again', async () => {
  answer = 'silence'
  await send()
  for (let hour = 0; hour < 40; hour += 1) {
    market.clock.advance(3_600_000)
    await forwardDueMessages(market.deps)
  }
  expect(dropped).toBe(6)
  expect(await inbox()).toMatchObject([{ ...form, forward_attempts: 6, next_forward_at: null }])
})

test('a form sent many times at once is one message, forwarded once', async () => {
  await Promise.all(Array.from({ length: 12 }, () => send()))
  expect(await inbox()).toHaveLength(1)
  expect(heard).toHaveLength(1)
  await send({ message: 'And to Ruiru?' })
  expect(await inbox()).toHaveLength(2)
})

test('a program that fills in the hidden field gets the usual reply; its message is suspicious and not forwarded', async () => {
  expect((await send({ botcheck: 'https://cheap.example' })).message).toBe('Form Submitted Successfully')
  expect(heard).toEqual([])
  expect(await inbox()).toMatchObject([{ ...form, suspicious: true }])
})

test.each([
  [{ name: ' ' }, 'Please enter your name'],
  [{ email: 'amina@' }, 'Please enter a valid email address'],
  [{ email: 'amina@example.com\r\nBcc: x@example.com' }, 'Please enter a valid email address'],
  [{ message: '' }, 'Please enter your message'],
  [{ message: 'x'.repeat(4_001) }, 'Please use at most 4000 characters'],
])('a form without what it needs is refused: %o', async (wrong, sentence) => {
  await expect(send(wrong)).rejects.toMatchObject({ status: 400, message: sentence })
  expect(await inbox()).toEqual([])
})

test('staff reads messages by state, marks one as answered and as open again', async () => {
  await send({ name: '"><img src=x onerror=alert(1)>' })
  market.clock.advance(1_000)
  await send({ message: 'Second' })
  await send({ message: 'Buy followers', botcheck: 'x' })
  const staff = await market.signUp({ role: 'staff', name: 'Otieno Odhiambo' })
  const read = (state: 'open' | 'answered' | 'suspicious', page = 1) =>
    market.call('GET /api/admin/messages', { query: { state, page, limit: 1 } }, staff)
  const open = await read('open')
  expect(open.data).toMatchObject([{ message: 'Second', state: 'open', answeredAt: null }])
  expect(open.counts).toEqual({ open: 2, answered: 0, suspicious: 1 })
  expect(open.pagination).toEqual({ page: 1, limit: 1, total: 2, pages: 2 })
  expect((await read('open', 2)).data).toMatchObject([{ name: '"><img src=x onerror=alert(1)>' }])
  expect((await read('suspicious')).data).toMatchObject([{ message: 'Buy followers', state: 'suspicious' }])

  const params = { messageId: open.data[0]?._id ?? '' }
  const mark = (answered: boolean, who = staff) =>
    market.call('POST /api/admin/message/:messageId/answered', { params, body: { answered } }, who)
  await mark(true)
  const second = await market.signUp({ role: 'admin', name: 'Somebody Else' })
  expect((await mark(true, second)).data).toMatchObject({ state: 'answered', answeredBy: 'Otieno Odhiambo' })
  expect((await read('answered')).counts).toEqual({ open: 1, answered: 1, suspicious: 1 })
  expect((await mark(false)).data).toMatchObject({ state: 'open', answeredBy: null })
  const nobody = { messageId: '018f0000-0000-7000-8000-000000000000' }
  await expect(
    market.call('POST /api/admin/message/:messageId/answered', { params: nobody, body: {} }, staff),
  ).rejects.toMatchObject({ status: 404 })
})

test('from one address only so many messages come in', async () => {
  const limited = await openTestMarket()
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) {
    const payload = { ...form, message: `Message ${count}` }
    statuses.push((await limited.app.inject({ method: 'POST', url: '/api/contact', payload })).statusCode)
  }
  await limited.close()
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
})

test('neither the key nor what people write is in the log', async () => {
  answer = { status: 403, body: JSON.stringify({ success: false, message: 'Invalid Access Key' }) }
  await send().catch(() => {})
  const log = market.logged.join('\n')
  expect(log).toContain('did not take a message')
  for (const hidden of ['the-key-of-the-form', form.email, form.message]) expect(log).not.toContain(hidden)
})

test('after two years a message is deleted', async () => {
  await send()
  market.clock.advance(729 * 86_400_000)
  await deleteOldMessages(market.deps)
  expect(await inbox()).toHaveLength(1)
  market.clock.advance(2 * 86_400_000)
  await deleteOldMessages(market.deps)
  expect(await inbox()).toEqual([])
})
