import type { Deps } from '../basic-deps.ts'
import { type Asker, createOnce } from '../http/idempotency.ts'
import { type Decider, holdPerson } from './hold-person.ts'
import { writeNote } from './person-note-store.ts'

/** Keeps what staff writes about a person. */
export async function notePerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Decider & Asker,
  { accountId, note }: { accountId: string; note: string },
): Promise<void> {
  await createOnce({ db, clock }, by, { accountId, note }, async (tx) => {
    await holdPerson(tx, by, accountId)
    await writeNote(tx, { accountId, at: clock.now(), by: by.accountId, what: 'note', note })
    return accountId
  })
}
