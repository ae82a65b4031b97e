import type { PersonalData } from '../accounts/personal-data.ts'
import { deleteNotificationsOf, findNotificationsOf } from './notification-store.ts'

/** The mails we wrote to a person. */
export const personalNotifications: PersonalData = {
  async tell({ db }, accountId) {
    const rows = await findNotificationsOf(db, accountId)
    return rows.map(({ created_at, sent_at, ...rest }) => ({
      ...rest,
      writtenAt: created_at.toISOString(),
      sentAt: sent_at?.toISOString() ?? null,
    }))
  },
  async forget(tx, { accountId }) {
    await deleteNotificationsOf(tx, accountId)
  },
}
