import { mayResetSecondFactor } from '@twende/contract/accounts/people-rules.ts'
import type { Deps } from '../../basic-deps.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findAccountByEmail, findAccountById } from '../account-store.ts'
import { type Decider, holdPerson } from '../hold-person.ts'
import { writeNote } from '../person-note-store.ts'
import { lockOpenAccount } from '../profile-store.ts'
import { endSessions } from '../session-store.ts'
import { deleteSecondFactors } from './factor-store.ts'
import { tellFactorsReset } from './tell-factor-change.ts'

type ResetDeps = Pick<Deps, 'db' | 'clock'>

/** An admin removes the lost second factor of somebody else, who is logged out and told. */
export async function resetFactorsOf(
  { db, clock }: ResetDeps,
  by: Decider,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { person, decider } = await holdPerson(tx, by, accountId)
    if (!mayResetSecondFactor(decider, person)) throw new AppError('forbidden')
    await removeFactors(tx, accountId, now)
    await writeNote(tx, { accountId, at: now, by: by.accountId, what: 'second-factor', note: reason })
  })
}

/** The same from the server's own command line, for an admin whom no other admin can help. */
export async function resetFactorsByEmail({ db, clock }: ResetDeps, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase())
  if (!account) throw new AppError('not_found', { message: 'No account has this email.' })
  await inTransaction(db, async (tx) => {
    await lockOpenAccount(tx, account.id)
    await removeFactors(tx, account.id, clock.now())
  })
}

async function removeFactors(tx: Db, accountId: string, now: Date): Promise<void> {
  if (!(await deleteSecondFactors(tx, accountId))) throw new AppError('no_second_factor')
  await endSessions(tx, accountId, now)
  const account = await findAccountById(tx, accountId)
  if (account) await tellFactorsReset(tx, account, now)
}
