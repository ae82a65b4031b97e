import type { Db } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { PasskeyKey } from './passkey-ceremony.ts'

export type PasskeyRow = PasskeyKey & { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }
export type AppRow = { sealedSecret: string; createdAt: Date; lastUsedAt: Date | null }

export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const passkey = db.selectFrom('passkeys').select('account_id').where('account_id', '=', accountId)
  const app = db.selectFrom('authenticator_apps').select('account_id').where('account_id', '=', accountId)
  return (await passkey.unionAll(app).limit(1).executeTakeFirst()) !== undefined
}

export async function findPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

type NewPasskeyRow = PasskeyKey & { id: string; accountId: string; name: string; createdAt: Date }

/** Throws if any account has this passkey already. */
export async function insertPasskey(tx: Db, passkey: NewPasskeyRow): Promise<void> {
  try {
    await tx
      .insertInto('passkeys')
      .values({
        id: passkey.id,
        account_id: passkey.accountId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
        name: passkey.name,
        created_at: passkey.createdAt,
      })
      .execute()
  } catch (error) {
    if (violatedConstraint(error) === 'passkey_credential_is_unique')
      throw new AppError('wrong_second_factor')
    throw error
  }
}

/** Records the use of a passkey; false if its counter is not higher than before, so that no assertion is accepted twice. */
export async function usePasskey(
  tx: Db,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deletePasskey(
  tx: Db,
  { accountId, passkeyId }: { accountId: string; passkeyId: string },
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', passkeyId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function findApp(db: Db, accountId: string): Promise<AppRow | undefined> {
  return db
    .selectFrom('authenticator_apps')
    .select(['sealed_secret as sealedSecret', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

type NewApp = { accountId: string; sealedSecret: string; step: number; now: Date }

/** An account has one app; the code that confirmed it cannot be used again. */
export async function insertApp(tx: Db, { accountId, sealedSecret, step, now }: NewApp): Promise<void> {
  const added = await tx
    .insertInto('authenticator_apps')
    .values({ account_id: accountId, sealed_secret: sealedSecret, last_step: step, created_at: now })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (!added) throw new AppError('app_already_added')
}

/** Marks the codes up to a time step as used; of many requests with the same code one gets true. */
export async function useAppStep(
  tx: Db,
  { accountId, step, now }: { accountId: string; step: number; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: step, last_used_at: now })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteApp(tx: Db, accountId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('authenticator_apps')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function replaceRecoveryCodes(
  tx: Db,
  { accountId, hashes, now }: { accountId: string; hashes: readonly string[]; now: Date },
): Promise<void> {
  await tx.deleteFrom('second_factor_recovery_codes').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('second_factor_recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash, created_at: now })))
    .execute()
}

/** Marks a recovery code as used; of many requests with the same code one gets true. */
export async function useRecoveryCode(
  tx: Db,
  { accountId, hash, now }: { accountId: string; hash: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('second_factor_recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('second_factor_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Deletes every second factor of an account, its recovery codes and its open challenges; false if it had none. */
export async function deleteSecondFactors(tx: Db, accountId: string): Promise<boolean> {
  const passkeys = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  const app = await deleteApp(tx, accountId)
  await tx.deleteFrom('second_factor_recovery_codes').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('factor_challenges').where('account_id', '=', accountId).execute()
  return app || passkeys.length > 0
}
