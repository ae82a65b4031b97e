import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { roleLabels } from '@twende/contract/accounts/people-rules.ts'
import type { Deps } from '../basic-deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { changeRole } from './account-store.ts'
import { type Decider, holdPerson } from './hold-person.ts'
import { writeNote } from './person-note-store.ts'

type NewRole = { accountId: string; role: Role; was?: Role | undefined; reason: string }

/** Changes what a person may do here and ends their sessions; somebody always stays admin. */
export async function giveRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Decider,
  { accountId, role, was, reason }: NewRole,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { person, decider, otherAdmins } = await holdPerson(tx, by, accountId)
    if (decider.role !== 'admin') throw new AppError('forbidden')
    if (person.role === role) return
    if (person.banned || (was && was !== person.role)) throw new AppError('account_wrong_state')
    if (person.role === 'admin' && otherAdmins === 0) throw new AppError('last_admin')
    const now = clock.now()
    await changeRole(tx, { accountId, role, now })
    const change = `${roleLabels[person.role]} → ${roleLabels[role]}`
    const note = reason ? `${change}: ${reason}` : change
    await writeNote(tx, { accountId, at: now, by: by.accountId, what: 'role', note })
  })
}
