import type { Db } from '../db/database.ts'
import { composeText, letterOf } from '../notifications/compose-text.ts'

type MailFilter = { recipient?: string; accountId?: string; kind?: string; dedupeKey?: string }

/** The stored notifications with the text that is mailed, the oldest first. */
export async function readMails(db: Db, { recipient, accountId, kind, dedupeKey }: MailFilter = {}) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'params', 'locale', 'recipient', 'dedupe_key as dedupeKey'])
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(dedupeKey !== undefined, (query) => query.where('dedupe_key', '=', dedupeKey ?? ''))
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const text = composeText(row)
    return { ...row, subject: text.subject, body: letterOf(text, 'http://localhost') }
  })
}
