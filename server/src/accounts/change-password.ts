import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../http/refusal.ts'
import { uuidv7 } from '../new-id.ts'
import { passwordChangedText } from '../notices/notice-texts.ts'
import { postNotice } from '../notices/post-notice.ts'
import { ownAccount } from './change-profile.ts'
import { refuseEasyPassword } from './easy-password.ts'
import { hashPassword, passwordFits } from './password-hash.ts'
import { exchangePassword } from './profile-store.ts'
import type { Secrets } from './secrets.ts'
import { signToken, type TokenDeps } from './session-token.ts'

type Wish = { oldPassword: string; newPassword: string }

/** Sets a new password for whoever knows the old one; every session ends, and this browser gets a new one. */
export async function changePassword(
  deps: TokenDeps & { db: Database; secrets: Secrets },
  accountId: string,
  { oldPassword, newPassword }: Wish,
): Promise<{ token: string }> {
  const account = await ownAccount(deps.db, accountId)
  if (!(await passwordFits(account.passwordHash, oldPassword))) throw new Refusal('wrong_password')
  const { name, email } = account
  refuseEasyPassword(newPassword, { name, email })
  const to = await hashPassword(newPassword)
  const now = deps.clock.now()
  const tokenVersion = await inTransaction(deps.db, async (tx) => {
    const version = await exchangePassword(tx, { accountId, from: account.passwordHash, to })
    // Somebody else changed it meanwhile: the old password is no longer right.
    if (version === undefined) throw new Refusal('wrong_password')
    const text = passwordChangedText({ name, at: now, loggedOut: 'elsewhere' })
    const dedupeKey = `password changed ${uuidv7()}`
    await postNotice(tx, { ...text, accountId, recipient: email, dedupeKey }, now)
    return version
  })
  return { token: await signToken(deps, { ...account, tokenVersion }) }
}
