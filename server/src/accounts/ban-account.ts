import { mayBan } from '@twende/contract/accounts/people-rules.ts'
import type { Deps } from '../basic-deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { clearBan, markBanned } from './account-store.ts'
import { type Decider, holdPerson } from './hold-person.ts'
import { countCarsPaidFor, findPerson } from './people-store.ts'
import { writeNote } from './person-note-store.ts'

type BanDeps = Pick<Deps, 'db' | 'clock'>
/** The cars for sale that a ban hides, or hid. */
export type HiddenCars = { cars: number; days: number }
type Ban = { accountId: string; reason: string }

const DAY_MS = 86_400_000

/** Closes an account; its sessions end with the next request. Banning twice is the same as once. */
export async function banAccount({ db, clock }: BanDeps, by: Decider, ban: Ban): Promise<HiddenCars> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const { person, decider } = await holdPerson(tx, by, ban.accountId)
    if (!mayBan(decider, person)) throw new AppError('forbidden')
    const cars = await countCarsPaidFor(tx, ban.accountId, now)
    if (await markBanned(tx, ban.accountId, now))
      await writeNote(tx, { ...ban, at: now, by: by.accountId, what: 'ban', note: ban.reason })
    return { cars, days: 0 }
  })
}

/**
 * Opens a banned account again; the person signs in anew. Answers which cars were hidden and for how long: whether their
 * sellers get those days back is for staff to decide.
 */
export async function unbanAccount({ db, clock }: BanDeps, by: Decider, ban: Ban): Promise<HiddenCars> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const { person, decider } = await holdPerson(tx, by, ban.accountId)
    if (!mayBan(decider, person)) throw new AppError('forbidden')
    const since = (await findPerson(tx, ban.accountId))?.banned_at
    if (!since) return { cars: 0, days: 0 }
    await clearBan(tx, ban.accountId)
    await writeNote(tx, { ...ban, at: now, by: by.accountId, what: 'unban', note: ban.reason })
    const days = Math.max(1, Math.round((now.getTime() - since.getTime()) / DAY_MS))
    return { cars: await countCarsPaidFor(tx, ban.accountId, since), days }
  })
}
