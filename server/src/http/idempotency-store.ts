import type { Database, Db } from '../db/database.ts'

type Key = { accountId: string; key: string }

/** False when the key was used before; waits for a request that is using it right now. */
export async function claimKey(
  tx: Db,
  { accountId, key, requestHash, now }: Key & { requestHash: string; now: Date },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('made_once')
    .values({ account_id: accountId, idempotency_key: key, request_hash: requestHash, created_at: now })
    .onConflict((conflict) => conflict.constraint('thing_is_made_once').doNothing())
    .returning('created_at')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function writeMade(tx: Db, { accountId, key }: Key, madeId: string): Promise<void> {
  await tx
    .updateTable('made_once')
    .set({ made_id: madeId })
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .execute()
}

export async function findMade(tx: Db, { accountId, key }: Key) {
  return tx
    .selectFrom('made_once')
    .select(['request_hash as requestHash', 'made_id as madeId'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Forgets the keys of so long ago that nobody sends them again. */
export async function sweepKeys(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('made_once').where('created_at', '<', before).execute()
}
