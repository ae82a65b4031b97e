import type { NoticeTopic } from '@twende/contract/accounts/notice-topics.ts'
import type { Db } from '../db/database.ts'

export type ProfileColumns = { name?: string; phone?: string | null; muted?: NoticeTopic[] }

export async function changeProfile(tx: Db, accountId: string, set: ProfileColumns): Promise<void> {
  await tx.updateTable('accounts').set(set).where('id', '=', accountId).execute()
}

/** Keeps everything else of the account waiting until the transaction ends; false if it is closed. */
export async function lockOpenAccount(tx: Db, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('banned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type PasswordChange = { accountId: string; from: string; to: string }

/** Sets a new password if the old one still is what it was; answers the token version after every session ended. */
export async function exchangePassword(tx: Db, change: PasswordChange): Promise<number | undefined> {
  const row = await tx
    .updateTable('accounts')
    .set((eb) => ({ password_hash: change.to, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', change.accountId)
    .where('password_hash', '=', change.from)
    .where('banned_at', 'is', null)
    .returning('token_version')
    .executeTakeFirst()
  return row?.token_version
}

/** Takes the person out of the account: what is left is a number that records of money refer to. */
export async function emptyAccount(
  tx: Db,
  account: { accountId: string; passwordHash: string; now: Date },
): Promise<void> {
  const { accountId, passwordHash, now } = account
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('account_notes').where('account_id', '=', accountId).execute()
  await tx
    .updateTable('accounts')
    .set((eb) => ({
      name: 'Deleted account',
      email: `deleted-${accountId}@deleted.invalid`,
      phone: null,
      password_hash: passwordHash,
      muted: [],
      token_version: eb('token_version', '+', 1),
      banned_at: now,
      deleted_at: now,
    }))
    .where('id', '=', accountId)
    .execute()
}
