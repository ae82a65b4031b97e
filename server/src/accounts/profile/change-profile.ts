import type { Profile, ProfileChange } from '@twende/contract/accounts/profile-routes.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import type { AccountRow } from '../account-store.ts'
import { type ProveDeps, verifyPassword } from '../passwords/verify-password.ts'
import { signToken } from '../sessions/session-token.ts'
import type { SessionDeps } from '../sessions/start-session.ts'
import {
  changePreferences,
  changeProfile,
  lockOpenAccount,
  type ProfileColumns,
  presentProfile,
  requireAccount,
} from './profile-store.ts'

/** Changes name, phone and preferences; the new token has the new name and the same session. */
export async function changeOwnProfile(
  deps: SessionDeps & ProveDeps,
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
    const set = columnsOf(change, before)
    if (Object.keys(set).length > 0) await changeProfile(tx, accountId, set)
    return requireAccount(tx, accountId)
  })
  return {
    profile: presentProfile(account),
    token: await signToken(deps, { ...account, sessionId, expiresAt }),
  }
}

function columnsOf({ name, phone, notifications }: ProfileChange, before: AccountRow): ProfileColumns {
  return {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(notifications === undefined ? {} : changePreferences(before, notifications)),
  }
}
