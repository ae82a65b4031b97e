import { mayLogOut } from '@twende/contract/accounts/people-rules.ts'
import type { Deps } from '../basic-deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { type Decider, holdPerson } from './hold-person.ts'
import { writeNote } from './person-note-store.ts'
import { endSessions } from './session-store.ts'

/** Ends every session of a person, for staff. */
export async function logOutPerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Decider,
  accountId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { person, decider } = await holdPerson(tx, by, accountId)
    if (!mayLogOut(decider, person)) throw new AppError('forbidden')
    const now = clock.now()
    await endSessions(tx, accountId, now)
    await writeNote(tx, { accountId, at: now, by: by.accountId, what: 'log-out', note: '' })
  })
}
