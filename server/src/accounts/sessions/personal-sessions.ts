import type { AppDeps } from '../../deps.ts'
import type { PersonalData } from '../personal-data.ts'
import { deleteSessions, deleteSessionsOverBefore, findSessionsOf } from './session-store.ts'
import { KEPT_AFTER_END_MS } from './start-session.ts'

/** Where a person signed in. */
export const personalSessions: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findSessionsOf(db, accountId)
    return rows.map(({ device, created_at, last_used_at, ended_at }) => ({
      device,
      begunAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
    }))
  },
  async erase(tx, { accountId }) {
    await deleteSessions(tx, accountId)
  },
}

/** Deletes sessions a while after they were over. */
export async function deleteOldSessions({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteSessionsOverBefore(db, new Date(clock.now().getTime() - KEPT_AFTER_END_MS))
}
