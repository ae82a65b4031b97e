import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { type LockedAccount, lockAccounts } from './account-store.ts'

/** Serializes the purchases and listings of one account. Taken before locks of cars and products. */
export async function lockAccount(tx: Db, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** The member of staff who acts on an account. */
export type Actor = { accountId: string }

export type LockedAccountWithActor = {
  person: LockedAccount & { _id: string }
  actor: { _id: string; role: Role }
  /** The number of other open accounts of admins. */
  otherAdmins: number
}

/**
 * Locks an account, that of the actor and those of all admins until the transaction ends. The actor's role, rights
 * and ban are checked again, because they may have been changed at the same moment.
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
  if (!actor.rights.includes('people')) throw new AppError('right_needed')
  if (person.deleted) throw new AppError('account_wrong_state')
  return {
    person: { ...person, _id: person.id },
    actor: { _id: actor.id, role: actor.role },
    otherAdmins: held.filter(({ id, role, banned }) => role === 'admin' && !banned && id !== accountId)
      .length,
  }
}
