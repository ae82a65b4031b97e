import type { SecondFactors } from '@twende/contract/accounts/second-factor.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import type { FactorDeps } from './ask-proof.ts'
import { countRecoveryCodes, findApp, findPasskeys } from './factor-store.ts'
import { requiresSecondFactor } from './required-factor.ts'

/** The second factors of the signed-in person: nothing of them that is secret. */
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
