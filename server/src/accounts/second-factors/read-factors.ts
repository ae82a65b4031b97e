import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import type { CurrentUser } from '../../http/current-user.ts'

import type { PersonalData } from '../personal-data.ts'
import type { FactorDeps } from './create-challenge.ts'
import { countRecoveryCodes, deleteSecondFactors, findApp, findPasskeys } from './factor-store.ts'

/** The second factors of an account, without secrets. */
export const personalFactors: PersonalData = {
  async exportData({ db }, accountId) {
    const [app, passkeys] = [await findApp(db, accountId), await findPasskeys(db, accountId)]
    return {
      app: app ? { addedAt: app.createdAt, lastUsedAt: app.lastUsedAt } : null,
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, addedAt: createdAt, lastUsedAt })),
      recoveryCodesLeft: await countRecoveryCodes(db, accountId),
    }
  },
  async erase(tx, { accountId }) {
    await deleteSecondFactors(tx, accountId)
  },
}

/** The second factors of the current user, without secrets. */
export async function readFactors(
  { db, config }: FactorDeps,
  { accountId, role }: CurrentUser,
): Promise<SecondFactors> {
  const [app, passkeys, recoveryCodesLeft] = await Promise.all([
    findApp(db, accountId),
    findPasskeys(db, accountId),
    countRecoveryCodes(db, accountId),
  ])
  return {
    required: requiresSecondFactor(config, role),
    app: app ? times(app) : null,
    passkeys: passkeys.map((passkey) => ({ _id: passkey.id, name: passkey.name, ...times(passkey) })),
    recoveryCodesLeft,
  }
}

function times({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date | null }) {
  return { addedAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** With real payments, staff who may refund money or change roles need a second factor. */
export function requiresSecondFactor(
  { payments }: { payments: { movesRealMoney: boolean } },
  role: Role,
): boolean {
  return role === 'admin' && payments.movesRealMoney
}
