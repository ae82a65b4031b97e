import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import * as z from 'zod'
import { isPrivateHost, type LookUpAddresses, lookUpAddresses } from '../../config/private-address.ts'
import { address, settingWords } from '../../config/setting.ts'
import { letterOf } from '../compose-text.ts'
import type { ChannelDeps, ChannelSender, NotificationChannel, OutgoingMessage } from './channel.ts'

export const mailSettings = {
  SMTP_URL: address('SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@mail.example:587')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The mail server: `smtps://` is TLS from the start; `smtp://` turns to TLS, which is required unless the server is at a private address.',
      otherwise: 'mail goes to files in `DATA_DIR/mail`',
    }),
  MAIL_FROM: z
    .string()
    .regex(/[^\s@]+@[^\s@]+/, 'MAIL_FROM is an email address, with or without a name.')
    .optional()
    .register(settingWords, {
      group: 'first',
      does: 'The sender of mail, with or without a name.',
      otherwise: '`Twende <no-reply@…>` with the host of `PUBLIC_URL`',
    }),
}

export type MailConfig = ReturnType<typeof readMailConfig>

export function readMailConfig(
  { SMTP_URL, MAIL_FROM }: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined },
  publicUrl: string,
) {
  const from = MAIL_FROM ?? `Twende <no-reply@${new URL(publicUrl).hostname}>`
  return SMTP_URL === undefined
    ? { kind: 'files' as const, from }
    : { kind: 'smtp' as const, from, url: SMTP_URL }
}

/** Well within the lease of a notification. */
const SEND_TIMEOUT_MS = 60_000

/** Every account can be reached by mail. Without an SMTP server each mail becomes a file and a line in the log. */
export const mail: NotificationChannel<MailConfig> = {
  addressOf({ email }) {
    if (!isOneAddress(email)) throw new Error('a notification goes to exactly one email address')
    return email
  },
  open: openMail,
}

type MailDeps = ChannelDeps<MailConfig> & { look?: LookUpAddresses }

export function openMail({
  config,
  publicUrl,
  dataDir,
  logger,
  look = lookUpAddresses,
}: MailDeps): ChannelSender {
  if (config.kind === 'smtp') return smtpSender({ ...config, publicUrl, look })
  return fileSender({ from: config.from, publicUrl, folder: join(dataDir, 'mail'), logger })
}

type SmtpServer = { url: string; from: string; publicUrl: string; look: LookUpAddresses }

/** Mail leaves a private network only over TLS, with a certificate that is verified. */
function smtpSender({ url, from, publicUrl, look }: SmtpServer): ChannelSender {
  const server = new URL(url)
  return {
    async send(message) {
      const requireTLS = !(await isPrivateHost(server.hostname, look))
      const transport = createTransport({
        url,
        requireTLS,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
      await transport.sendMail({
        ...toMail(message, from, publicUrl),
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
    },
    isPermanent: isUnknownRecipient,
  }
}

/** The server says that the recipient's address does not exist (RFC 3463: 5.1.x). Every other error may pass. */
function isUnknownRecipient(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'response' in error)) return false
  return error.command === 'RCPT TO' && /^5\d\d[ -]5\.1\./.test(String(error.response))
}

type MailFolder = { from: string; publicUrl: string; folder: string; logger: Logger }

function fileSender({ from, publicUrl, folder, logger }: MailFolder): ChannelSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const sent = await transport.sendMail(toMail(message, from, publicUrl))
      const { idempotencyKey, createdAt, kind } = message
      const path = join(folder, `${createdAt.toISOString().replaceAll(':', '-')}-${idempotencyKey}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, sent.message, { mode: 0o600 })
      await rename(`${path}.part`, path)
      logger.info({ kind, path }, 'no SMTP_URL is set: a mail was written to a file')
    },
    isPermanent: () => false,
  }
}

/**
 * The recipient is given as one address, never as text to be split; nothing in a mail can name a file to attach. The
 * Message-ID is the same at every attempt.
 */
function toMail(message: OutgoingMessage, from: string, publicUrl: string) {
  const { idempotencyKey, recipient, text, createdAt } = message
  return {
    messageId: `<${idempotencyKey}@${new URL(publicUrl).hostname}>`,
    date: createdAt,
    from,
    to: { name: '', address: recipient },
    subject: text.subject,
    text: keepAmounts(letterOf(text, publicUrl)),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function isOneAddress(text: string): boolean {
  return /^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+$/.test(text) && !/\p{Cc}/u.test(text)
}
