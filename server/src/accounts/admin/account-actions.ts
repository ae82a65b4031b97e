import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { inOrder, mayBan, mayLogOut } from '@twende/contract/accounts/account-rules.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import type { Deps } from '../../basic-deps.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { changeRights, changeRole, clearBan, markBanned } from '../account-store.ts'
import { type Actor, lockAccountAndActor } from '../lock-account.ts'
import { endSessions } from '../sessions/session-store.ts'
import { hasOtherRightsSince, insertAccountNote } from './account-history-store.ts'
import { countPaidListings, findAccountRow } from './admin-account-store.ts'

type BanDeps = Pick<Deps, 'db' | 'clock'>
/** The cars for sale that a ban hides, and for how many days they were hidden. */
export type HiddenCars = { cars: number; days: number }
type Ban = { accountId: string; reason: string }

const DAY_MS = 86_400_000

/** Bans an account; its sessions end with the next request. Banning twice has no further effect. */
export async function banAccount({ db, clock }: BanDeps, by: Actor, ban: Ban): Promise<HiddenCars> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const { person, actor } = await lockAccountAndActor(tx, by, ban.accountId)
    if (!mayBan(actor, person)) throw new AppError('forbidden')
    const cars = await countPaidListings(tx, ban.accountId, now)
    if (await markBanned(tx, ban.accountId, now))
      await insertAccountNote(tx, { ...ban, at: now, by: by.accountId, what: 'ban', note: ban.reason })
    return { cars, days: 0 }
  })
}

/**
 * Lifts the ban of an account; the person has to sign in again. Returns how many cars were hidden and for how long: staff
 * decide whether their periods are extended.
 */
export async function unbanAccount({ db, clock }: BanDeps, by: Actor, ban: Ban): Promise<HiddenCars> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    const { person, actor } = await lockAccountAndActor(tx, by, ban.accountId)
    if (!mayBan(actor, person)) throw new AppError('forbidden')
    const since = (await findAccountRow(tx, ban.accountId))?.banned_at
    if (!since) return { cars: 0, days: 0 }
    await clearBan(tx, ban.accountId)
    await insertAccountNote(tx, { ...ban, at: now, by: by.accountId, what: 'unban', note: ban.reason })
    const days = Math.max(1, Math.round((now.getTime() - since.getTime()) / DAY_MS))
    return { cars: await countPaidListings(tx, ban.accountId, since), days }
  })
}

type NewRole = {
  accountId: string
  role: Role
  was?: Role | undefined
  /** What somebody who becomes staff may do. */
  rights?: readonly StaffRight[] | undefined
  reason: string
}

/** Changes the role of an account and ends its sessions; the last admin keeps the role. */
export async function changeAccountRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Actor,
  { accountId, role, was, rights: chosen, reason }: NewRole,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { person, actor, otherAdmins } = await lockAccountAndActor(tx, by, accountId)
    if (actor.role !== 'admin') throw new AppError('forbidden')
    if (person.role === role) return
    if (person.banned || (was && was !== person.role)) throw new AppError('account_wrong_state')
    if (person.role === 'admin' && otherAdmins === 0) throw new AppError('last_admin')
    const now = clock.now()
    const rights = role === 'staff' ? inOrder(chosen ?? []) : []
    await changeRole(tx, { accountId, role, rights, now })
    const roles = { oldRole: person.role, newRole: role, ...(role === 'staff' && { newRights: rights }) }
    await insertAccountNote(tx, {
      accountId,
      at: now,
      by: by.accountId,
      what: 'role',
      note: reason,
      ...roles,
    })
  })
}

type NewRights = {
  accountId: string
  rights: readonly StaffRight[]
  was: readonly StaffRight[]
  reason: string
}

/** Changes the rights of a member of staff, unless they are no longer those that the admin looked at. */
export async function changeStaffRights(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Actor,
  { accountId, rights: chosen, was, reason }: NewRights,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { person, actor } = await lockAccountAndActor(tx, by, accountId)
    if (actor.role !== 'admin') throw new AppError('forbidden')
    const [rights, seen, present] = [inOrder(chosen), inOrder(was), inOrder(person.rights)]
    if (person.role !== 'staff' || person.banned || seen.join() !== present.join())
      throw new AppError('account_wrong_state')
    if (rights.join() === present.join()) return
    await changeRights(tx, { accountId, rights })
    await insertAccountNote(tx, {
      accountId,
      at: clock.now(),
      by: by.accountId,
      what: 'rights',
      note: reason,
      oldRights: present,
      newRights: rights,
    })
  })
}

/** Refuses what an account was allowed before an admin gave it another role or other rights. */
export async function requireSameRightsSince(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  since: Date,
): Promise<void> {
  if (await hasOtherRightsSince(db, accountId, since)) throw new AppError('private_file_link_over')
}

/** Stores a note of staff about an account. */
export async function addAccountNote(
  { clock }: Pick<Deps, 'clock'>,
  idempotency: Idempotency,
  by: Actor,
  { accountId, note }: { accountId: string; note: string },
): Promise<void> {
  await idempotency.transaction(async (tx) => {
    await lockAccountAndActor(tx, by, accountId)
    await insertAccountNote(tx, { accountId, at: clock.now(), by: by.accountId, what: 'note', note })
    return accountId
  })
}

/** Ends every session of an account on behalf of staff. */
export async function logOutAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: Actor,
  accountId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { person, actor } = await lockAccountAndActor(tx, by, accountId)
    if (!mayLogOut(actor, person)) throw new AppError('forbidden')
    const now = clock.now()
    await endSessions(tx, accountId, now)
    await insertAccountNote(tx, { accountId, at: now, by: by.accountId, what: 'log-out', note: '' })
  })
}
