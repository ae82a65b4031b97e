import type { AppDeps } from '../deps.ts'
import { findPublicIds } from './listing-index-store.ts'

/** Every car for sale that has a public page, and when it last changed. */
export function listMarket({
  db,
  clock,
}: Pick<AppDeps, 'db' | 'clock'>): Promise<{ id: string; changedAt: Date }[]> {
  return findPublicIds(db, clock.now())
}
