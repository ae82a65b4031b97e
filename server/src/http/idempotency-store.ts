import type { Database, Db } from '../db/database.ts'

export type IdempotencyKey = {
  /** Null for a visitor. */
  accountId: string | null
  route: string
  key: string
  requestHash: string
}

/** False when the key was used before; waits for a request that is using it right now. */
export async function claimKey(tx: Db, key: IdempotencyKey, now: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({
      account_id: key.accountId,
      route: key.route,
      key: key.key,
      request_hash: key.requestHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('idempotency_key_is_used_once').doNothing())
    .returning('created_at')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function saveMadeId(tx: Db, key: IdempotencyKey, madeId: string | null): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ made_id: madeId })
    .where('account_id', 'is not distinct from', key.accountId)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .execute()
}

export async function findUsedKey(
  db: Db,
  key: Omit<IdempotencyKey, 'requestHash'>,
): Promise<{ requestHash: string; madeId: string | null } | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'made_id as madeId'])
    .where('account_id', 'is not distinct from', key.accountId)
    .where('route', '=', key.route)
    .where('key', '=', key.key)
    .executeTakeFirst()
}

export async function deleteKeysBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
