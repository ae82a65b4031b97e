import type { PersonalData } from '../accounts/personal-data.ts'
import { deleteMessagesOf, findMessagesOf } from './message-store.ts'

/** What a person wrote to us while signed in. */
export const personalMessages: PersonalData = {
  async tell({ db }, accountId) {
    const rows = await findMessagesOf(db, accountId)
    return rows.map(({ name, email, message, created_at }) => ({
      name,
      email,
      message,
      writtenAt: created_at.toISOString(),
    }))
  },
  async forget(tx, { accountId }) {
    await deleteMessagesOf(tx, accountId)
  },
}
