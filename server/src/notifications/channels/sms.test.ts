import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { scheduledTasks } from '../../jobs/scheduled-tasks.ts'
import type { Person } from '../../testing/people.ts'
import { runDueJobs } from '../../testing/run-due-jobs.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import type { Notification } from '../notification-kinds.ts'
import { queueNotification } from '../queue-notification.ts'
import { sendDueNotifications } from '../send-notifications.ts'
import { startSmsProvider } from '../testing/sms-provider.ts'
import { smsText } from './sms.ts'

const PHONE = '254712345678'
const DAY_MS = 24 * 3_600_000

let provider: Awaited<ReturnType<typeof startSmsProvider>>
let market: TestMarket
let person: Person
beforeAll(async () => {
  provider = await startSmsProvider()
  market = await openTestMarket({
    env: {
      AFRICASTALKING_USERNAME: 'twende',
      AFRICASTALKING_API_KEY: 'the key',
      AFRICASTALKING_SENDER: 'TWENDE',
      AFRICASTALKING_URL: provider.url,
    },
  })
  person = await market.signUp({ name: 'Wanjiku Kamau' })
  await setPhone(PHONE)
})
afterAll(async () => {
  await market.close()
  await provider.close()
})
afterEach(async () => {
  await market.db.deleteFrom('notifications').execute()
  await choose(true)
  provider.received.length = 0
  provider.conduct = 101
})

const choose = (sms: boolean) =>
  market.call('POST /api/user/update', { body: { notifications: { sms } } }, person)

const setPhone = (phone: string | null) =>
  market.db.updateTable('accounts').set({ phone }).where('id', '=', person.accountId).execute()

let events = 0
const confirmed: Notification = {
  kind: 'booking_confirmed',
  params: {
    name: 'Wanjiku',
    bookingId: '0198a000-0000-7000-8000-000000000001',
    reference: 'BK1234',
    carName: 'Toyota Axio',
    startDate: '2026-12-01',
    pickupTime: '10:00',
    pickupLocation: 'Nairobi',
    endDate: '2026-12-03',
    dropoffTime: '10:00',
    dropoffLocation: 'Nairobi',
    extras: [],
    finalAmount: 9000,
    cancellation: { freeUntil: '2026-11-30T07:00:00.000Z', fee: 4500 } as never,
  },
}
const changed: Notification = {
  kind: 'password_changed',
  params: { name: 'Wanjiku', at: '2026-12-01T09:00:00.000Z', loggedOut: 'everywhere' },
}
function queue(
  notification: Notification = confirmed,
  more: { mailOnly?: boolean; accountId?: string } = {},
) {
  events += 1
  const about = { accountId: person.accountId, email: person.email, dedupeKey: `event ${events}`, ...more }
  return queueNotification(market.db, { ...notification, ...about }, market.clock.now())
}
const rows = () =>
  market.db
    .selectFrom('notifications')
    .selectAll()
    .where('channel', '=', 'sms')
    .orderBy('created_at')
    .execute()
const send = () => sendDueNotifications(market.deps, 'sms')
const sendMails = () => sendDueNotifications(market.deps, 'mail')

describe('who is sent an SMS', () => {
  test('a person who chose it, besides the mail, as one short text', async () => {
    await choose(true)
    await queue()
    await Promise.all([send(), sendMails()])
    expect(provider.received).toEqual([
      {
        username: 'twende',
        to: `+${PHONE}`,
        from: 'TWENDE',
        message: 'Twende: Booking BK1234 is confirmed',
      },
    ])
    const channels = await market.db
      .selectFrom('notifications')
      .select(['channel', 'sent_at'])
      .orderBy('channel')
      .execute()
    expect(channels.map(({ channel }) => channel)).toEqual(['mail', 'sms'])
    expect(channels.every(({ sent_at }) => sent_at !== null)).toBe(true)
  })

  test('nobody who did not choose it, has no phone, or for whom staff acts', async () => {
    await choose(false)
    await queue()
    await choose(true)
    await queue(confirmed, { mailOnly: true })
    await setPhone(null)
    await queue()
    await setPhone(PHONE)
    expect(await rows()).toEqual([])
  })

  test('only of what must be known at once, and never with a code', async () => {
    await choose(true)
    const params = {
      name: 'Wanjiku',
      expiresAt: '2026-12-01T09:10:00.000Z',
      secret: { code: '123456', link: '' },
    }
    await queue({ kind: 'recovery_code', params })
    const owed = {
      payable: { type: 'booking', reference: 'BK1234' },
      amount: 100,
      receipt: 'SGH1234567',
    } as const
    await queue({ kind: 'payment_received', params: { name: 'Wanjiku', ...owed } })
    await queue(changed)
    expect(await rows()).toEqual([])
  })

  test('at most ten within a day to one phone, whoever asks; the mails come all the same', async () => {
    await choose(true)
    for (let n = 0; n < 13; n += 1) await queue()
    expect(await rows()).toHaveLength(10)
    const { count } = await market.db
      .selectFrom('notifications')
      .where('channel', '=', 'mail')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(13)
    market.clock.advance(DAY_MS + 1)
    await queue()
    expect(await rows()).toHaveLength(11)
  })

  test('at most ten within a day of one account, to however many phones', async () => {
    await choose(true)
    for (let n = 0; n < 13; n += 1) {
      await setPhone(`2547000000${10 + n}`)
      await queue()
    }
    await setPhone(PHONE)
    await send()
    expect(new Set(provider.received.map(({ to }) => to)).size).toBe(10)
    const other = await market.signUp()
    await market.db
      .updateTable('accounts')
      .set({ phone: PHONE, channels: ['sms'] })
      .where('id', '=', other.accountId)
      .execute()
    await queue(confirmed, { accountId: other.accountId })
    await send()
    expect(provider.received).toHaveLength(11)
  })
})

describe('when the provider does not deliver', () => {
  const outcome = async () =>
    (await rows()).map(({ sent_at, given_up_at, attempts }) => ({
      sent: sent_at !== null,
      givenUp: given_up_at !== null,
      attempts,
    }))

  test.each([403, 404, 406, 407, 409])(
    '%i is final: it is given up at once and staff sees it',
    async (code) => {
      provider.conduct = code
      await queue()
      await send()
      expect(await outcome()).toEqual([{ sent: false, givenUp: true, attempts: 1 }])
    },
  )

  test.each([405, 500, 501, 'is down', 'hangs up', 'answers a web page'] as const)(
    '%s may pass: it is tried again, and sent once',
    async (conduct) => {
      provider.conduct = conduct
      await queue()
      await send()
      expect(await outcome()).toEqual([{ sent: false, givenUp: false, attempts: 1 }])
      provider.conduct = 102
      await send()
      expect(provider.received).toEqual([])
      market.clock.advance(61_000)
      await send()
      await send()
      expect(provider.received).toHaveLength(1)
      expect(await outcome()).toEqual([{ sent: true, givenUp: false, attempts: 2 }])
    },
  )

  test('a provider that does not answer does not delay the mails', async () => {
    provider.conduct = 'does not answer'
    await queue()
    const tasks = scheduledTasks(market.deps).filter(({ name }) => name.startsWith('send notifications'))
    const results = tasks.map(({ run }) => run())
    expect(await Promise.race(results)).toEqual({ sent: 1 })
    await expect.poll(outcome).toEqual([{ sent: false, givenUp: false, attempts: 1 }])
    const mails = market.db.selectFrom('notifications').select('sent_at').where('channel', '=', 'mail')
    expect(await mails.execute()).toEqual([{ sent_at: expect.any(Date) }])
    provider.conduct = 'hangs up'
    provider.hangUp()
    await Promise.all(results)
  })

  test('four processes at once send each once', async () => {
    for (let round = 0; round < 5; round += 1) {
      provider.received.length = 0
      await market.db.deleteFrom('notifications').execute()
      for (let n = 0; n < 6; n += 1) await queue()
      await Promise.all([send(), send(), send(), send()])
      expect(provider.received).toHaveLength(6)
    }
  })

  test('the log names neither phone nor key', async () => {
    market.logged.length = 0
    provider.conduct = 405
    await queue()
    await send()
    provider.conduct = 101
    await queue()
    await send()
    const lines = market.logged.filter((line) => line.includes('notification'))
    expect(lines).toHaveLength(2)
    const log = market.logged.join('\n')
    for (const secret of [PHONE, PHONE.slice(3), 'the key']) expect(log).not.toContain(secret)
    const refused = { last_error: 'SmsRefused: 405 Failed' }
    expect(await rows()).toMatchObject([refused, { last_error: null, sent_at: expect.any(Date) }])
  })
})

/** The alphabet of GSM 03.38, and its extension. */
const ONE_SEPTET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const TWO_SEPTETS = '^{}\\[~]|€'

describe('the text', () => {
  test('of a booking says what it is about', async () => {
    await queue(confirmed)
    await send()
    expect(provider.received[0]?.message).toBe('Twende: Booking BK1234 is confirmed')
    const { data } = await market.call('GET /api/user/export', {}, person)
    expect(data.notifications).toEqual([
      expect.objectContaining({ channel: 'mail', body: expect.stringContaining('Safari njema') }),
      {
        channel: 'sms',
        kind: 'booking_confirmed',
        recipient: PHONE,
        subject: 'Booking BK1234 is confirmed',
        writtenAt: expect.any(String),
        sentAt: expect.any(String),
      },
    ])
  })

  test('fits one message of 160 septets', () => {
    const anyCharacter = fc.oneof(
      fc.constantFrom(...TWO_SEPTETS, '`', '\u1fef', '\uff3b'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (subject) => {
        const septets = [...smsText({ subject })].map((character) => {
          if (ONE_SEPTET.includes(character)) return 1
          if (TWO_SEPTETS.includes(character)) return 2
          throw new Error(`not in the alphabet: ${character}`)
        })
        expect(septets.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(160)
      }),
    )
    expect(smsText({ subject: 'Rush [4x4] {a|b} `c` ~5^' })).toBe("Twende: Rush (4x4) (a/b) 'c' -5")
    expect(smsText({ subject: 'Return the “Toyota Vitz” – by 10:00…' })).toBe(
      'Twende: Return the "Toyota Vitz" - by 10:00...',
    )
    expect(smsText({ subject: 'Café in Kĩambu' })).toBe('Twende: Cafe in Kiambu')
  })
})

describe('the settings', () => {
  test('go together', () => {
    expect(() => readConfig({ AFRICASTALKING_USERNAME: 'twende' })).toThrow('set both or neither')
    expect(() => readConfig({ AFRICASTALKING_SENDER: 'a name that is too long' })).toThrow(
      '3 to 11 characters',
    )
  })

  test('decide whether people are offered SMS', async () => {
    const { data } = await market.call('GET /api/user/me', {}, person)
    expect(data.channels).toEqual(['sms'])
  })

  test('a market without SMS lets nobody choose it, and sends none to who chose it before', async () => {
    const without = await openTestMarket({ env: { DEMO: '0' } })
    onTestFinished(() => without.close())
    const other = await without.signUp()
    const body = { notifications: { sms: true, orders: false } }
    const { data } = await without.call('POST /api/user/update', { body }, other)
    expect(data).toMatchObject({ channels: [], notifications: { sms: false, orders: false } })
    const chosenBefore = { phone: PHONE, channels: ['sms'] }
    await without.db.updateTable('accounts').set(chosenBefore).where('id', '=', other.accountId).execute()
    const about = { accountId: other.accountId, email: other.email, dedupeKey: 'without SMS' }
    await queueNotification(without.db, { ...confirmed, ...about }, without.clock.now())
    await runDueJobs(without)
    const left = without.db.selectFrom('notifications').select(['channel', 'sent_at'])
    expect(await left.execute()).toEqual([{ channel: 'mail', sent_at: expect.any(Date) }])
    expect(await readdir(without.deps.config.dataDir)).not.toContain('sms')
  })

  test('the demo market writes each SMS to a file', async () => {
    const demo = await openTestMarket()
    onTestFinished(() => demo.close())
    const { channels, config } = demo.deps
    expect(config.channels.sms).toEqual({ kind: 'files' })
    const text = { subject: 'Habari', greeting: '', paragraphs: [] }
    const message = {
      idempotencyKey: 'one',
      kind: 'booking_confirmed',
      recipient: PHONE,
      text,
      createdAt: new Date(0),
    }
    await channels.get('sms')?.send(message)
    const folder = join(config.dataDir, 'sms')
    const [file = ''] = await readdir(folder)
    expect(await readFile(join(folder, file), 'utf8')).toBe(`To: +${PHONE}\n\nTwende: Habari\n`)
  })
})
