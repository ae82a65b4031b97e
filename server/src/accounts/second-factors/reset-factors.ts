import { mayResetSecondFactor } from '@twende/contract/accounts/account-rules.ts'
import { m } from '@twende/messages'
import type { Deps } from '../../basic-deps.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findAccountByEmail, findAccountById } from '../account-store.ts'
import { insertAccountNote } from '../admin/account-history-store.ts'
import { type Actor, lockAccountAndActor } from '../lock-account.ts'
import { lockOpenAccount } from '../profile/profile-store.ts'
import { endSessions } from '../sessions/session-store.ts'
import { deleteSecondFactors } from './factor-store.ts'
import { notifyFactorsReset } from './notify-factor-change.ts'

type ResetDeps = Pick<Deps, 'db' | 'clock'>

/** An admin removes the lost second factor of another person, who is logged out and notified. */
export async function resetFactorsOf(
  { db, clock }: ResetDeps,
  by: Actor,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { person, actor } = await lockAccountAndActor(tx, by, accountId)
    if (!mayResetSecondFactor(actor, person)) throw new AppError('forbidden')
    await removeFactors(tx, accountId, now)
    await insertAccountNote(tx, { accountId, at: now, by: by.accountId, what: 'second-factor', note: reason })
  })
}

/** The same from the command line of the server, for the only admin. */
export async function resetFactorsByEmail({ db, clock }: ResetDeps, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase())
  if (!account) throw new AppError('not_found', { message: m.error_no_account_of_email() })
  await inTransaction(db, async (tx) => {
    await lockOpenAccount(tx, account.id)
    await removeFactors(tx, account.id, clock.now())
  })
}

async function removeFactors(tx: Db, accountId: string, now: Date): Promise<void> {
  if (!(await deleteSecondFactors(tx, accountId))) throw new AppError('no_second_factor')
  await endSessions(tx, accountId, now)
  const account = await findAccountById(tx, accountId)
  if (account) await notifyFactorsReset(tx, account, now)
}
