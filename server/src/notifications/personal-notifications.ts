import { MAIL } from '@twende/contract/notifications/notification-preferences.ts'
import type { PersonalData } from '../accounts/personal-data.ts'
import { letterOf, readableText, type StoredNotification } from './compose-text.ts'
import { deleteNotificationsOf, findNotificationsOf } from './notification-store.ts'

export const personalNotifications: PersonalData = {
  async exportData({ db, config }, accountId) {
    const rows = await findNotificationsOf(db, accountId)
    return rows.map(({ created_at, sent_at, channel, kind, params, locale, recipient }) => ({
      channel,
      kind,
      recipient,
      ...wordsOf({ channel, kind, params, locale }, config.publicUrl),
      writtenAt: created_at.toISOString(),
      sentAt: sent_at?.toISOString() ?? null,
    }))
  },
  async erase(tx, { accountId }) {
    await deleteNotificationsOf(tx, accountId)
  },
}

/** The subject, and of a mail also its body. */
function wordsOf(stored: StoredNotification & { channel: string }, publicUrl: string) {
  const text = readableText(stored)
  const subject = text?.subject ?? stored.kind
  if (stored.channel !== MAIL) return { subject }
  return { subject, body: text ? letterOf(text, publicUrl) : '' }
}
