import type { AppDeps } from '../deps.ts'
import { findFleetIds } from './fleet-index-store.ts'

/** Every car that has a page, and when it last changed. */
export function listFleet({ db }: Pick<AppDeps, 'db'>): Promise<{ id: string; changedAt: Date }[]> {
  return findFleetIds(db)
}
