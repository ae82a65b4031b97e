import type { Db } from '../db/database.ts'

/** Every car of the fleet and when it last changed. */
export async function findFleetIds(db: Db): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom('cars')
    .where('retired_at', 'is', null)
    .select(['id', 'updated_at as changedAt'])
    .orderBy('id')
    .execute()
}
