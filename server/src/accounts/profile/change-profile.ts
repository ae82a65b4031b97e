import type { Profile, ProfileChange } from '@twende/contract/accounts/profile-routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import type { AccountRow } from '../account-store.ts'
import { hashPassword, type ProveDeps, verifyPassword } from '../passwords/password-hash.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import { signToken } from '../sessions/session-token.ts'
import { type Browser, type SessionDeps, startSession } from '../sessions/start-session.ts'
import {
  changePreferences,
  changeProfile,
  lockOpenAccount,
  type ProfileColumns,
  presentProfile,
  replaceKnownPassword,
  requireAccount,
} from './profile-store.ts'

/** Changes name, phone and preferences; the new token has the new name and the same session. */
export async function changeOwnProfile(
  deps: SessionDeps & ProveDeps & Pick<AppDeps, 'config'>,
  currentUser: CurrentUser,
  change: ProfileChange,
): Promise<{ profile: Profile; token: string }> {
  const { accountId, sessionId, expiresAt } = currentUser
  const changesPhone = ({ phone }: AccountRow) => change.phone !== undefined && change.phone !== phone
  const needsProof = changesPhone(await requireAccount(deps.db, accountId))
  if (needsProof) {
    if (change.password === undefined) throw new AppError('password_needed')
    await verifyPassword(deps, currentUser, change.password)
  }
  const account = await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    const before = await requireAccount(tx, accountId)
    // Another request may have changed the phone since the check.
    if (changesPhone(before) && !needsProof) throw new AppError('password_needed')
    const set = columnsOf(change, before, deps.config)
    if (Object.keys(set).length > 0) await changeProfile(tx, accountId, set)
    return requireAccount(tx, accountId)
  })
  return {
    profile: presentProfile(account, deps.config),
    token: await signToken(deps, { ...account, sessionId, expiresAt }),
  }
}

function columnsOf(
  { name, phone, notifications, locale }: ProfileChange,
  before: AccountRow,
  config: AppDeps['config'],
): ProfileColumns {
  return {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(notifications === undefined ? {} : changePreferences(before, notifications, config)),
    ...(locale === undefined ? {} : { locale }),
  }
}

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
