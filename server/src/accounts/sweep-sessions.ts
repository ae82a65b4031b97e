import type { AppDeps } from '../deps.ts'
import { KEPT_AFTER_END_MS } from './session-life.ts'
import { deleteSessionsOverBefore } from './session-store.ts'

/** Deletes sessions a while after they were over. */
export async function sweepSessions({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteSessionsOverBefore(db, new Date(clock.now().getTime() - KEPT_AFTER_END_MS))
}
