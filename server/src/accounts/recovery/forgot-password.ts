import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { uuidv7 } from '../../db/new-id.ts'
import { countInWindow } from '../../http/limits/rate-limit-store.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { findAccountByEmail } from '../account-store.ts'
import { tokenHash } from '../keyed-hash.ts'
import type { Secrets } from '../secrets.ts'
import { recognisedBrowserId } from '../sessions/recognised-browser.ts'
import type { Browser } from '../sessions/start-session.ts'
import { keepRecoveryCode, keepRecoveryLink, recoveryCodeHash } from './recovery-store.ts'

const CODE_DIGITS = 6
const CODE_MINUTES = 10
const HOUR = 3600
/** Good for as long as the mails of an hour are counted: whoever got those of others still has one that works. */
const LINK_MINUTES = 60
const MAILS_FROM_ONE_PLACE = 3
const MAILS_TO_ONE_PERSON = 6

type RecoveryDeps = {
  db: Database
  clock: Clock
  secrets: Secrets
  tokenSecret: string
  config: { publicUrl: string }
}
type Request = { email: string; network: string; browser: Browser }

/** Mails a code to the person behind the email, if there is one; the account is for the security log, not the visitor. */
export async function forgotPassword(
  deps: RecoveryDeps,
  { email, network, browser }: Request,
): Promise<{ accountId: string | undefined }> {
  const now = deps.clock.now()
  const account = await findAccountByEmail(deps.db, email)
  const knownId = recognisedBrowserId(deps, browser.knownCookie, account)
  const mayMail = await countMail(deps, { email, network, knownId })
  // Beyond the limit what was already mailed stays good: a stranger who asks again and again cannot void it.
  if (!account || account.bannedAt || !mayMail) return { accountId: account?.id }
  const code = deps.secrets.digits(CODE_DIGITS)
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const linkSecret = deps.secrets.token()
  const link = `${deps.config.publicUrl}/account#recovery=${linkSecret}`
  const codeHash = recoveryCodeHash(deps, account.id, code)
  await deps.db.transaction().execute(async (tx) => {
    await keepRecoveryCode(tx, { accountId: account.id, codeHash, expiresAt })
    await keepRecoveryLink(tx, {
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

type Asker = { email: string; network: string; knownId: string | undefined }

/**
 * Whether one more mail may go out. Each network has its own few, and all of them together not many more, so that nobody
 * fills a mailbox; a browser that signed in before has its own few in any case.
 */
async function countMail({ db, clock }: RecoveryDeps, { email, network, knownId }: Asker): Promise<boolean> {
  const now = clock.now()
  const place = knownId === undefined ? `from ${network}` : `by browser ${knownId}`
  const { count } = await countInWindow(db, `recovery mail to ${email} ${place}`, HOUR, now)
  if (count > MAILS_FROM_ONE_PLACE) return false
  if (knownId !== undefined) return true
  const all = await countInWindow(db, `recovery mail to ${email}`, HOUR, now)
  return all.count <= MAILS_TO_ONE_PERSON
}
