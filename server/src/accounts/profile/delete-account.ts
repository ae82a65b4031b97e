import type { Clock } from '../../basic-deps.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { type ProveDeps, verifyPassword } from '../passwords/verify-password.ts'
import type { PersonalDataOfNouns } from '../personal-data.ts'
import type { Secrets } from '../secrets.ts'
import { emptyAccount, lockOpenAccount, requireAccount } from './profile-store.ts'

type DeleteDeps = ProveDeps & { clock: Clock; secrets: Secrets }

/** Deletes the account of whoever knows its password, once nothing in it is under way; every session ends. */
export async function deleteAccount(
  deps: DeleteDeps,
  nouns: PersonalDataOfNouns,
  { currentUser, password }: { currentUser: CurrentUser; password: string },
): Promise<void> {
  const { accountId } = currentUser
  const { name, email, role, passwordHash } = await verifyPassword(deps, currentUser, password)
  if (role !== 'user')
    throw new AppError('account_in_use', {
      message: 'Only an admin can close the account of somebody who works here.',
    })
  const nobodysPassword = await hashPassword(deps.secrets.token())
  const leaving = { accountId, now: deps.clock.now() }
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    // The password may have been changed while this waited: by the owner, against whoever asks for this.
    if ((await requireAccount(tx, accountId)).passwordHash !== passwordHash)
      throw new AppError('wrong_password')
    for (const noun of Object.values(nouns)) {
      const message = await noun.openBusiness?.(tx, leaving)
      if (message !== undefined) throw new AppError('account_in_use', { message })
    }
    for (const noun of Object.values(nouns)) await noun.forget(tx, leaving)
    await emptyAccount(tx, { ...leaving, passwordHash: nobodysPassword })
    const params = { name, at: leaving.now.toISOString() }
    const dedupeKey = `account deleted ${accountId}`
    await queueNotification(
      tx,
      { kind: 'account_deleted', params, accountId: null, email, dedupeKey },
      leaving.now,
    )
  })
}
