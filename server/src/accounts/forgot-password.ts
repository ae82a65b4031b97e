import type { Database } from '../db/database.ts'
import type { Clock } from '../deps.ts'
import { countInWindow } from '../http/attempt-store.ts'
import { uuidv7 } from '../new-id.ts'
import { recoveryCodeText } from '../notices/notice-texts.ts'
import { postNotice } from '../notices/post-notice.ts'
import { findAccountByEmail } from './account-store.ts'
import { recoveryCodeHash } from './recovery-code-hash.ts'
import { keepRecoveryCode } from './recovery-store.ts'
import type { Secrets } from './secrets.ts'

const CODE_DIGITS = 6
const CODE_MINUTES = 10
const MAILS_AN_HOUR = 3

type RecoveryDeps = { db: Database; clock: Clock; secrets: Secrets; tokenSecret: string }

/** Mails a code to the person behind the email, if there is one; the account is for the security log, not the visitor. */
export async function forgotPassword(
  deps: RecoveryDeps,
  { email }: { email: string },
): Promise<{ accountId: string | undefined }> {
  const now = deps.clock.now()
  const { count } = await countInWindow(deps.db, `recovery mail to ${email}`, 3600, now)
  const account = await findAccountByEmail(deps.db, email)
  // Beyond the limit the code already mailed stays good: a stranger who asks again and again cannot void it.
  if (!account || account.bannedAt || count > MAILS_AN_HOUR) return { accountId: account?.id }
  const code = deps.secrets.digits(CODE_DIGITS)
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const codeHash = recoveryCodeHash(deps, account.id, code)
  await deps.db.transaction().execute(async (tx) => {
    await keepRecoveryCode(tx, { accountId: account.id, codeHash, expiresAt })
    await postNotice(
      tx,
      {
        ...recoveryCodeText({ name: account.name, code, expiresAt }),
        accountId: account.id,
        recipient: account.email,
        dedupeKey: `recovery code ${uuidv7()}`,
      },
      now,
    )
  })
  return { accountId: account.id }
}
