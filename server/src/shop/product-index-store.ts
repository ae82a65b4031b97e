import type { Db } from '../db/database.ts'

/** Every product of the shop and when it last changed. */
export async function findProductIds(db: Db): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom('products')
    .where('hidden_at', 'is', null)
    .select(['id', 'updated_at as changedAt'])
    .orderBy('id')
    .execute()
}
