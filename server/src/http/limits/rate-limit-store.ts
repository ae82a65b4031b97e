import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

/** Adds `amount` to the bucket's current window and returns its count; one statement, so that parallel calls are all counted. */
export async function countInWindow(db: Database, bucket: string, seconds: number, now: Date, amount = 1) {
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into rate_limits (bucket, count, window_ends_at)
    values (${bucket}, ${amount}::int, ${new Date(now.getTime() + seconds * 1000)})
    on conflict (bucket) do update set
      count = case when rate_limits.window_ends_at <= ${now} then excluded.count else rate_limits.count + excluded.count end,
      window_ends_at = case when rate_limits.window_ends_at <= ${now} then excluded.window_ends_at else rate_limits.window_ends_at end
    returning count, window_ends_at
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('an upsert always returns its row')
  return { count: row.count, secondsLeft: Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1000) }
}

export async function deleteOldRateLimits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute()
}

/** Subtracts `amount` from each bucket. */
export async function uncount(db: Database, buckets: readonly string[], amount = 1): Promise<void> {
  if (buckets.length === 0 || amount === 0) return
  await db
    .updateTable('rate_limits')
    .set({ count: sql<number>`greatest(0, count - ${amount}::int)` })
    .where('bucket', 'in', buckets)
    .where('count', '>', 0)
    .execute()
}
