import { accountName } from '../../db/account-name.ts'
import type { Database, Db } from '../../db/database.ts'
import { keyedHash, keyFor } from '../secrets.ts'

const MAX_ATTEMPTS = 5

type NewCode = { accountId: string; codeHash: string; expiresAt: Date }

/** Stores a new code; the previous one and its reset window become invalid. */
export async function saveRecoveryCode(tx: Db, { accountId, codeHash, expiresAt }: NewCode): Promise<void> {
  const fresh = {
    code_hash: codeHash,
    expires_at: expiresAt,
    attempts: 0,
    used_at: null,
    reset_hash: null,
    reset_expires_at: null,
  }
  await tx
    .insertInto('recovery_codes')
    .values({ account_id: accountId, ...fresh })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
    .execute()
}

/** Counts one attempt and returns the stored hash; one statement, so that parallel attempts are all counted. */
export async function countAttempt(
  db: Database,
  email: string,
  now: Date,
): Promise<{ accountId: string; codeHash: string } | undefined> {
  return db
    .updateTable('recovery_codes')
    .from('accounts')
    .whereRef('accounts.id', '=', 'recovery_codes.account_id')
    .where('accounts.email', '=', email)
    .where('recovery_codes.used_at', 'is', null)
    .where('recovery_codes.expires_at', '>', now)
    .where('recovery_codes.attempts', '<', MAX_ATTEMPTS)
    .set((eb) => ({ attempts: eb('recovery_codes.attempts', '+', 1) }))
    .returning(['recovery_codes.account_id as accountId', 'recovery_codes.code_hash as codeHash'])
    .executeTakeFirst()
}

type NewWindow = { accountId: string; codeHash: string; resetHash: string; expiresAt: Date; now: Date }

/** Marks the code as used and stores the reset window; false if it was used or replaced at the same moment. */
export async function insertResetWindow(db: Database, window: NewWindow): Promise<boolean> {
  const opened = await db
    .updateTable('recovery_codes')
    .set({ used_at: window.now, reset_hash: window.resetHash, reset_expires_at: window.expiresAt })
    .where('account_id', '=', window.accountId)
    .where('code_hash', '=', window.codeHash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return opened !== undefined
}

/** The account whose password can be reset with this secret. */
export async function findResetWindow(
  db: Database,
  window: { email: string; resetHash: string; now: Date },
): Promise<{ accountId: string; name: string; role: string } | undefined> {
  return db
    .selectFrom('recovery_codes')
    .innerJoin('accounts', 'accounts.id', 'recovery_codes.account_id')
    .select(['accounts.id as accountId', 'accounts.role', accountName().as('name')])
    .where('accounts.email', '=', window.email)
    .where('recovery_codes.reset_hash', '=', window.resetHash)
    .where('recovery_codes.reset_expires_at', '>', window.now)
    .executeTakeFirst()
}

/** Deletes the reset window; of many requests at the same moment one gets true. */
export async function consumeResetWindow(
  tx: Db,
  window: { accountId: string; resetHash: string; now: Date },
): Promise<boolean> {
  const closed = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', window.accountId)
    .where('reset_hash', '=', window.resetHash)
    .where('reset_expires_at', '>', window.now)
    .returning('account_id')
    .executeTakeFirst()
  return closed !== undefined
}

type NewLink = { accountId: string; secretHash: string; expiresAt: Date; now: Date }

/** Stores a link; earlier ones stay valid until they expire. */
export async function saveRecoveryLink(
  tx: Db,
  { accountId, secretHash, expiresAt, now }: NewLink,
): Promise<void> {
  await tx
    .deleteFrom('recovery_links')
    .where('expires_at', '<=', now)
    .where('account_id', '=', accountId)
    .execute()
  await tx
    .insertInto('recovery_links')
    .values({ account_id: accountId, secret_hash: secretHash, expires_at: expiresAt })
    .execute()
}

/** The account whose password can be reset with this link. */
export async function findRecoveryLink(
  db: Db,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<{ accountId: string; email: string; name: string; role: string } | undefined> {
  return db
    .selectFrom('recovery_links')
    .innerJoin('accounts', 'accounts.id', 'recovery_links.account_id')
    .select(['accounts.id as accountId', 'accounts.email', 'accounts.role', accountName().as('name')])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .where('accounts.banned_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes a link; of many requests at the same moment one gets true. */
export async function consumeRecoveryLink(
  tx: Db,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<boolean> {
  const closed = await tx
    .deleteFrom('recovery_links')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return closed !== undefined
}

/** After a new password every mailed code and link is invalid. */
export async function deleteRecoveries(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('recovery_links').where('account_id', '=', accountId).execute()
}

/** Six digits could be guessed from a plain hash, so the hash has a key; it is valid for this account only. */
export function recoveryCodeHash(deps: { tokenSecret: string }, accountId: string, code: string): string {
  return keyedHash(keyFor('recovery code', deps.tokenSecret), `${accountId} ${code}`)
}
