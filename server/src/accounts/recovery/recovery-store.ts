import type { Database, Db } from '../../db/database.ts'
import { keyedHash, keyFor } from '../keyed-hash.ts'

const MOST_TRIES = 5

type NewCode = { accountId: string; codeHash: string; expiresAt: Date }

/** Keeps a new code; the old one and a window that it opened are gone. */
export async function keepRecoveryCode(tx: Db, { accountId, codeHash, expiresAt }: NewCode): Promise<void> {
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

/** Counts one try and shows what it is to be compared with; one statement, so that parallel tries are all counted. */
export async function takeTry(
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
    .where('recovery_codes.attempts', '<', MOST_TRIES)
    .set((eb) => ({ attempts: eb('recovery_codes.attempts', '+', 1) }))
    .returning(['recovery_codes.account_id as accountId', 'recovery_codes.code_hash as codeHash'])
    .executeTakeFirst()
}

type NewWindow = { accountId: string; codeHash: string; resetHash: string; expiresAt: Date; now: Date }

/** Uses the code up and opens the window to reset; false if it was used or replaced in the meantime. */
export async function openResetWindow(db: Database, window: NewWindow): Promise<boolean> {
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

/** Whose password may be reset with this secret, if anyone's. */
export async function findResetWindow(
  db: Database,
  window: { email: string; resetHash: string; now: Date },
): Promise<{ accountId: string; name: string } | undefined> {
  return db
    .selectFrom('recovery_codes')
    .innerJoin('accounts', 'accounts.id', 'recovery_codes.account_id')
    .select(['accounts.id as accountId', 'accounts.name'])
    .where('accounts.email', '=', window.email)
    .where('recovery_codes.reset_hash', '=', window.resetHash)
    .where('recovery_codes.reset_expires_at', '>', window.now)
    .executeTakeFirst()
}

/** Uses the window up; of many who try at once one gets true. */
export async function closeResetWindow(
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

/** Keeps one more link; those mailed before stay good until they run out. */
export async function keepRecoveryLink(
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

/** Whose password may be reset by who has this link, if anyone's. */
export async function findRecoveryLink(
  db: Db,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<{ accountId: string; email: string; name: string } | undefined> {
  return db
    .selectFrom('recovery_links')
    .innerJoin('accounts', 'accounts.id', 'recovery_links.account_id')
    .select(['accounts.id as accountId', 'accounts.email', 'accounts.name'])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .where('accounts.banned_at', 'is', null)
    .executeTakeFirst()
}

/** Uses a link up; of many who try at once one gets true. */
export async function closeRecoveryLink(
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

/** After another password nothing that was mailed before is good any more. */
export async function dropRecovery(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('recovery_links').where('account_id', '=', accountId).execute()
}

/** Six digits are soon guessed from a plain hash, so the hash has a key; it fits this account's code only. */
export function recoveryCodeHash(deps: { tokenSecret: string }, accountId: string, code: string): string {
  return keyedHash(keyFor('recovery code', deps.tokenSecret), `${accountId} ${code}`)
}
