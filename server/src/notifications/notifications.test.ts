import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import type { ChannelSender } from './channels/channel.ts'
import { composeText, letterOf } from './compose-text.ts'
import type { Notification } from './notification-kinds.ts'
import { type NewNotification, queueNotification } from './queue-notification.ts'
import { sendDueNotifications } from './send-notifications.ts'

const MINUTE_MS = 60_000

type Arrived = { mail: ParsedMail; to: string[] }
/** What the mail server does with a message: keep it, keep it but break off before saying so, or refuse it. */
type Conduct = 'keeps' | 'keeps and breaks off' | 'refuses'

let port: number
let market: TestMarket
let server: SMTPServer | undefined
let arrived: Arrived[] = []
let conduct: Conduct = 'keeps'
const refusedRecipients = new Map<string, { code: number; text: string }>()

beforeAll(async () => {
  port = await freePort()
  market = await openTestMarket({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Twende <habari@twende.example>' },
  })
})
afterAll(async () => {
  await smtpDown()
  await market.close()
})
afterEach(async () => {
  await market.db.deleteFrom('notifications').execute()
  arrived = []
  conduct = 'keeps'
  refusedRecipients.clear()
})

async function smtpUp() {
  if (server) return
  const started = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const answer = refusedRecipients.get(address)
      done(answer && Object.assign(new Error(answer.text), { responseCode: answer.code }))
    },
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        if (conduct !== 'refuses') arrived.push({ mail, to })
        if (conduct === 'keeps') done()
        else done(Object.assign(new Error(`no mail for ${to.join()}`), { responseCode: 451 }))
      }, done)
    },
  })
  server = started
  await new Promise<void>((resolve, reject) => {
    started.on('error', reject)
    started.listen(port, '127.0.0.1', resolve)
  })
}

async function smtpDown() {
  const stopping = server
  server = undefined
  if (stopping) await new Promise<void>((resolve) => stopping.close(resolve))
}

const changed: Notification = {
  kind: 'password_changed',
  params: { name: 'Wanjiku', at: '2026-12-01T09:00:00.000Z', loggedOut: 'everywhere' },
}
let events = 0

type Addressed = Omit<NewNotification, 'kind' | 'params'>

async function post(given: Partial<Addressed> = {}, notification = changed) {
  events += 1
  const addressed = { accountId: null, email: 'wanjiku@example.com', dedupeKey: `event ${events}`, ...given }
  await queueNotification(market.db, { ...notification, ...addressed }, market.clock.now())
}

const send = () => sendDueNotifications(market.deps, 'mail')
const mailBy = (send: ChannelSender['send']) => new Map([['mail', { send, isPermanent: () => false }]])

function smtp(): ChannelSender {
  const sender = market.deps.channels.get('mail')
  if (!sender) throw new Error('there is no mail channel')
  return sender
}

const kept = () => market.db.selectFrom('notifications').selectAll().orderBy('id').execute()

describe('a notification', () => {
  test('is written only if the change it speaks of is', async () => {
    const undone = market.db.transaction().execute(async (tx) => {
      const notification = { ...changed, accountId: null, email: 'a@example.com', dedupeKey: 'undone' }
      await queueNotification(tx, notification, market.clock.now())
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await kept()).toEqual([])
  })

  test('of one event is written once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => post({ dedupeKey: 'booking 7 confirmed' })))
    expect(await kept()).toHaveLength(1)
  })

  test('goes to one address, and nothing in it becomes a header', async () => {
    await smtpUp()
    const bad = [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a b@example.com',
      '<a@example.com>',
      '',
      'nobody',
    ]
    for (const email of bad) await expect(post({ email })).rejects.toThrow('exactly one email address')
    await post(
      {},
      {
        kind: 'listing_rejected',
        params: {
          name: 'Eve',
          carName: 'Vitz\r\nBcc: victim@example.com\r\n\r\nBuy now',
          expiresAt: null,
          reason: '\r\n.\r\nRCPT TO:<victim@example.com>\r\n',
        },
      },
    )
    expect(await send()).toEqual({ sent: 1 })
    expect(arrived[0]?.to).toEqual(['wanjiku@example.com'])
    expect(arrived[0]?.mail.headers.has('bcc')).toBe(false)
    expect(arrived[0]?.mail.subject).toBe('Your Vitz Bcc: victim@example.com Buy now needs a change')
    expect(arrived[0]?.mail.text).toContain('\n.\nRCPT TO')
  })
})

describe('sending', () => {
  test('delivers plain text from us, once', async () => {
    await smtpUp()
    await post({ email: 'njeri@example.com' })
    const [notification] = await kept()
    expect(await send()).toEqual({ sent: 1 })
    expect(await send()).toEqual({ sent: 0 })
    expect(arrived).toHaveLength(1)
    const { mail, to } = arrived[0] ?? {}
    expect(to).toEqual(['njeri@example.com'])
    expect(mail?.from?.text).toBe('"Twende" <habari@twende.example>')
    expect(mail?.subject).toBe('Your password was changed')
    expect(mail?.text?.trimEnd()).toBe(
      letterOf(composeText({ ...changed, locale: 'en' }), market.deps.config.publicUrl).trimEnd(),
    )
    expect(mail?.html).toBe(false)
    expect(mail?.messageId).toBe(`<${notification?.id}@localhost>`)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  test('keeps an amount on one line', async () => {
    await smtpUp()
    const reason = 'Please send Ksh 1,500 first'
    const params = { name: 'Eve', carName: 'Vitz', expiresAt: null, reason }
    await post({}, { kind: 'listing_rejected', params })
    await send()
    expect(arrived[0]?.mail.text).toContain('send Ksh\u00a01,500 first')
  })

  test('waits while the mail server is down, and delivers once when it is back', async () => {
    await smtpDown()
    await post()
    expect(await send()).toEqual({ sent: 0 })
    expect(await kept()).toMatchObject([
      { attempts: 1, sent_at: null, last_error: expect.stringContaining('ECONNREFUSED') },
    ])
    await smtpUp()
    expect(await send()).toEqual({ sent: 0 })
    market.clock.advance(MINUTE_MS)
    expect(await send()).toEqual({ sent: 1 })
    expect(await send()).toEqual({ sent: 0 })
    expect(arrived).toHaveLength(1)
  })

  test('tries again after 1, 5, 30 and 120 minutes, then gives up', async () => {
    await smtpUp()
    conduct = 'refuses'
    await post()
    for (const [index, minutes] of [1, 5, 30, 120].entries()) {
      await send()
      market.clock.advance((minutes - 0.5) * MINUTE_MS)
      await send()
      expect((await kept())[0]?.attempts).toBe(index + 1)
      market.clock.advance(0.5 * MINUTE_MS)
    }
    await send()
    expect(await kept()).toMatchObject([{ attempts: 5, sent_at: null, given_up_at: expect.any(Date) }])
    conduct = 'keeps'
    market.clock.advance(10_000 * MINUTE_MS)
    expect(await send()).toEqual({ sent: 0 })
    expect(arrived).toEqual([])
  })

  test('to an address that does not exist is given up at once, other refusals are tried again', async () => {
    await smtpUp()
    refusedRecipients.set('gone@example.com', { code: 550, text: '5.1.1 no such mailbox' })
    refusedRecipients.set('full@example.com', { code: 552, text: '5.2.2 mailbox full' })
    refusedRecipients.set('later@example.com', { code: 450, text: '4.2.0 greylisted' })
    for (const address of refusedRecipients.keys()) await post({ email: address })
    expect(await send()).toEqual({ sent: 0 })
    const givenUp = (await kept()).filter(({ given_up_at }) => given_up_at !== null)
    expect(givenUp).toMatchObject([
      { recipient: 'gone@example.com', attempts: 1, last_error: 'EENVELOPE 550' },
    ])
    refusedRecipients.clear()
    market.clock.advance(MINUTE_MS)
    expect(await send()).toEqual({ sent: 2 })
  })

  test('sent twice for want of an answer, it is the same message', async () => {
    await smtpUp()
    await post()
    conduct = 'keeps and breaks off'
    await send()
    conduct = 'keeps'
    market.clock.advance(MINUTE_MS)
    await send()
    expect(arrived).toHaveLength(2)
    expect(new Set(arrived.map(({ mail }) => mail.messageId)).size).toBe(1)
  })

  test('by many senders at once delivers each message once', async () => {
    await smtpUp()
    for (let index = 0; index < 45; index += 1) await post({ email: `person${index}@example.com` })
    await Promise.all(Array.from({ length: 5 }, send))
    await send()
    expect(arrived.map(({ to }) => to.join()).toSorted()).toEqual(
      Array.from({ length: 45 }, (_, index) => `person${index}@example.com`).toSorted(),
    )
  })

  test('is taken over from a sender that died, when its lease ends', async () => {
    await smtpUp()
    await post()
    const hang: ChannelSender['send'] = () => new Promise(() => {})
    void sendDueNotifications({ ...market.deps, channels: mailBy(hang) }, 'mail')
    await expect.poll(async () => (await kept())[0]?.attempts).toBe(1)
    market.clock.advance(4 * MINUTE_MS)
    expect(await send()).toEqual({ sent: 0 })
    market.clock.advance(MINUTE_MS)
    expect(await send()).toEqual({ sent: 1 })
  })

  test('one address that is refused does not hold up the others', async () => {
    await smtpUp()
    const channels = mailBy((message) =>
      message.recipient === 'bad@example.com'
        ? Promise.reject(new Error('no such box'))
        : smtp().send(message),
    )
    await post({ email: 'bad@example.com' })
    for (let index = 0; index < 12; index += 1) await post({ email: `good${index}@example.com` })
    expect(await sendDueNotifications({ ...market.deps, channels }, 'mail')).toEqual({ sent: 12 })
  })

  test('spends one try of a few while the server is away, not all tries of all', async () => {
    await smtpDown()
    for (let index = 0; index < 25; index += 1) await post()
    await send()
    const tried = (await kept()).filter(({ attempts }) => attempts > 0)
    expect(tried).toHaveLength(10)
  })

  test('leaves no code behind and no address in the log', async () => {
    await smtpUp()
    const expiresAt = new Date(market.clock.now().getTime() + 10 * MINUTE_MS)
    await post(
      { email: 'siri@example.com' },
      {
        kind: 'recovery_code',
        params: {
          name: 'Wanjiku',
          expiresAt: expiresAt.toISOString(),
          secret: { code: '314159', link: 'http://localhost/account#recovery=x' },
        },
      },
    )
    conduct = 'refuses'
    await send()
    conduct = 'keeps'
    market.clock.advance(MINUTE_MS)
    await send()
    expect(arrived[0]?.mail.text).toContain('314159')
    expect(await kept()).toMatchObject([{ sent_at: expect.any(Date) }])
    expect(JSON.stringify(await kept())).not.toMatch(/314159|recovery=x/)
    expect(market.logged.filter((line) => line.includes('notification')).length).toBeGreaterThan(0)
    expect(market.logged.join('\n')).not.toContain('314159')
    expect(market.logged.join('\n')).not.toContain('siri@example.com')
  })
})

test('a recovery code asked for while mail is down arrives when it is up', async () => {
  const { email } = await market.signUp()
  await smtpDown()
  const answer = await market.call('POST /api/user/forgot-password', { body: { email } })
  expect(answer).toEqual({ success: true, message: 'Password reset email has been sent.' })
  await send()
  await smtpUp()
  market.clock.advance(MINUTE_MS)
  await send()
  expect(arrived.map(({ to }) => to)).toEqual([[email]])
  const code = /\b\d{6}\b/.exec(arrived[0]?.mail.text ?? '')?.[0] ?? ''
  await market.call('POST /api/user/verify-code', { body: { email, code } })
})

test('without a mail server every mail becomes a file that only we may read, and a line in the log', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'twende-mail-'))
  const filing = await openTestMarket({ env: { DATA_DIR: dataDir } })
  try {
    const { email } = await filing.signUp({ name: 'Mutua Kioko' })
    await filing.call('POST /api/user/forgot-password', { body: { email } })
    expect(await sendDueNotifications(filing.deps, 'mail')).toEqual({ sent: 1 })
    const [file = '', ...others] = await readdir(join(dataDir, 'mail'))
    expect(others).toEqual([])
    const path = join(dataDir, 'mail', file)
    const mail = await simpleParser(await readFile(path))
    expect(mail.subject).toBe('Your Twende code')
    expect(mail.text).toMatch(/^Hello Mutua,\n\nYour code to set a new password is \d{6}\./)
    expect((await stat(path)).mode & 0o077).toBe(0)
    const lines = filing.logged.filter((line) => line.includes(path))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(email)
  } finally {
    await filing.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
