import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { countInWindow } from '../../http/limits/rate-limit-store.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { findAccountByEmail } from '../account-store.ts'
import { type Secrets, tokenHash } from '../secrets.ts'
import { recognisedBrowserId } from '../sessions/recognised-browser.ts'
import type { Browser } from '../sessions/start-session.ts'
import { recoveryCodeHash, saveRecoveryCode, saveRecoveryLink } from './recovery-store.ts'

const CODE_DIGITS = 6
const CODE_MINUTES = 10
const HOUR = 3600
/** As long as the period in which mails are counted: requests of others cannot leave a person without a valid link. */
const LINK_MINUTES = 60
const MAX_MAILS_PER_NETWORK = 3
const MAX_MAILS_PER_ACCOUNT = 6

type RecoveryDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  tokenSecret: string
  config: { publicUrl: string }
}
type Request = {
  email: string
  network: string
  browser: Browser
  /** The hash of the email if this browser proved it by a code. */
  provenEmail: string | undefined
}

/** Mails a code if the email has an account. The account id is for the security log, not for the reply. */
export async function forgotPassword(
  deps: RecoveryDeps,
  { email, network, browser, provenEmail }: Request,
): Promise<{ accountId: string | undefined }> {
  const now = deps.clock.now()
  const account = await findAccountByEmail(deps.db, email)
  const trustedSender = recognisedBrowserId(deps, browser.knownCookie, account) ?? provenEmail
  const mayMail = await countMail(deps, { email, network, trustedSender })
  // Above the limit nothing changes, so that repeated requests of others cannot invalidate a mailed code.
  if (!account || account.bannedAt || !mayMail) return { accountId: account?.id }
  const code = deps.secrets.digits(CODE_DIGITS)
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const linkSecret = deps.secrets.token()
  const link = `${deps.config.publicUrl}/account#recovery=${linkSecret}`
  const codeHash = recoveryCodeHash(deps, account.id, code)
  await deps.db.transaction().execute(async (tx) => {
    await saveRecoveryCode(tx, { accountId: account.id, codeHash, expiresAt })
    await saveRecoveryLink(tx, {
      accountId: account.id,
      secretHash: tokenHash(linkSecret),
      expiresAt: new Date(now.getTime() + LINK_MINUTES * 60_000),
      now,
    })
    await queueNotification(
      tx,
      {
        kind: 'recovery_code',
        params: { name: account.name, expiresAt: expiresAt.toISOString(), secret: { code, link } },
        accountId: account.id,
        email: account.email,
        dedupeKey: `recovery code ${uuidv7()}`,
      },
      now,
    )
  })
  return { accountId: account.id }
}

type MailRequest = {
  email: string
  network: string
  /** The browser that signed in before, or the email that was proved. */
  trustedSender: string | undefined
}

/**
 * Whether one more mail may be sent. Mails are limited for each network and for all networks together, so that nobody can
 * fill a mailbox; a browser that signed in before, or proved the email, has a separate limit.
 */
async function countMail(
  { db, clock }: RecoveryDeps,
  { email, network, trustedSender }: MailRequest,
): Promise<boolean> {
  const now = clock.now()
  const place = trustedSender === undefined ? `from ${network}` : `by browser ${trustedSender}`
  const { count } = await countInWindow(db, `recovery mail to ${email} ${place}`, HOUR, now)
  if (count > MAX_MAILS_PER_NETWORK) return false
  if (trustedSender !== undefined) return true
  const all = await countInWindow(db, `recovery mail to ${email}`, HOUR, now)
  return all.count <= MAX_MAILS_PER_ACCOUNT
}
