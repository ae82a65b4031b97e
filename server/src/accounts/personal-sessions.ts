import type { PersonalData } from './personal-data.ts'
import { deleteSessions, findSessionsOf } from './session-store.ts'

/** Where a person signed in. */
export const personalSessions: PersonalData = {
  async tell({ db }, accountId) {
    const rows = await findSessionsOf(db, accountId)
    return rows.map(({ device, created_at, last_used_at, ended_at }) => ({
      device,
      begunAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
    }))
  },
  async forget(tx, { accountId }) {
    await deleteSessions(tx, accountId)
  },
}
