import type { PersonalData } from '../accounts/personal-data.ts'
import { deleteNoticesOf, findNoticesOf } from './notice-store.ts'

/** The mails we wrote to a person. */
export const personalNotices: PersonalData = {
  async tell({ db }, accountId) {
    const rows = await findNoticesOf(db, accountId)
    return rows.map(({ created_at, sent_at, ...rest }) => ({
      ...rest,
      writtenAt: created_at.toISOString(),
      sentAt: sent_at?.toISOString() ?? null,
    }))
  },
  async forget(tx, { accountId }) {
    await deleteNoticesOf(tx, accountId)
  },
}
