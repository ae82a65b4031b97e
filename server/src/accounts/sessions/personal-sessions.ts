import type { AppDeps } from '../../deps.ts'
import type { PersonalData } from '../personal-data.ts'
import { deleteSessions, deleteSessionsEndedBefore, findSessionsOf } from './session-store.ts'
import { RETENTION_AFTER_END_MS } from './start-session.ts'

export const personalSessions: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findSessionsOf(db, accountId)
    return rows.map(({ browser, system, created_at, last_used_at, ended_at }) => ({
      device: { browser, system },
      begunAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
    }))
  },
  async erase(tx, { accountId }) {
    await deleteSessions(tx, accountId)
  },
}

/** Deletes sessions after their retention period. */
export async function deleteOldSessions({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteSessionsEndedBefore(db, new Date(clock.now().getTime() - RETENTION_AFTER_END_MS))
}
