import type { Deps } from '../basic-deps.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { type Decider, holdPerson } from './hold-person.ts'
import { writeNote } from './person-note-store.ts'

/** Keeps what staff writes about a person. */
export async function notePerson(
  { clock }: Pick<Deps, 'clock'>,
  idempotency: Idempotency,
  by: Decider,
  { accountId, note }: { accountId: string; note: string },
): Promise<void> {
  await idempotency.transaction(async (tx) => {
    await holdPerson(tx, by, accountId)
    await writeNote(tx, { accountId, at: clock.now(), by: by.accountId, what: 'note', note })
    return accountId
  })
}
