import type { PersonalData } from '../personal-data.ts'
import { countRecoveryCodes, deleteSecondFactors, findApp, findPasskeys } from './factor-store.ts'

/** With what a person logs in beside the password; nothing of it that is secret. */
export const personalFactors: PersonalData = {
  async tell({ db }, accountId) {
    const [app, passkeys] = [await findApp(db, accountId), await findPasskeys(db, accountId)]
    return {
      app: app ? { addedAt: app.createdAt, lastUsedAt: app.lastUsedAt } : null,
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, addedAt: createdAt, lastUsedAt })),
      recoveryCodesLeft: await countRecoveryCodes(db, accountId),
    }
  },
  async forget(tx, { accountId }) {
    await deleteSecondFactors(tx, accountId)
  },
}
