import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { type HeldAccount, holdAccounts } from './account-store.ts'

/** Who decides about somebody's account. */
export type Decider = { accountId: string }

export type HeldPerson = {
  person: HeldAccount & { _id: string }
  decider: { _id: string; role: Role }
  /** Open accounts of admins, the person's own left out. */
  otherAdmins: number
}

/**
 * Keeps a person and all admins as they are until the transaction ends. Whoever decides is looked at again: somebody
 * may decide about them at the same moment.
 */
export async function holdPerson(tx: Db, by: Decider, accountId: string): Promise<HeldPerson> {
  const held = await holdAccounts(tx, [by.accountId, accountId])
  const person = held.find(({ id }) => id === accountId)
  if (!person) throw new AppError('not_found')
  const decider = held.find(({ id }) => id === by.accountId)
  if (!decider || decider.banned || decider.role === 'user') throw new AppError('forbidden')
  if (person.deleted) throw new AppError('account_wrong_state')
  return {
    person: { ...person, _id: person.id },
    decider: { _id: decider.id, role: decider.role },
    otherAdmins: held.filter(({ id, role, banned }) => role === 'admin' && !banned && id !== accountId)
      .length,
  }
}
