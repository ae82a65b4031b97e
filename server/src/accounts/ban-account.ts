import { mayBan } from '@twende/contract/accounts/people-rules.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { clearBan, markBanned } from './account-store.ts'
import { type Decider, holdPerson } from './hold-person.ts'
import { writeNote } from './person-note-store.ts'

type BanDeps = Pick<Deps, 'db' | 'clock'>
type Ban = { accountId: string; reason: string }

/** Closes an account; its sessions end with the next request. Banning twice is the same as once. */
export async function banAccount({ db, clock }: BanDeps, by: Decider, ban: Ban): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { person, decider } = await holdPerson(tx, by, ban.accountId)
    if (!mayBan(decider, person)) throw new Refusal('forbidden')
    if (!(await markBanned(tx, ban.accountId, now))) return
    await writeNote(tx, { ...ban, at: now, by: by.accountId, what: 'ban', note: ban.reason })
  })
}

/** Opens a banned account again; the person signs in anew. */
export async function unbanAccount({ db, clock }: BanDeps, by: Decider, ban: Ban): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { person, decider } = await holdPerson(tx, by, ban.accountId)
    if (!mayBan(decider, person)) throw new Refusal('forbidden')
    if (!person.banned) return
    await clearBan(tx, ban.accountId)
    await writeNote(tx, { ...ban, at: clock.now(), by: by.accountId, what: 'unban', note: ban.reason })
  })
}
