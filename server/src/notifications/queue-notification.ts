import type { Db } from '../db/database.ts'
import { uuidv7 } from '../db/new-id.ts'
import { insertNotification, isWanted } from './notification-store.ts'
import type { NotificationText } from './notification-texts.ts'
import { topicOf } from './notification-topics.ts'

export type NewNotification = NotificationText & {
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
export async function queueNotification(tx: Db, notification: NewNotification, now: Date): Promise<void> {
  if (!isOneAddress(notification.recipient))
    throw new Error('a notification goes to exactly one email address')
  const { accountId, recipient, kind, body, dedupeKey } = notification
  if (accountId !== null && !(await isWanted(tx, accountId, topicOf[kind]))) return
  const subject = onOneLine(notification.subject)
  await insertNotification(tx, {
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
