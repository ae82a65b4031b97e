import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../http/caller.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FactorKind } from '../../notices/second-factor-notice-texts.ts'
import { lockOpenAccount } from '../profile-store.ts'
import { giveRecoveryCodes } from './add-factor.ts'
import type { CheckDeps } from './check-proof.ts'
import { deleteApp, deletePasskey, hasSecondFactor, replaceRecoveryCodes } from './factor-store.ts'
import { requiresSecondFactor } from './required-factor.ts'
import { tellFactorAdded, tellFactorRemoved } from './tell-factor-change.ts'

export function removeApp(deps: CheckDeps, caller: Caller): Promise<void> {
  return removeFactor(deps, caller, 'app', (tx) => deleteApp(tx, caller.accountId))
}

export function removePasskey(deps: CheckDeps, caller: Caller, passkeyId: string): Promise<void> {
  return removeFactor(deps, caller, 'passkey', (tx) =>
    deletePasskey(tx, { accountId: caller.accountId, passkeyId }),
  )
}

/** Removing twice is the same as once. The last factor of somebody whose role requires one stays. */
function removeFactor(
  deps: CheckDeps,
  caller: Caller,
  factor: FactorKind,
  remove: (tx: Db) => Promise<boolean>,
): Promise<void> {
  const { accountId } = caller
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new Refusal('not_signed_in')
    if (!(await remove(tx))) return
    if (!(await hasSecondFactor(tx, accountId))) {
      if (requiresSecondFactor(deps.config, caller.role)) throw new Refusal('last_second_factor')
      await replaceRecoveryCodes(tx, { accountId, hashes: [], now })
    }
    await tellFactorRemoved(tx, { ...caller, id: accountId }, factor, now)
  })
}

/** New recovery codes for an account that has a factor; the old ones no longer work. */
export function renewRecoveryCodes(deps: CheckDeps, caller: Caller): Promise<string[]> {
  const { accountId } = caller
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new Refusal('not_signed_in')
    if (!(await hasSecondFactor(tx, accountId))) throw new Refusal('no_second_factor')
    await tellFactorAdded(tx, { ...caller, id: accountId }, 'recovery codes', deps.clock.now())
    return giveRecoveryCodes(deps, tx, accountId)
  })
}
