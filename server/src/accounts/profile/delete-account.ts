import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Clock } from '../../basic-deps.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { hashPassword, type ProveDeps, verifyPassword } from '../passwords/password-hash.ts'
import type { DeletionObstacle, PersonalDataOfNouns } from '../personal-data.ts'
import type { Secrets } from '../secrets.ts'
import { anonymizeAccount, lockOpenAccount, requireAccount } from './profile-store.ts'

type DeleteDeps = ProveDeps & { clock: Clock; secrets: Secrets }

/** Deletes the account of whoever knows its password, unless something in it is unfinished; every session ends. */
export async function deleteAccount(
  deps: DeleteDeps,
  nouns: PersonalDataOfNouns,
  { currentUser, password }: { currentUser: CurrentUser; password: string },
): Promise<void> {
  const { accountId } = currentUser
  const { name, email, role, passwordHash } = await verifyPassword(deps, currentUser, password)
  if (role !== 'user')
    throw new AppError('account_in_use', {
      message: m.error_account_of_staff(),
    })
  const unusablePassword = await hashPassword(deps.secrets.token())
  const deletion = { accountId, now: deps.clock.now() }
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    // The owner may have changed the password while this waited for the lock.
    if ((await requireAccount(tx, accountId)).passwordHash !== passwordHash)
      throw new AppError('wrong_password')
    const obstacles: DeletionObstacle[] = []
    for (const noun of Object.values(nouns)) {
      const obstacle = await noun.findDeletionObstacle?.(tx, deletion)
      if (obstacle) obstacles.push(obstacle)
    }
    if (obstacles.length > 0)
      throw new AppError('account_in_use', { message: obstacles.map(obstacleLabel).join(' ') })
    for (const noun of Object.values(nouns)) await noun.erase(tx, deletion)
    await anonymizeAccount(tx, { ...deletion, passwordHash: unusablePassword })
    const params = { name, at: deletion.now.toISOString() }
    const dedupeKey = `account deleted ${accountId}`
    await queueNotification(
      tx,
      { kind: 'account_deleted', params, accountId: null, email, dedupeKey },
      deletion.now,
    )
  })
}

function obstacleLabel(obstacle: DeletionObstacle): string {
  switch (obstacle.code) {
    case 'open_booking':
      return obstacle.mayCancel
        ? m.error_account_open_booking({ reference: obstacle.reference })
        : m.error_account_booking_goes_on({ reference: obstacle.reference })
    case 'open_order':
      return obstacle.mayCancel
        ? m.error_account_open_order({ reference: obstacle.reference })
        : m.error_account_order_goes_on({ reference: obstacle.reference })
    case 'open_payment':
      return m.error_account_open_payment()
    case 'open_refund':
      return m.error_account_open_refund()
    case 'open_report':
      return m.error_account_open_report()
    case 'open_dispute':
      return m.error_account_open_dispute({ reference: obstacle.reference })
    case 'owed':
      return m.error_account_owes({ reference: obstacle.reference, amount: showKsh(obstacle.amount) })
    case 'deposit_held':
      return m.error_account_deposit_held({
        reference: obstacle.reference,
        amount: showKsh(obstacle.amount),
      })
    case 'recent_return':
      return m.error_account_recent_return({
        reference: obstacle.reference,
        day: showDay(obstacle.from),
      })
    case 'unused_listing':
      return m.error_account_unused_listing({ car: obstacle.name })
  }
}
