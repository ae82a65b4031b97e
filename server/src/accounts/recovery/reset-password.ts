import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { markEmailProven, replacePassword } from '../account-store.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import { deleteSecondFactors } from '../second-factors/factor-store.ts'
import { tokenHash } from '../secrets.ts'
import {
  consumeRecoveryLink,
  consumeResetWindow,
  deleteRecoveries,
  findRecoveryLink,
  findResetWindow,
} from './recovery-store.ts'

type Reset = { email: string; newPassword: string; resetSecret: string | undefined }

/**
 * Sets a new password once, for the browser that proved the code or opened the link; every session ends. The first proof of an
 * address also ends the second factors of a customer.
 */
export async function resetPassword(
  deps: { db: Database; clock: Clock },
  reset: Reset,
): Promise<{ accountId: string }> {
  const { email, newPassword, resetSecret } = reset
  const now = deps.clock.now()
  if (!resetSecret) throw new AppError('reset_not_verified')
  const resetHash = tokenHash(resetSecret)
  const link = await findRecoveryLink(deps.db, { secretHash: resetHash, now })
  const window = link?.email === email ? link : await findResetWindow(deps.db, { email, resetHash, now })
  if (!window) throw new AppError('reset_not_verified')
  const { accountId, name, role } = window
  await requireStrongPassword(newPassword, { name, email })
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (tx) => {
    const closed =
      window === link
        ? await consumeRecoveryLink(tx, { secretHash: resetHash, now })
        : await consumeResetWindow(tx, { accountId, resetHash, now })
    if (!closed) throw new AppError('reset_not_verified')
    await deleteRecoveries(tx, accountId)
    await replacePassword(tx, { accountId, passwordHash, now })
    const isFirstProof = await markEmailProven(tx, accountId, now)
    // Until now anybody may have registered this address, and their second factor would lock its owner out. Staff never loses one so.
    if (isFirstProof && role === 'user') await deleteSecondFactors(tx, accountId)
    await queueNotification(
      tx,
      {
        kind: 'password_changed',
        params: { name, at: now.toISOString(), loggedOut: 'everywhere' },
        accountId,
        email,
        dedupeKey: `password changed ${uuidv7()}`,
      },
      now,
    )
  })
  return { accountId }
}
