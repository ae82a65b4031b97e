import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export async function findRenewal(
  db: Db,
  { accountId, idempotencyKey }: { accountId: string; idempotencyKey: string },
): Promise<{ requestHash: string; paymentId: string | null } | undefined> {
  return db
    .selectFrom('listing_renewals')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .select(['request_hash as requestHash', 'payment_id as paymentId'])
    .executeTakeFirst()
}

/** Fails when the key was used before, with all that its transaction did. */
export async function insertRenewal(tx: Db, renewal: Insertable<Tables['listing_renewals']>): Promise<void> {
  await tx.insertInto('listing_renewals').values(renewal).execute()
}
