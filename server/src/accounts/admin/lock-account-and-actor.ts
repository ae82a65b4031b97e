import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { type LockedAccount, lockAccounts } from '../account-store.ts'

/** Who decides about somebody's account. */
export type Actor = { accountId: string }

export type LockedAccountWithActor = {
  person: LockedAccount & { _id: string }
  actor: { _id: string; role: Role }
  /** Open accounts of admins, the person's own left out. */
  otherAdmins: number
}

/**
 * Keeps a person and all admins as they are until the transaction ends. Whoever decides is looked at again: somebody
 * may decide about them at the same moment.
 */
export async function lockAccountAndActor(
  tx: Db,
  by: Actor,
  accountId: string,
): Promise<LockedAccountWithActor> {
  const held = await lockAccounts(tx, [by.accountId, accountId])
  const person = held.find(({ id }) => id === accountId)
  if (!person) throw new AppError('not_found')
  const actor = held.find(({ id }) => id === by.accountId)
  if (!actor || actor.banned || actor.role === 'user') throw new AppError('forbidden')
  if (person.deleted) throw new AppError('account_wrong_state')
  return {
    person: { ...person, _id: person.id },
    actor: { _id: actor.id, role: actor.role },
    otherAdmins: held.filter(({ id, role, banned }) => role === 'admin' && !banned && id !== accountId)
      .length,
  }
}
