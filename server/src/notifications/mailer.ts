import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { isPrivateHost, type LookUpAddresses, lookUpAddresses } from '../config/private-address.ts'

export type Mail = {
  /** Makes the Message-ID, so that a mail sent twice is recognised as one. */
  id: string
  kind: string
  recipient: string
  subject: string
  body: string
  writtenAt: Date
}
export type Mailer = { send(mail: Mail): Promise<void> }

/** Well within a sender's lease. */
const LONGEST_SEND_MS = 60_000

type MailerDeps = {
  config: Pick<Config, 'mail' | 'dataDir' | 'publicUrl'>
  logger: Logger
  look?: LookUpAddresses
}

/** Sends by SMTP when it is configured; otherwise every mail becomes a file and a line in the log. */
export function openMailer({ config, logger, look = lookUpAddresses }: MailerDeps): Mailer {
  const { mail, publicUrl } = config
  const host = new URL(publicUrl).hostname
  if (mail.kind === 'smtp') return smtpMailer({ ...mail, host, look })
  return fileMailer({ from: mail.from, host, folder: join(config.dataDir, 'mail'), logger })
}

type SmtpGiven = { url: string; from: string; host: string; look: LookUpAddresses }

/** Mail leaves a private network only over TLS, with a certificate that is verified. */
function smtpMailer({ url, from, host, look }: SmtpGiven): Mailer {
  const server = new URL(url)
  return {
    async send(mail) {
      const requireTLS = !(await isPrivateHost(server.hostname, look))
      const transport = createTransport({
        url,
        requireTLS,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
      await transport.sendMail({ ...message(mail, from, host), signal: AbortSignal.timeout(LONGEST_SEND_MS) })
    },
  }
}

function fileMailer(given: { from: string; host: string; folder: string; logger: Logger }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const sent = await transport.sendMail(message(mail, given.from, given.host))
      const path = join(given.folder, `${mail.writtenAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`)
      await mkdir(given.folder, { recursive: true, mode: 0o700 })
      await writeFile(`${path}.part`, sent.message, { mode: 0o600 })
      await rename(`${path}.part`, path)
      given.logger.info({ kind: mail.kind, path }, 'no SMTP_URL is set: a mail was written to a file')
    },
  }
}

/** The recipient is given as one address, never as text to be split; nothing in a mail can name a file to attach. */
function message(mail: Mail, from: string, host: string) {
  return {
    messageId: `<${mail.id}@${host}>`,
    date: mail.writtenAt,
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
