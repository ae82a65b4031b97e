import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import type { FactorKind } from '../../notifications/notification-params.ts'
import { lockOpenAccount } from '../profile/profile-store.ts'
import { replaceWithNewRecoveryCodes } from './add-factor.ts'
import type { CheckDeps } from './check-proof.ts'
import { deleteApp, deletePasskey, hasSecondFactor, replaceRecoveryCodes } from './factor-store.ts'
import { notifyFactorAdded, notifyFactorRemoved } from './notify-factor-change.ts'
import { requiresSecondFactor } from './read-factors.ts'

export function removeApp(deps: CheckDeps, currentUser: CurrentUser): Promise<void> {
  return removeFactor(deps, currentUser, 'app', (tx) => deleteApp(tx, currentUser.accountId))
}

export function removePasskey(deps: CheckDeps, currentUser: CurrentUser, passkeyId: string): Promise<void> {
  return removeFactor(deps, currentUser, 'passkey', (tx) =>
    deletePasskey(tx, { accountId: currentUser.accountId, passkeyId }),
  )
}

/** Removing a factor twice has no further effect. The last factor cannot be removed if the role requires one. */
function removeFactor(
  deps: CheckDeps,
  currentUser: CurrentUser,
  factor: FactorKind,
  remove: (tx: Db) => Promise<boolean>,
): Promise<void> {
  const { accountId } = currentUser
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    if (!(await remove(tx))) return
    if (!(await hasSecondFactor(tx, accountId))) {
      if (requiresSecondFactor(deps.config, currentUser.role)) throw new AppError('last_second_factor')
      await replaceRecoveryCodes(tx, { accountId, hashes: [], now })
    }
    await notifyFactorRemoved(tx, { ...currentUser, id: accountId }, factor, now)
  })
}

/** New recovery codes for an account that has a factor; the old ones no longer work. */
export function renewRecoveryCodes(deps: CheckDeps, currentUser: CurrentUser): Promise<string[]> {
  const { accountId } = currentUser
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    if (!(await hasSecondFactor(tx, accountId))) throw new AppError('no_second_factor')
    await notifyFactorAdded(tx, { ...currentUser, id: accountId }, 'recovery_codes', deps.clock.now())
    return replaceWithNewRecoveryCodes(deps, tx, accountId)
  })
}
