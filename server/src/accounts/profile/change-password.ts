import { uuidv7 } from '../../db/new-id.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import { type ProveDeps, verifyPassword } from '../passwords/verify-password.ts'
import { type Browser, type SessionDeps, startSession } from '../sessions/start-session.ts'
import { replaceKnownPassword } from './profile-store.ts'

type PasswordChange = { oldPassword: string; newPassword: string; browser: Browser }

/** Changes the password after checking the old one; every session ends, and this browser gets a new one. */
export async function changePassword(
  deps: SessionDeps & ProveDeps,
  currentUser: CurrentUser,
  { oldPassword, newPassword, browser }: PasswordChange,
): Promise<{ token: string }> {
  const account = await verifyPassword(deps, currentUser, oldPassword)
  const { accountId, expiresAt, secondFactorProvedAt } = currentUser
  const { name, email } = account
  await requireStrongPassword(newPassword, { name, email })
  const to = await hashPassword(newPassword)
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    // It was changed at the same moment: the old password is no longer correct.
    if (!(await replaceKnownPassword(tx, { accountId, from: account.passwordHash, to, now })))
      throw new AppError('wrong_password')
    const params = { name, at: now.toISOString(), loggedOut: 'elsewhere' } as const
    const dedupeKey = `password changed ${uuidv7()}`
    await queueNotification(tx, { kind: 'password_changed', params, accountId, email, dedupeKey }, now)
    const replaced = { expiresAt, secondFactorProvedAt }
    const proved = { ...account, passwordHash: to }
    const session = await startSession(deps, tx, { account: proved, browser, replaced })
    if (!session) throw new AppError('not_signed_in')
    return session
  })
}
