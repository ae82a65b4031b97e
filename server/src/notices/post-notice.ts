import type { Db } from '../db/database.ts'
import { uuidv7 } from '../db/new-id.ts'
import { insertNotice, isWanted } from './notice-store.ts'
import type { NoticeText } from './notice-texts.ts'
import { topicOf } from './notice-topics.ts'

export type NewNotice = NoticeText & {
  /** Whose it is, if they have an account. */
  accountId: string | null
  /** One email address. */
  recipient: string
  /** Names the event: the same event never writes twice. */
  dedupeKey: string
}

/**
 * Writes a message in the caller's transaction; it is sent after the commit, or never if there is none.
 * Nothing is written to those who do not want to hear of it.
 */
export async function postNotice(tx: Db, notice: NewNotice, now: Date): Promise<void> {
  if (!isOneAddress(notice.recipient)) throw new Error('a notice goes to exactly one email address')
  const { accountId, recipient, kind, body, dedupeKey } = notice
  if (accountId !== null && !(await isWanted(tx, accountId, topicOf[kind]))) return
  const subject = onOneLine(notice.subject)
  await insertNotice(tx, {
    id: uuidv7(),
    accountId,
    recipient,
    kind,
    subject,
    body,
    dedupeKey,
    createdAt: now,
  })
}

function isOneAddress(text: string): boolean {
  return /^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+$/.test(text) && !/\p{Cc}/u.test(text)
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
