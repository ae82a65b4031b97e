import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Lets one process after the other decide whether the first admin is to be made. */
export async function lockFirstAdmin(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('twende first admin'))`.execute(tx)
}

/** Whether the settings made an admin before, or somebody is one who does not belong to a demo market. */
export async function hadAdmin(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from first_admin) or exists (
      select from accounts where role = 'admin' and deleted_at is null
        and id not in (select id from demo_rows where subject = 'accounts')
    ) as had`.execute(tx)
  return rows[0]?.had ?? false
}

export async function noteFirstAdmin(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx.insertInto('first_admin').values({ account_id: accountId, made_at: now }).execute()
}
