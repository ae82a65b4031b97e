import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import * as z from 'zod'
import { baseAddress, SettingError, settingWords } from '../../config/setting.ts'
import type { ComposedText } from '../compose-text.ts'
import type { ChannelDeps, ChannelSender, NotificationChannel } from './channel.ts'

const AFRICASTALKING = 'https://api.africastalking.com'

/** Africa's Talking: an application, its key and, where one is registered, the name that phones show as the sender. */
export const smsSettings = {
  AFRICASTALKING_USERNAME: z.string().optional().register(settingWords, {
    group: 'services',
    does: "Your application at Africa's Talking, which sends SMS to people who choose it; set it together with its key.",
    otherwise: 'SMS is not offered; the demo market writes it to files in `DATA_DIR/sms`',
  }),
  AFRICASTALKING_API_KEY: z.string().optional().register(settingWords, {
    group: 'services',
    does: 'The key of that application.',
    otherwise: 'SMS is not offered',
  }),
  AFRICASTALKING_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 ._-]{3,11}$/, 'AFRICASTALKING_SENDER is a registered sender of 3 to 11 characters.')
    .optional()
    .register(settingWords, {
      group: 'services',
      does: "The name that phones show as the sender, of 3 to 11 characters, registered at Africa's Talking.",
      otherwise: "the sender of Africa's Talking",
    }),
  AFRICASTALKING_URL: baseAddress('AFRICASTALKING_URL', AFRICASTALKING)
    .default(AFRICASTALKING)
    .register(settingWords, {
      group: 'tests',
      does: "The address of Africa's Talking; `https://api.sandbox.africastalking.com` is for trials, with the username `sandbox`.",
    }),
}

type SmsSettings = {
  AFRICASTALKING_USERNAME?: string | undefined
  AFRICASTALKING_API_KEY?: string | undefined
  AFRICASTALKING_SENDER?: string | undefined
  AFRICASTALKING_URL: string
}
type Provider = { username: string; apiKey: string; sender: string | undefined; url: string }
export type SmsConfig = ({ kind: 'africastalking' } & Provider) | { kind: 'files' }

export function readSmsConfig(set: SmsSettings): SmsConfig {
  const { AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: apiKey } = set
  if (username !== undefined && apiKey !== undefined) {
    const { AFRICASTALKING_SENDER: sender, AFRICASTALKING_URL: url } = set
    return { kind: 'africastalking', username, apiKey, sender, url }
  }
  if (username === undefined && apiKey === undefined) return { kind: 'files' }
  throw new SettingError(
    'AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY go together: set both or neither.',
  )
}

/** Well within the lease of a notification. */
const SEND_TIMEOUT_MS = 30_000

/** Short messages to Kenyan mobile numbers. Without a provider each becomes a file and a line in the log. */
export const sms: NotificationChannel<SmsConfig> = {
  addressOf: ({ phone }) => phone ?? undefined,
  isOffered: ({ kind }, { demo }) => kind === 'africastalking' || demo,
  calls: (config) =>
    config.kind === 'africastalking' ? { setting: 'AFRICASTALKING_URL', url: config.url } : undefined,
  limits: { shortKindsOnly: true, mostPerDay: 10 },
  open: ({ config, ...deps }) => (config.kind === 'files' ? fileSender(deps) : africasTalkingSender(config)),
}

/**
 * The subject as one SMS of characters that GSM 03.38 sends as one septet, of which a message holds 160. Brackets other than
 * round ones, `\`, `^`, `~` and `|` take two septets; any character outside the alphabet, as the backtick, reduces a message
 * to 70 characters.
 */
export function smsText({ subject }: Pick<ComposedText, 'subject'>): string {
  const plain = subject
    .replace(/[“”„]/g, '"')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/[\u00a0\u202f]/g, ' ')
    .normalize('NFKD')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/`/g, "'")
    .replace(/~/g, '-')
    .replace(/[\\|]/g, '/')
    .replace(/[^ -Z_a-z]/g, '')
  const text = `Twende: ${plain}`
  return text.length <= 160 ? text : `${text.slice(0, 157)}...`
}

/** Refused by the provider. `statusCode` is its code for the recipient, or 0 if it answered something else. */
class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Processed, sent, queued; https://developers.africastalking.com, "SMS status codes". */
const ACCEPTED = [100, 101, 102]
/** Invalid number, unsupported kind of number, blocked by its owner, no route, do-not-disturb. */
const PERMANENT = [403, 404, 406, 407, 409]

const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string() })),
  }),
})

/**
 * The provider knows no idempotency key: a message whose answer is lost is sent again, and may arrive twice.
 */
function africasTalkingSender({ username, apiKey, sender, url }: Provider): ChannelSender {
  return {
    async send({ recipient, text }) {
      const form = new URLSearchParams({ username, to: `+${recipient}`, message: smsText(text) })
      if (sender !== undefined) form.set('from', sender)
      const response = await fetch(`${url}/version1/messaging`, {
        method: 'POST',
        headers: { apiKey, accept: 'application/json' },
        body: form,
        redirect: 'manual',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      const body = await response.text()
      if (!response.ok) throw new SmsRefused(0, `the SMS provider answered ${response.status}`)
      const recipientResult = readRecipient(body)
      if (!recipientResult) throw new SmsRefused(0, 'the answer of the SMS provider names no recipient')
      const { statusCode, status } = recipientResult
      if (!ACCEPTED.includes(statusCode)) throw new SmsRefused(statusCode, `${statusCode} ${status}`)
    },
    isPermanent: (error) => error instanceof SmsRefused && PERMANENT.includes(error.statusCode),
  }
}

function readRecipient(body: string): { statusCode: number; status: string } | undefined {
  try {
    return Answer.parse(JSON.parse(body)).SMSMessageData.Recipients[0]
  } catch {
    return undefined
  }
}

function fileSender({
  dataDir,
  logger,
}: Pick<ChannelDeps<never>, 'dataDir'> & { logger: Logger }): ChannelSender {
  const folder = join(dataDir, 'sms')
  return {
    async send({ idempotencyKey, recipient, text, createdAt, kind }) {
      const path = join(folder, `${createdAt.toISOString().replaceAll(':', '-')}-${idempotencyKey}.txt`)
      const draft = `${path}.${randomBytes(4).toString('hex')}.part`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(draft, `To: +${recipient}\n\n${smsText(text)}\n`, { mode: 0o600 })
      await rename(draft, path)
      logger.info({ kind, path }, 'no SMS provider is set: an SMS was written to a file')
    },
    isPermanent: () => false,
  }
}
