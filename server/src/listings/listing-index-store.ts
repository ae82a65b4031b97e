import type { Db } from '../db/database.ts'
import { isPublicAt } from './listing-read-store.ts'

/** Every listing that everybody may see and that is not sold, and when it last changed. */
export async function findPublicIds(db: Db, now: Date): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom('listings')
    .where(isPublicAt(now))
    .where('listings.status', '=', 'active')
    .select(['listings.id', 'listings.updated_at as changedAt'])
    .orderBy('listings.id')
    .execute()
}
