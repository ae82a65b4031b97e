import type { PersonalData } from '../accounts/personal-data.ts'
import { composeText, letterOf } from './compose-text.ts'
import { deleteNotificationsOf, findNotificationsOf } from './notification-store.ts'

/** The notifications of an account. */
export const personalNotifications: PersonalData = {
  async exportData({ db }, accountId) {
    const rows = await findNotificationsOf(db, accountId)
    return rows.map(({ created_at, sent_at, kind, params, recipient }) => ({
      kind,
      recipient,
      ...mailOf({ kind, params }),
      writtenAt: created_at.toISOString(),
      sentAt: sent_at?.toISOString() ?? null,
    }))
  },
  async erase(tx, { accountId }) {
    await deleteNotificationsOf(tx, accountId)
  },
}

function mailOf(stored: { kind: string; params: unknown }): { subject: string; body: string } {
  const text = composeText(stored)
  return { subject: text.subject, body: letterOf(text) }
}
