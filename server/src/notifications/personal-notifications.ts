import type { PersonalData } from '../accounts/personal-data.ts'
import { letterOf, readableText, type StoredNotification } from './compose-text.ts'
import { deleteNotificationsOf, findNotificationsOf } from './notification-store.ts'

export const personalNotifications: PersonalData = {
  async exportData({ db, config }, accountId) {
    const rows = await findNotificationsOf(db, accountId)
    return rows.map(({ created_at, sent_at, kind, params, locale, recipient }) => ({
      kind,
      recipient,
      ...mailOf({ kind, params, locale }, config.publicUrl),
      writtenAt: created_at.toISOString(),
      sentAt: sent_at?.toISOString() ?? null,
    }))
  },
  async erase(tx, { accountId }) {
    await deleteNotificationsOf(tx, accountId)
  },
}

function mailOf(stored: StoredNotification, publicUrl: string): { subject: string; body: string } {
  const text = readableText(stored)
  return text
    ? { subject: text.subject, body: letterOf(text, publicUrl) }
    : { subject: stored.kind, body: '' }
}
